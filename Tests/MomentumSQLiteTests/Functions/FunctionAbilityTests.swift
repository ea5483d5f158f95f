import MomentumSQL
import MomentumSQLite
import Testing

/// What SQLite knows of the functions that a connection registers.
///
/// Documented: <https://sqlite.org/c3ref/c_deterministic.html>.
@Suite struct FunctionAbilityTests {
  private static let deterministic = 0x800
  private static let innocuous = 0x20_0000

  /// The names of our functions, which SQLite lists in lower case.
  private func names(where condition: String) throws -> [String] {
    let statement = try Connection.inMemory().prepare(
      sql: "SELECT DISTINCT name FROM pragma_function_list WHERE (name LIKE 'NSCoreData%' "
        + "OR name LIKE 'Momentum%') AND \(condition) ORDER BY name")
    var names: [String] = []
    while let row = try statement.nextRow() {
      guard case .text(let name)? = row.first else { continue }
      names.append(name)
    }
    return names
  }

  /// SQLite computes a deterministic function of constants once for all rows.
  @Test func onlyTheClockTheDiceAndTriggersGiveOtherValuesEachTime() throws {
    #expect(
      try names(where: "NOT flags & \(Self.deterministic)") == [
        "momentumrandom", "momentumrandombelow",
        "nscoredatadatriggerinsertupdatedaffectedobjectvalue",
        "nscoredatadatriggerupdatedaffectedobjectvalue", "nscoredatanow",
      ])
  }

  /// Triggers of a store may call only innocuous functions, because its schema is not trusted.
  @Test func everyFunctionIsInnocuous() throws {
    #expect(try names(where: "NOT flags & \(Self.innocuous)") == [])
    #expect(try names(where: "1").count > 20)
  }
}
