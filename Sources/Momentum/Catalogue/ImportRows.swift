extension DiagnosticCatalogue {
  static let importRows: [DiagnosticExplanation] = []
}
