extension DiagnosticCatalogue {
  static let predicateRows: [DiagnosticExplanation] = []
}
