import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Batch updates and deletes of every form: their statements, what is refused, and the rows that differ afterwards.
///
/// `RECORD=1` writes `Tests/Cases/Runtime/batches.txt` anew. The lines with `-` and `+` are the ones to read: they
/// say what the app finds.
@Suite struct BatchCaseTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Ship">
        <attribute name="armed" optional="YES" attributeType="Boolean"/>
        <attribute name="built" optional="YES" attributeType="Date"/>
        <attribute name="crewCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="crew.@count"/>
        <attribute name="decks" attributeType="Integer 16" minValueString="0" maxValueString="20"/>
        <attribute name="hull" optional="YES" attributeType="Composite" composite="Hull"/>
        <attribute name="name" optional="YES" attributeType="String" minValueString="2" maxValueString="8"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="range" optional="YES" attributeType="Integer 64"/>
        <attribute name="speed" optional="YES" attributeType="Double" minValueString="0" maxValueString="99.5"/>
        <attribute name="tons" optional="YES" attributeType="Integer 32"/>
        <attribute name="years" optional="YES" attributeType="Integer 16"/>
        <relationship name="captain" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Sailor" inverseName="command" inverseEntity="Sailor"/>
        <relationship name="crew" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Sailor" inverseName="ship" inverseEntity="Sailor"/>
        <relationship name="port" maxCount="1" deletionRule="Nullify" destinationEntity="Port" inverseName="ships" inverseEntity="Port"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Tanker" parentEntity="Ship">
        <attribute name="volume" optional="YES" attributeType="Float"/>
      </entity>
      <entity name="Sailor">
        <attribute name="rank" optional="YES" attributeType="Integer 16"/>
        <relationship name="command" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Ship" inverseName="captain" inverseEntity="Ship"/>
        <relationship name="ship" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Ship" inverseName="crew" inverseEntity="Ship"/>
      </entity>
      <entity name="Port">
        <attribute name="city" optional="YES" attributeType="String"/>
        <relationship name="ships" toMany="YES" minCount="1" deletionRule="Nullify" destinationEntity="Ship" inverseName="port" inverseEntity="Ship"/>
      </entity>
      <composite name="Hull">
        <attribute name="length" attributeType="Float"/>
        <attribute name="width" optional="YES" attributeType="Integer 16"/>
      </composite>
    </model>
    """

  private static let rows = [
    "INSERT INTO ZPORT (Z_PK, Z_ENT, Z_OPT, ZCITY) VALUES (1, 1, 1, 'Oslo'), (2, 1, 1, 'Riga')",
    """
    INSERT INTO ZSHIP (Z_PK, Z_ENT, Z_OPT, ZNAME, ZDECKS, ZTONS, ZYEARS, ZRANGE, ZSPEED, ZPRICE, ZBUILT, ZARMED, \
    ZLENGTH, ZWIDTH, ZPORT, ZCAPTAIN, ZCREWCOUNT) VALUES \
    (1, 3, 1, 'Ada', 2, 100, 5, 7, 20.5, 10, 100.0, 1, 30.0, 6, 1, 1, 2), \
    (2, 3, 4, 'Bea', 3, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, NULL, 0), \
    (3, 4, 1, 'Cat', 9, 2147483000, 32000, 9223372036854775000, 99.0, 0.5, 86400.0, NULL, 60.0, NULL, 2, 3, 1)
    """,
    """
    INSERT INTO ZSAILOR (Z_PK, Z_ENT, Z_OPT, ZRANK, ZSHIP) VALUES \
    (1, 2, 1, 1, 1), (2, 2, 1, 2, 1), (3, 2, 1, 9, 3), (4, 2, 1, NULL, NULL)
    """,
  ]

  /// `entity: condition: assignments`; without assignments the objects are deleted.
  private static let changes = [
    // Constants of every type, nil, and none of the objects.
    "Ship: name == 'Ada': decks=20, tons=2147483647, years=-32768, range=-1, speed=99.5, armed=NO",
    "Ship: name == 'Bea': name=nil, price=1.25, built=2001-01-02, hull.width=3, hull.length=1.5",
    "Ship: decks > 99: tons=1", "Tanker: TRUEPREDICATE: tons=1, volume=2.5",
    "Ship: name BEGINSWITH 'A': hull.length=nil, hull.width=nil",
    // Numbers at the limits of their columns and beyond.
    "Ship: name == 'Cat': tons:=tons + 647", "Ship: name == 'Cat': tons:=tons + 648",
    "Ship: name == 'Ada': tons:=0 - 2147483648", "Ship: name == 'Ada': tons:=0 - 2147483649",
    "Ship: name == 'Cat': years:=years + 767", "Ship: name == 'Cat': years:=years + 768",
    "Ship: name == 'Ada': years:=0 - 32768", "Ship: name == 'Ada': years:=0 - 32769",
    "Ship: name == 'Cat': range:=range + 1", "Ship: name == 'Ada': years:=speed",
    "Ship: name == 'Ada': range:=speed * 2", "Ship: name == 'Ada': speed:=decks",
    // Rules of the model.
    "Ship: name == 'Ada': decks:=decks + 18", "Ship: name == 'Ada': decks:=decks + 19",
    "Ship: name == 'Ada': decks:=decks - 3", "Ship: name == 'Bea': decks:=tons",
    "Ship: name == 'Ada': speed:=speed + 79", "Ship: name == 'Ada': speed:=speed + 79.5",
    "Ship: name == 'Bea': hull.length:=speed", "Ship: name == 'Bea': speed:=speed + 1",
    "Ship: name == 'Ada': name:=uppercase(port.city)", "Ship: decks < 5: name:=port.city",
    "Ship: decks < 5: name=Dora",
    // Several at once, each from the values before.
    "Ship: decks < 5: tons:=decks, decks=7, years:=decks + 1",
    "Ship: decks < 5: decks:=crew.@count",
    "Ship: name == 'Ada': built:=built, decks=1", "Ship: name == 'Ada': price:=price * 1.5",
    // Objects, alone and beside attributes.
    "Ship: name == 'Ada': port=Port/p2", "Ship: name == 'Cat': port=Port/p1, decks=1",
    "Ship: name == 'Bea': captain=Sailor/p1, decks:=decks + 1", "Ship: decks > 2: captain=nil",
    "Ship: decks > 2: captain=Sailor/p4", "Sailor: rank == nil: ship=Tanker/p3",
    "Sailor: ship.name == 'Ada': ship=nil, rank=4", "Ship: name == 'Ada': port=nil",
    // Deletes: cascade, nullify, deny, and what has to keep one object.
    "Ship: name == 'Bea'", "Ship: name == 'Ada'", "Ship: decks < 5", "Sailor: rank == nil",
    "Sailor: rank == 2", "Sailor: rank == 9", "Port: city == 'Riga'", "Tanker: TRUEPREDICATE",
    "Ship: decks > 99", "Ship: TRUEPREDICATE",
  ]

  @Test func everyBatchChangesWhatIsWritten() throws {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: Self.contents), &diagnostics))
    var lines: [String] = []
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      try compiled.createStore(at: path)
      let connection = try Connection(path: path, access: .readWrite)
      for row in Self.rows { try connection.execute(sql: row) }
      let before = try dump(connection)
      for (index, change) in Self.changes.enumerated() {
        lines.append("== \(change)")
        let results = try [BatchRules.ofSave, .ofBatchRequest].map { rules in
          let copy = folder.appendingPathComponent("\(index)\(rules.checksValues).sqlite").path
          try connection.execute("VACUUM INTO ?", [.text(copy)])
          let text = try result(of: change, rules, compiled, copy)
          return text + (try difference(before, dump(Connection(path: copy, access: .readOnly))))
        }
        lines += results[0]
        if results[1] != results[0] { lines += ["as a batch request:"] + results[1] }
      }
    }
    try RepositoryFiles.expectGolden(
      lines.joined(separator: "\n") + "\n", at: "Tests/Cases/Runtime/batches.txt")
  }

  /// The statements, and what came of them.
  private func result(
    of change: String, _ rules: BatchRules, _ compiled: CompiledModel, _ path: String
  ) throws -> [String] {
    let parts = change.components(separatedBy: ": ")
    var diagnostics = Diagnostics()
    let session = try #require(try BatchSession.open(path, model: compiled, &diagnostics))
    session.rules = rules
    session.rules.observesTransactions = false
    session.collectsRows = true
    var lines: [String] = []
    session.observe = { sql in
      let values = sql.bindings.map(\.debugText).joined(separator: ", ")
      lines.append("  \(sql.text)\(values.isEmpty ? "" : " <- \(values)")")
    }
    let request = RequestInput(entity: parts[0], predicate: parts[1])
    let fetch = try #require(compiled.compile(request, &diagnostics), "\(change)")
    let entity = try #require(compiled.model.entity(named: parts[0]))
    do throws(StoreFailure) {
      let found: BatchSession.Result
      if parts.count > 2 {
        let texts = parts[2].components(separatedBy: ", ")
        guard
          let assignments = BatchAssignment.read(
            texts, of: entity, in: compiled, checksRules: rules.checksValues, &diagnostics)
        else { return diagnostics.all.map { "\($0.id) \($0.text)" } }
        found = try session.update(fetch, set: assignments)
      } else {
        found = try session.delete(fetch)
      }
      let rows = found.rows.sorted { $0.key < $1.key }.map { "\($0.value)/p\($0.key)" }
      lines.append(
        "matched \(found.matched), cascaded \(found.cascaded): \(rows.joined(separator: " "))")
    } catch {
      lines.append("\(error.reason): \(error.description)")
    }
    return lines
  }

  private func dump(_ connection: Connection) throws -> [String] {
    try ["ZPORT", "ZSAILOR", "ZSHIP"].flatMap { table in
      let statement = try connection.prepare("SELECT * FROM \(name: table) ORDER BY Z_PK")
      var lines: [String] = []
      while let row = try statement.nextRow() {
        lines.append(table + " " + row.map(\.debugText).joined(separator: " "))
      }
      return lines
    }
  }

  /// The rows that are gone or new.
  private func difference(_ before: [String], _ after: [String]) throws -> [String] {
    before.filter { !after.contains($0) }.map { "- \($0)" }
      + after.filter { !before.contains($0) }.map { "+ \($0)" }
  }
}
