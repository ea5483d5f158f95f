import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumMigrator

/// The settings under which a store is locked: they decide what a power failure leaves.
@Suite struct LockedStoreTests {
  private func settings(_ journal: ApplyFixture.Journal, inPlace: Bool) throws -> [String] {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let options = MigrationOptions(isInPlace: inPlace)
      let locked = try LockedStore(
        StoreFiles(fixture.store), options: options, faults: FaultPoint(options))
      #expect(locked.usesLog == (journal != .delete))
      #expect(locked.connection.isInTransaction == inPlace)
      return try [
        "locking_mode", "synchronous", "cache_size", "secure_delete", "query_only", "busy_timeout",
      ].map { name in
        let value = try locked.connection.firstValue(sql: "PRAGMA \(name)")
        return "\(name) \(value?.debugText ?? "none")"
      }
    }
  }

  /// In place a journal is removed by the commit, and 3 (EXTRA) synchronizes the folder after that. A log needs neither.
  @Test func inPlaceTheJournalIsRemovedForGood() throws {
    #expect(
      try settings(.delete, inPlace: true) == [
        "locking_mode \"normal\"", "synchronous 3", "cache_size -32000", "secure_delete 2",
        "query_only 0", "busy_timeout 5000",
      ])
    for journal in [ApplyFixture.Journal.wal, .walWithRows] {
      #expect(
        try settings(journal, inPlace: true) == [
          "locking_mode \"exclusive\"", "synchronous 2", "cache_size -32000", "secure_delete 2",
          "query_only 0", "busy_timeout 5000",
        ])
    }
  }

  /// A store that is copied is only read.
  @Test(arguments: ApplyFixture.Journal.allCases)
  func aStoreThatIsCopiedIsLockedAndRead(journal: ApplyFixture.Journal) throws {
    #expect(
      try settings(journal, inPlace: false) == [
        "locking_mode \"exclusive\"", "synchronous 2", "cache_size -4000", "secure_delete 2",
        "query_only 1", "busy_timeout 5000",
      ])
  }

  // MARK: - What policies read

  /// The objects of a relationship in their order: by position where they have one, then by key.
  @Test func relatedObjectsAreReadInTheirOrder() {
    let keys = RelatedKeys(table: "ZT", ownerTable: "ZO", joinTable: { $0 + "X" })
    func text(_ storage: RelationshipStorage?) -> String? {
      keys.sql(storage, owner: 7).map { sql in
        #expect(sql.bindings == [.integer(7)])
        return sql.text
      }
    }
    #expect(text(nil) == nil)
    #expect(
      text(.foreignKey(ForeignKey(column: "ZK", orderColumn: "Z_FOK_K")))
        == "SELECT d.Z_PK, d.Z_ENT FROM ZO o JOIN ZT d ON d.Z_PK = o.ZK WHERE o.Z_PK = ?")
    let inverse = "SELECT d.Z_PK, d.Z_ENT FROM ZT d WHERE d.ZK = ? ORDER BY "
    #expect(text(.inverseForeignKey(ForeignKey(column: "ZK"))) == inverse + "d.Z_PK")
    #expect(
      text(.inverseForeignKey(ForeignKey(column: "ZK", orderColumn: "Z_FOK_K")))
        == inverse + "d.Z_FOK_K, d.Z_PK")
    let join =
      "SELECT d.Z_PK, d.Z_ENT FROM Z_1TX j JOIN ZT d ON d.Z_PK = j.ZFAR WHERE j.ZNEAR = ? ORDER BY "
    func side(_ order: String?) -> RelationshipStorage {
      .joinTable(
        JoinTableSide(
          table: "Z_1T", sourceColumn: "ZNEAR", destinationColumn: "ZFAR", orderColumn: order))
    }
    #expect(text(side(nil)) == join + "d.Z_PK")
    #expect(text(side("Z_FOK_F")) == join + "j.Z_FOK_F, d.Z_PK")
  }

  /// What an object has that a policy makes: defaults of attributes and of elements of composites, but no derived value.
  @Test func newObjectsHaveTheDefaultsOfTheModel() throws {
    let contents = """
      <model><entity name="A">
      <attribute name="box" optional="YES" attributeType="Composite" composite="Box"/>
      <attribute name="level" optional="YES" attributeType="Integer 16" defaultValueString="7"/>
      <attribute name="made" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()"/>
      <attribute name="name" optional="YES" attributeType="String" defaultValueString="it's"/>
      <attribute name="none" optional="YES" attributeType="String"/>
      <attribute name="passing" optional="YES" transient="YES" attributeType="String" defaultValueString="x"/>
      </entity>
      <composite name="Box"><attribute name="label" optional="YES" attributeType="String"/>
      <attribute name="lid" optional="YES" attributeType="Composite" composite="Lid"/>
      <attribute name="width" optional="YES" attributeType="Double" defaultValueString="2.5"/></composite>
      <composite name="Lid"><attribute name="open" optional="YES" attributeType="Boolean" defaultValueString="YES"/></composite></model>
      """
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: contents), &diagnostics),
      "\(diagnostics.all.map(\.text))")
    let planned = compiled.planned
    let found = compiled.model.attributes(of: EntityID(0)).map { id in
      let defaults = planned.defaults(of: id).map { "\($0.column) \($0.literal.text)" }
      return "\(compiled.model[id].name): \(defaults.sorted().joined(separator: ", "))"
    }
    #expect(
      found.sorted() == [
        "box: ZOPEN 1, ZWIDTH 2.5", "level: ZLEVEL 7", "made: ", "name: ZNAME 'it''s'", "none: ",
        "passing: ",
      ])
  }
}
