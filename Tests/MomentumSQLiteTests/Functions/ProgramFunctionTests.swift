import MomentumSQL
import MomentumSQLite
import Testing

@Suite struct ProgramFunctionTests {
  private final class Token: Sendable {}

  /// A function that is not there would be missed only when the first statement calls it.
  @Test(arguments: [(String(repeating: "f", count: 256), 0), ("f", 100_000), ("f", .max)])
  func aFunctionThatSQLiteRefusesIsAnError(name: String, argumentCount: Int) throws {
    let connection = try Connection.inMemory()
    weak var left: Token?
    func register() throws {
      let token = Token()
      left = token
      try connection.addFunction(named: name, argumentCount: argumentCount) { [token] _ in
        withExtendedLifetime(token) { .null }
      }
    }
    let error = #expect(throws: SQLiteError.self) { try register() }
    #expect(error?.operation == .register)
    #expect(left == nil, "what the function holds is given back")
  }

  @Test func aFunctionThatIsTakenGivesItsValue() throws {
    let connection = try Connection.inMemory()
    try connection.addFunction(named: "second", argumentCount: 2) { $0.last ?? .null }
    #expect(try connection.firstValue("SELECT second(7, 'a')") == .text("a"))
  }
}
