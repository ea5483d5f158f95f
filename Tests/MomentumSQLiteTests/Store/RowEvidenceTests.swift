import MomentumSQL
import MomentumSQLite
import MomentumStore
import Testing

/// What the rows of a store say of the entities that use a column, and of keys that lead elsewhere.
@Suite struct RowEvidenceTests {
  private func evidence(_ statements: [String]) throws -> StoreEvidence {
    let connection = try Connection.inMemory()
    for statement in ["CREATE TABLE ZT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZA, ZK INTEGER)"]
      + statements
    { try connection.execute(sql: statement) }
    return StoreEvidence(rowsOf: connection)
  }

  @Test func theEntitiesOfAColumnAreThoseOfItsValues() throws {
    let found = try evidence([
      "INSERT INTO ZT(Z_ENT, ZA) VALUES (1, 'x'), (2, NULL), (3, 'y'), (3, 'z')"
    ])
    #expect(found.entityNumbers("ZT", "ZA") == [1, 3])
    #expect(found.entityNumbers("ZT", "ZK") == [])
    #expect(found.entityNumbers("ZT", "ZNONE") == nil, "there is no such column")
  }

  @Test func aKeyIsStrayWithoutARowOfTheEntities() throws {
    let rows = [
      "CREATE TABLE ZD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)",
      "INSERT INTO ZD VALUES (1, 5), (2, 6)", "INSERT INTO ZT(Z_ENT, ZK) VALUES (1, 1), (1, NULL)",
    ]
    let found = try evidence(rows)
    #expect(found.hasStrayKey("ZT", "ZK", "ZD", [5]) == false)
    #expect(found.hasStrayKey("ZT", "ZK", "ZD", [6]) == true, "a row of another entity")
    #expect(
      try evidence(rows + ["INSERT INTO ZT(Z_ENT, ZK) VALUES (1, 9)"])
        .hasStrayKey("ZT", "ZK", "ZD", [5, 6]) == true, "no row at all")
    #expect(found.hasStrayKey("ZT", "ZNONE", "ZD", [5]) == nil)
  }

  /// The first and the last 500 rows are read, not those between them.
  @Test func rowsOfBothEndsAreRead() throws {
    let found = try evidence([
      """
      INSERT INTO ZT(Z_ENT, ZA) WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1002)
      SELECT i, 'x' FROM n
      """
    ])
    #expect(found.entityNumbers("ZT", "ZA") == Set((1...500).map { $0 } + (503...1002).map { $0 }))
  }
}
