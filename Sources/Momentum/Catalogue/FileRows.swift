extension DiagnosticCatalogue {
  static let fileRows: [DiagnosticExplanation] = []
}
