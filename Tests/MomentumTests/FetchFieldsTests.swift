import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumRuntime
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// What people see of rows: dictionaries, groups, and objects of sub-entities.
@Suite struct FetchFieldsTests {
  private func rows(_ request: RequestInput) throws -> String {
    var text = ""
    try StaffStore.withSession { model, session in
      text = try FetchFieldsTests.text(of: request, model, session)
    }
    return text
  }

  /// Names, then a line for each row.
  private static func text(
    of request: RequestInput, _ model: CompiledModel, _ session: FetchSession
  ) throws -> String {
    let fetch = try model.compiled(request)
    let fields = FetchFields(fetch.columns, fetch.request, in: model)
    let result = try session.run(fetch)
    let lines = result.rows.map { row in
      fields.fields.map { field -> String in
        shown(fields.value(of: field, in: row))
      }.joined(separator: " | ")
    }
    return ([fields.fields.map(\.name).joined(separator: " | ")] + lines).joined(separator: "\n")
  }

  private static func shown(_ value: FetchFields.Value) -> String {
    switch value {
    case .missing: "nil"
    case .value(.integer(let number)): "\(number)"
    case .value(.decimal(let number)): "\(number)d"
    case .value(.double(let number)): "\(number)"
    case .value(.string(let text)): text
    case .value(.date(let seconds)): "@\(seconds)"
    case .value(let value): "\(value)"
    case .raw(let value): "raw \(value.debugText)"
    case .object(let name): name
    }
  }

  /// Elements of composites by their paths, keys with the entity that the column beside them tells, and values that are
  /// not of the attribute's type as they are.
  @Test func everyColumnOfAnObjectIsAField() throws {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: RequestInputTable.contents), &diagnostics))
    let fetch = try compiled.compiled(RequestInput(entity: "Person"))
    let fields = FetchFields(fetch.columns, fetch.request, in: compiled)
    #expect(
      fields.fields.map(\.name) == [
        "object", "born", "home.spot.latitude", "home.spot.longitude", "name", "home.street",
        "badge", "isPaid", "level", "salary", "bonus", "desk", "office", "deputy",
      ])
    func number(_ entity: String) throws -> SQLValue {
      .integer(
        Int64(compiled.schema[try #require(compiled.model.entity(named: entity))].number))
    }
    func values(_ row: [SQLValue]) -> String {
      fields.fields.map { Self.shown(fields.value(of: $0, in: row)) }.joined(separator: " | ")
    }
    expectText(
      values([
        try number("Boss"), .integer(7), .integer(1), .real(60), .real(1.5), .null, .text("x"),
        .text("y"), .null, .integer(1), .integer(3), .real(0.5), .null, .integer(4), .integer(5),
        .integer(6), try number("Boss"),
      ]),
      "Boss/p7 | @60.0 | 1.5 | nil | x | y | nil | boolean(true) | 3 | 0.5d | nil | Desk/p4 | Office/p5 | Boss/p6"
    )
    // An unknown number, texts where numbers belong, and a row that is too short.
    expectText(
      values([.integer(99), .integer(8), .null, .text("t"), .text("u"), .text("v"), .integer(1)]),
      "Person/p8 | raw \"t\" | raw \"u\" | raw \"v\" | raw 1 | nil | nil | nil | nil | nil | nil | nil | nil | nil"
    )
    #expect(values([.null, .text("k")]).hasPrefix("raw \"k\" | nil"))
    #expect(values([]).split(separator: " | ").allSatisfy { $0 == "nil" })
  }

  @Test func groupsAreAddedUpAndSortedByTheSum() throws {
    expectText(
      try rows(
        RequestInput(
          entity: "Contract", sortKeys: ["totalSum:desc"],
          propertiesToFetch: [
            "supplierName", "count:(sumPlanned) AS totalCount", "@sum.sumPlanned AS totalSum",
          ], propertiesToGroupBy: ["supplierName"])),
      """
      supplierName | totalCount | totalSum
      Ostwind | 2 | 5010d
      Nordlicht | 2 | 2000.25d
      Südhang, "Alt" | 1 | 40.5d
      """)
  }

  @Test func groupsAreChosenByTheirAggregates() throws {
    expectText(
      try rows(
        RequestInput(
          entity: "Contract", sortKeys: ["supplierName"],
          propertiesToFetch: [
            "supplierName", "max:(datePlanned) AS latest", "count:(distinct:(owner)) AS owners",
            "average:(sumPlanned) AS mean",
          ], propertiesToGroupBy: ["supplierName"], having: "$owners > 1 OR $mean > 2000")),
      """
      supplierName | latest | owners | mean
      Nordlicht | @736214400.0 | 2 | 1000.125d
      Ostwind | nil | 1 | 2505d
      """)
  }

  @Test func groupsMayBeOfSeveralKeysAndOverRelationships() throws {
    expectText(
      try rows(
        RequestInput(
          entity: "Contract", sortKeys: ["owner.department.name", "owner"],
          propertiesToFetch: ["owner.department.name", "owner", "min:(sumPlanned) AS least"],
          propertiesToGroupBy: ["owner.department.name", "owner"])),
      """
      owner.department.name | owner | least
      nil | nil | 10d
      Design | Employee/p1 | 1200.25d
      Design | Employee/p2 | 800d
      Operations | Employee/p4 | 40.5d
      """)
  }

  @Test func groupsAreMadeByTheNameOfAnExpression() throws {
    expectText(
      try rows(
        RequestInput(
          entity: "Contract", sortKeys: ["name"],
          propertiesToFetch: ["uppercase:(supplierName) AS name", "supplierName.@count AS n"],
          propertiesToGroupBy: ["name"])),
      """
      name | n
      NORDLICHT | 2
      OSTWIND | 2
      SÜDHANG, "ALT" | 1
      """)
  }

  @Test func groupsAreMadeByTheTextOfAnExpressionAndByAProperty() throws {
    expectText(
      try rows(
        RequestInput(
          entity: "Employee", sortKeys: ["kind", "hundreds"],
          propertiesToFetch: ["badge / 100 AS hundreds", "kind", "max:(badge) AS last"],
          propertiesToGroupBy: ["badge / 100", "kind"], having: "$last > 9")),
      """
      hundreds | kind | last
      0 | freelance | 11
      0 | permanent | 10
      1 | permanent | 101
      """)
  }

  /// SQL's total of whole numbers is no whole number.
  @Test func resultsHaveTheTypeOfTheExpressionOrTheOneBehindTheName() throws {
    expectText(
      try rows(
        RequestInput(
          entity: "Employee",
          propertiesToFetch: [
            "sum:(badge) AS total", "average:(badge) AS mean", "average:(badge) AS cut: Integer 64",
            "count:(badge) AS n: double", "sum:(salary) AS 'all: of it': Integer32",
          ])),
      """
      total | mean | cut | n | all: of it
      131 | 32.75 | 32 | 4.0 | 11100
      """)
  }

  @Test func expressionsOfOneObject() throws {
    expectText(
      try rows(
        RequestInput(
          entity: "Employee", sortKeys: ["n:desc", "big:desc"],
          propertiesToFetch: [
            "objectID", "uppercase:(name) AS big", "salary * 2 AS double", "contracts.@count AS n",
          ])),
      """
      objectID | big | double | n
      Employee/p1 | ADA | 10401d | 2
      Employee/p4 | DOV | 5600d | 1
      Employee/p2 | BO | 6200d | 1
      Employee/p3 | CLEO | nil | 0
      """)
  }

  @Test func distinctRowsAreGivenOnce() throws {
    expectText(
      try rows(
        RequestInput(
          entity: "Contract", sortKeys: ["supplierName"], propertiesToFetch: ["supplierName"],
          isDistinct: true)),
      """
      supplierName
      Nordlicht
      Ostwind
      Südhang, "Alt"
      """)
  }

  @Test func dictionariesWithoutASelectionHaveAllProperties() throws {
    expectText(
      try rows(
        RequestInput(entity: "Contract", sortKeys: ["SELF"], limit: 1, result: .dictionaries)),
      """
      datePlanned | sumPlanned | supplierName | owner
      @728438400.0 | 1200.25d | Nordlicht | Employee/p1
      """)
  }

  @Test(
    arguments: [
      ("name", "Ada bo Cleo Dov"), ("name:compare:", "Ada Cleo Dov bo"),
      ("name:caseInsensitive:desc", "Dov Cleo bo Ada"),
      ("name:localizedStandardCompare:", "Ada bo Cleo Dov"),
      ("name:desc:localizedCaseInsensitive", "Dov Cleo bo Ada"),
    ].dropFirst())
  func comparisonsDecideTheOrder(key: String, names: String) throws {
    let request = RequestInput(entity: "Employee", sortKeys: [key], propertiesToFetch: ["name"])
    #expect(
      try rows(request).split(separator: "\n").dropFirst().joined(separator: " ") == names)
  }

  // MARK: - Sub-entities

  private static let loans = """
    <model>
    <entity name="Reader"><attribute name="name" attributeType="String"/><attribute name="card" optional="YES" attributeType="UUID"/>
    <relationship name="loans" optional="YES" toMany="YES" destinationEntity="Loan" inverseName="reader" inverseEntity="Loan"/></entity>
    <entity name="Clerk" parentEntity="Reader"><attribute name="desk" optional="YES" attributeType="String"/></entity>
    <entity name="Loan"><attribute name="title" optional="YES" attributeType="String"/>
    <relationship name="reader" optional="YES" maxCount="1" destinationEntity="Reader" inverseName="loans" inverseEntity="Reader"/></entity>
    </model>
    """

  private static let loanSeed = """
    {"objects": [
    {"entity": "Reader", "id": "ann", "attributes": {"name": "Ann", "card": "6F9619FF-8B86-4011-B42D-00C04FC964FF"}},
    {"entity": "Clerk", "id": "cy", "attributes": {"name": "Cy", "desk": "A"}},
    {"entity": "Loan", "id": "l1", "attributes": {"title": "Tides"}, "relationships": {"reader": "ann"}},
    {"entity": "Loan", "id": "l2", "attributes": {"title": ""}, "relationships": {"reader": "cy"}}
    ]}
    """

  @Test func objectsAreNamedByTheirOwnEntity() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      var diagnostics = Diagnostics()
      let model = try #require(
        CompiledModel.compile(SourceFile(path: "contents", text: Self.loans), &diagnostics))
      let path = folder.appendingPathComponent("a.sqlite").path
      try model.createStore(at: path)
      _ = try model.importObjects(
        of: SourceFile(path: "seed", text: Self.loanSeed), into: path, &diagnostics)
      let session = try #require(try FetchSession.open(path, model: model, &diagnostics))
      let dictionaries = RequestInput(
        entity: "Loan", sortKeys: ["SELF"], propertiesToFetch: ["title AS t", "reader", "SELF"])
      expectText(
        try Self.text(of: dictionaries, model, session),
        """
        t | reader | SELF
        Tides | Reader/p1 | Loan/p1
         | Clerk/p2 | Loan/p2
        """)
      let ids = RequestInput(entity: "Reader", sortKeys: ["SELF"], result: .ids)
      expectText(
        try Self.text(of: ids, model, session),
        """
        object
        Reader/p1
        Clerk/p2
        """)
      let own = RequestInput(
        entity: "Reader", propertiesToFetch: ["name", "objectID"], includesSubentities: false)
      expectText(
        try Self.text(of: own, model, session),
        """
        name | objectID
        Ann | Reader/p1
        """)
      let objects = try session.run(
        model.compiled(
          RequestInput(entity: "Loan", sortKeys: ["SELF"], prefetchedPaths: ["reader"])))
      let readers = try #require(objects.prefetched.first?.objects)
      #expect(
        readers.rows.map { session.objectName($0, readers) } == ["Reader/p1", "Clerk/p2"])
    }
  }
}
