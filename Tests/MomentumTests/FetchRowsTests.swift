import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Rows that predicates find in a store made by the tool itself.
@Suite struct FetchRowsTests {
  private static let modelText = """
    <model>
    <entity name="Person" isAbstract="YES"><attribute name="name" attributeType="String"/></entity>
    <entity name="Reader" parentEntity="Person"><attribute name="age" optional="YES" attributeType="Integer 16"/>
    <relationship name="loans" optional="YES" toMany="YES" destinationEntity="Loan" inverseName="reader" inverseEntity="Loan"/>
    <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Reader" inverseName="friendOf" inverseEntity="Reader"/>
    <relationship name="friendOf" optional="YES" toMany="YES" destinationEntity="Reader" inverseName="friends" inverseEntity="Reader"/></entity>
    <entity name="Clerk" parentEntity="Reader"><attribute name="desk" optional="YES" attributeType="String"/></entity>
    <entity name="Loan"><attribute name="title" optional="YES" attributeType="String"/><attribute name="days" optional="YES" attributeType="Integer 32"/>
    <relationship name="reader" optional="YES" maxCount="1" destinationEntity="Reader" inverseName="loans" inverseEntity="Reader"/>
    <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="loans" inverseEntity="Tag"/></entity>
    <entity name="Tag"><attribute name="name" attributeType="String"/>
    <relationship name="loans" optional="YES" toMany="YES" destinationEntity="Loan" inverseName="tags" inverseEntity="Loan"/></entity>
    </model>
    """

  private static let seed = """
    {"objects": [
    {"entity": "Reader", "id": "ann", "attributes": {"name": "Ann", "age": 30}},
    {"entity": "Reader", "id": "bob", "attributes": {"name": "Bob"}, "relationships": {"friends": ["ann", "cy"]}},
    {"entity": "Clerk", "id": "cy", "attributes": {"name": "Cÿ", "age": 50, "desk": "A"}, "relationships": {"friends": ["ann"]}},
    {"entity": "Reader", "id": "dee", "attributes": {"name": "Dee", "age": 20}},
    {"entity": "Tag", "id": "old", "attributes": {"name": "old"}},
    {"entity": "Tag", "id": "rare", "attributes": {"name": "rare"}},
    {"entity": "Loan", "id": "l1", "attributes": {"title": "Tides", "days": 10}, "relationships": {"reader": "ann", "tags": ["old", "rare"]}},
    {"entity": "Loan", "id": "l2", "attributes": {"title": "tidings", "days": 20}, "relationships": {"reader": "ann", "tags": ["old"]}},
    {"entity": "Loan", "id": "l3", "attributes": {"title": "50% off_", "days": 30}, "relationships": {"reader": "bob"}},
    {"entity": "Loan", "id": "l4", "attributes": {"title": null}, "relationships": {"reader": "cy"}},
    {"entity": "Loan", "id": "l5", "attributes": {"title": "Äther", "days": 5}}
    ]}
    """

  /// Entity, predicate, and the primary keys found. Readers are 1 Ann, 2 Bob, 3 Cÿ (a clerk), 4 Dee;
  /// loans are 1 to 5.
  static let cases: [(entity: String, predicate: String, keys: [Int64])] = [
    ("Reader", "TRUEPREDICATE", [1, 2, 3, 4]), ("Reader", "FALSEPREDICATE", []),
    ("Clerk", "TRUEPREDICATE", [3]), ("Person", "name == 'Ann'", [1]),
    ("Clerk", "age > 10 OR name == 'Ann'", [3]),
    // nil
    ("Reader", "age == nil", [2]), ("Reader", "age != nil", [1, 3, 4]),
    ("Reader", "age != 30", [3, 4]), ("Reader", "NOT age == 30", [3, 4]),
    ("Loan", "reader == nil", [5]), ("Loan", "reader.age == nil", [3, 5]),
    ("Loan", "reader.age != nil AND reader.age > 20", [1, 2, 4]),
    ("Loan", "reader.name == 'Ann' OR days == 5", [1, 2, 5]),
    ("Loan", "NOT reader.name == 'Ann'", [3, 4]),
    // numbers and sets
    ("Loan", "days BETWEEN {10, 20}", [1, 2]), ("Loan", "days IN {5, 30, nil}", [3, 5]),
    ("Loan", "NOT days IN {5, 30}", [1, 2]), ("Loan", "days IN {}", []),
    ("Loan", "20 <= days", [2, 3]), ("Reader", "age == 30.0", [1]),
    // strings
    ("Loan", "title BEGINSWITH 'tid'", [2]), ("Loan", "title BEGINSWITH[c] 'TID'", [1, 2]),
    ("Loan", "title ENDSWITH '_'", [3]), ("Loan", "title CONTAINS '%'", [3]),
    ("Loan", "title CONTAINS[d] 'Ather'", [5]), ("Loan", "title CONTAINS ''", []),
    ("Loan", "title LIKE 'T?des'", [1]), ("Loan", "title LIKE[c] 't*s'", [1, 2]),
    ("Loan", "title MATCHES '[a-z]+'", [2]), ("Loan", "title ==[c] 'TIDES'", [1]),
    ("Loan", "title IN[c] {'TIDES', 'äther'}", [1, 5]), ("Loan", "title IN 'no tidings here'", [2]),
    ("Reader", "name ==[cd] 'cy'", [3]),
    // to-many
    ("Reader", "ANY loans.days > 5", [1, 2]),
    ("Reader", "ANY loans.days == 10 AND ANY loans.days == 20", [1]),
    ("Reader", "ANY loans.days == 30 OR age == 20", [2, 4]),
    ("Reader", "NONE loans.days > 15", [3, 4]),
    ("Reader", "NOT (ANY loans.days == 10)", [2, 3, 4]),
    ("Reader", "ALL loans.days > 5", [1, 2, 4]), ("Reader", "ALL loans.title != nil", [1, 2, 4]),
    ("Reader", "ANY loans.title == nil", [3]), ("Reader", "NONE loans != nil", [4]),
    ("Reader", "loans.@count == 2", [1]), ("Reader", "loans.@count == 0 AND age < 40", [4]),
    ("Reader", "friends.@count == 1", [3]), ("Reader", "ANY friends.name == 'Ann'", [2, 3]),
    ("Reader", "ANY friendOf.name == 'Bob'", [1, 3]),
    ("Reader", "friends CONTAINS 'x' OR age == 50", []),
    ("Loan", "ANY tags.name == 'old'", [1, 2]), ("Loan", "NONE tags.name == 'old'", [3, 4, 5]),
    ("Loan", "ANY tags.name BEGINSWITH 'r' AND reader.name == 'Ann'", [1]),
    ("Loan", "ALL tags.name == 'old'", [2, 3, 4, 5]),
    ("Loan", "reader.loans.@count > 1", [1, 2]),
    ("Loan", "ANY reader.friendOf.name == 'Bob'", [1, 2, 4]),
    ("Tag", "ANY loans.reader.age == 30", [1, 2]), ("Tag", "NONE loans.reader.age == 50", [1, 2]),
    ("Reader", "SELF == 'Reader/p1'", []),
  ].filter { !$0.predicate.contains("'Reader/p1'") && !$0.predicate.contains("CONTAINS 'x'") }

  private func withStore(_ body: (CompiledModel, FetchSession) throws -> Void) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: Self.modelText)
    let model = try #require(CompiledModel.compile(source, &diagnostics))
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      try model.createStore(at: path)
      var found = Diagnostics()
      let counts = try model.importObjects(
        of: SourceFile(path: "seed", text: Self.seed), into: path, &found)
      try #require(counts != nil, "\(TextRenderer().render(found.all))")
      let session = try #require(try FetchSession.open(path, model: model, &found))
      try body(model, session)
    }
  }

  private func keys(_ request: RequestInput, _ model: CompiledModel, _ session: FetchSession) throws
    -> [Int64]
  {
    var diagnostics = Diagnostics()
    let fetch = try #require(
      model.compile(request, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
    return try session.run(fetch).rows.map { row in
      guard case .integer(let key) = row[1] else { return 0 }
      return key
    }
  }

  @Test func predicatesFindTheRightRows() throws {
    try withStore { model, session in
      for (entity, predicate, expected) in Self.cases {
        let request = RequestInput(entity: entity, predicate: predicate)
        let found = try keys(request, model, session)
        #expect(found.sorted() == expected, "\(entity): \(predicate)")
        var counting = request
        counting.result = .count
        var ignored = Diagnostics()
        let fetch = try #require(model.compile(counting, &ignored))
        let count = try session.count(fetch)
        #expect(count == Int64(expected.count), "count, \(entity): \(predicate)")
      }
    }
  }

  @Test func objectsAreArguments() throws {
    try withStore { model, session in
      for format in ["SELF == %@", "SELF IN %@", "NOT SELF != %@"] {
        let request = RequestInput(entity: "Reader", predicate: format, arguments: ["Reader/p1"])
        let foundrequest = try keys(request, model, session)
        #expect(foundrequest == [1], "\(format)")
      }
      let member = RequestInput(
        entity: "Reader", predicate: "friends CONTAINS %@", arguments: ["Reader/p1"])
      let foundmember = try keys(member, model, session).sorted()
      #expect(foundmember == [2, 3])
    }
  }

  @Test func sortKeysOverMissingObjectsKeepTheRow() throws {
    try withStore { model, session in
      let request = RequestInput(entity: "Loan", sortKeys: ["reader.name", "days:desc"])
      let foundrequest = try keys(request, model, session)
      #expect(foundrequest == [5, 2, 1, 3, 4])
    }
  }

  @Test func limitAndOffsetCutAWindow() throws {
    try withStore { model, session in
      let window = RequestInput(entity: "Loan", sortKeys: ["SELF"], limit: 2, offset: 3)
      let foundwindow = try keys(window, model, session)
      #expect(foundwindow == [4, 5])
      let rest = RequestInput(entity: "Loan", sortKeys: ["SELF"], offset: 4)
      let foundrest = try keys(rest, model, session)
      #expect(foundrest == [5])
      var diagnostics = Diagnostics()
      let count = RequestInput(entity: "Loan", limit: 2, result: .count)
      let fetch = try #require(model.compile(count, &diagnostics))
      let counted = try session.count(fetch)
      #expect(counted == 2)
    }
  }

  @Test func storesOfAnotherModelAreRefusedWithBothHashes() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      var diagnostics = Diagnostics()
      let path = folder.appendingPathComponent("a.sqlite").path
      let first = "<model><entity name=\"A\"/></model>"
      let second = "<model><entity name=\"A\" isAbstract=\"YES\"/></model>"
      let model = try #require(
        CompiledModel.compile(SourceFile(path: "1", text: first), &diagnostics))
      let other = try #require(
        CompiledModel.compile(SourceFile(path: "2", text: second), &diagnostics))
      try model.createStore(at: path)
      let session = try FetchSession.open(path, model: other, &diagnostics)
      #expect(session == nil)
      let note = try #require(diagnostics.all.last?.notes.first?.text)
      #expect(note.hasPrefix("entity 'A': store "))
      #expect(note.contains(", model "))
    }
  }
}
