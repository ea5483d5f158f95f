internal import MomentumSQL

/// A scalar function of SQL, which is registered on each connection.
///
/// SQLite refuses a call with another number of arguments before the statement runs.
struct ScalarFunction: Sendable {
  let name: String
  let argumentCount: Int32
  /// Whether equal arguments always return an equal result.
  let isDeterministic: Bool
  let body: @Sendable (FunctionCall) -> Void

  static var all: [ScalarFunction] { coreData + reals + numbers + texts }

  init(
    _ name: String, _ argumentCount: Int32, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (FunctionCall) -> Void
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.body = body
  }

  /// `nil` if the function is built into SQLite and needs no registration.
  init?(
    _ function: SQLScalarFunction, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (FunctionCall) -> Void
  ) {
    guard let name = function.row.registeredName else { return nil }
    self.init(
      name, Int32(function.row.argumentCount), isDeterministic: isDeterministic, body)
  }
}
