extension DiagnosticCatalogue {
  static let reviewRows: [DiagnosticExplanation] = []
}
