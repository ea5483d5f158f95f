extension DiagnosticCatalogue {
  static let modelRows: [DiagnosticExplanation] = []
}
