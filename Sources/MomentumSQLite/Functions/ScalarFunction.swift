/// A function as a row of the registry.
///
/// SQLite refuses a call with another number of arguments before the statement runs.
struct ScalarFunction: Sendable {
  let name: String
  let argumentCount: Int32
  /// Whether equal arguments always give an equal result.
  let isDeterministic: Bool
  let body: @Sendable (FunctionCall) -> Void

  static var all: [ScalarFunction] { coreData + numbers + texts }

  init(
    _ name: String, _ argumentCount: Int32, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (FunctionCall) -> Void
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.body = body
  }
}
