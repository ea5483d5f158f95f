// Compiled into the module of the generated code, where it hides Foundation's class: on Linux that
// class refuses formats.
class NSPredicate {
  init(format: String, argumentArray: [Any]?) {}
  func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate { self }
}
