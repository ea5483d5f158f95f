import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumQuery
import MomentumTestSupport
import Testing

/// What is wrong with a request, told at its place: `1️⃣` stands where a finding points.
@Suite struct RequestMessageTests {
  /// One option of a request, as it is wrong.
  enum Part: Sendable {
    case select
    case groupBy
    case sort
    case prefetch
  }

  private func findings(
    _ request: RequestInput
  ) throws -> (compiled: CompiledFetch?, findings: [Diagnostic]) {
    var diagnostics = Diagnostics()
    let compiled = try StaffStore.model().compile(request, &diagnostics)
    return (compiled, diagnostics.all)
  }

  @Test(arguments: [
    (Part.select, "1️⃣contracts", "request.to-many-to-fetch"),
    (.select, "1️⃣manager.reports.name", "request.to-many-to-fetch"),
    (.select, "1️⃣nam", "predicate.unknown-key"),
    (.select, "manager.1️⃣nam", "predicate.unknown-key"),
    (.select, "name AS 1️⃣full name", "request.selection-name"),
    (.select, "name AS 1️⃣", "request.selection-name"),
    (.select, "name as 1️⃣'it''s'", "request.selection-name"),
    (.select, "1️⃣", "request.empty-selection"),
    (.select, "   1️⃣AS x", "request.empty-selection"),
    (.groupBy, "1️⃣reports", "request.group-over-to-many"),
    (.groupBy, "manager.1️⃣nme", "predicate.unknown-key"),
    (.sort, "name:1️⃣up", "request.sort-direction"),
    (.sort, "name:desc:1️⃣foo", "request.sort-selector"),
    (.sort, "name:1️⃣fooCompare:", "request.sort-selector"),
    (.sort, "name:desc:1️⃣asc", "request.sort-word-twice"),
    (.sort, "name:localized:desc:1️⃣caseInsensitiveCompare:", "request.sort-word-twice"),
    (.sort, "1️⃣reports.name", "request.sort-over-to-many"),
    (.sort, "1️⃣nam:desc", "predicate.unknown-key"),
    (.sort, "1️⃣", "predicate.unknown-key"),
    (.sort, "badge:desc:1️⃣localizedStandard", "request.sort-comparison"),
    (.sort, "1️⃣name desc", "request.sort-direction"),
    (.sort, "1️⃣-name", "request.sort-direction"),
    (.sort, "1️⃣name, badge:desc", "request.several-keys"),
    (.sort, "1️⃣contracts.@count:desc", "request.sort-aggregate"),
    (.select, "1️⃣name,badge", "request.several-keys"),
    (.select, "1️⃣name n", "request.selection-name"),
    (.prefetch, "manager.1️⃣contrats", "request.unknown-relationship"),
    (.prefetch, "1️⃣name", "request.unknown-relationship"),
    (
      .prefetch, "1️⃣" + repeatElement("manager", count: 21).joined(separator: "."),
      "request.prefetch-length"
    ),
  ])
  func wrongPartsAreNamedAtTheirPlace(part: Part, marked: String, id: String) throws {
    let source = MarkedText(marked)
    var request = RequestInput(entity: "Employee")
    switch part {
    case .select: request.propertiesToFetch = [source.text]
    case .groupBy:
      request.propertiesToFetch = ["name"]
      request.propertiesToGroupBy = ["name", source.text]
    case .sort: request.sortKeys = [source.text]
    case .prefetch: request.prefetchedPaths = [source.text]
    }
    let finding = try #require(try findings(request).findings.first)
    #expect(finding.id == id, "\(finding.text)")
    let start = try #require(finding.location?.range.start)
    #expect(start == source.offsets[1], "\(source.marking(start)): \(finding.text)")
    #expect(finding.location?.file.text == source.text)
  }

  @Test func coreDatasSentencesStandFirst() throws {
    let cases: [(RequestInput, String)] = [
      (
        RequestInput(entity: "Employee", propertiesToFetch: ["contracts"]),
        "Invalid to-many relationship in setPropertiesToFetch:"
      ),
      (
        RequestInput(
          entity: "Employee", propertiesToFetch: ["name"], propertiesToGroupBy: ["kind"]),
        "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY or aggregate functions"
      ),
      (
        RequestInput(entity: "Employee", sortKeys: ["name:finderCompare:"]),
        "unsupported NSSortDescriptor selector: finderCompare:"
      ),
    ]
    for (request, sentence) in cases {
      let (compiled, findings) = try findings(request)
      #expect(compiled == nil)
      #expect(findings.first?.text.hasPrefix(sentence) == true, "\(findings)")
    }
  }

  @Test func nearNamesAreOffered() throws {
    let texts = try findings(
      RequestInput(
        entity: "Employee", sortKeys: ["name:decs", "name:desc:localizdStandard"],
        prefetchedPaths: ["reprots"])
    ).findings.map(\.text)
    #expect(texts.count == 3)
    for (text, name) in zip(texts, ["desc", "localizedStandard", "reports"]) {
      #expect(text.hasSuffix("did you mean '\(name)'?"), "\(text)")
    }
  }

  @Test(arguments: [
    ("name desc", "'name desc' is no sort key; write 'name:desc'", "name:desc"),
    (
      "-manager.name", "'-manager.name' is no sort key; write 'manager.name:desc'",
      "manager.name:desc"
    ),
    (
      "name,badge", "'name,badge' is 2 sort keys; give each by itself, as 'name' and 'badge'", nil
    ),
    (
      "contracts.@count",
      "'contracts.@count' is computed, and a sort key is stored; select 'contracts.@count AS total' and sort by 'total'",
      nil
    ),
  ])
  func sortKeysOfOtherToolsAreSpelledAnew(key: String, text: String, fixed: String?) throws {
    let found = try findings(RequestInput(entity: "Employee", sortKeys: [key])).findings
    #expect(found.map(\.text) == [text])
    #expect(found.first?.fixIts.first?.replacement == fixed)
  }

  /// What the message about a computed sort key proposes.
  @Test func aSelectedNumberIsSortedBy() throws {
    let request = RequestInput(
      entity: "Employee", sortKeys: ["total:desc"],
      propertiesToFetch: ["name", "contracts.@count AS total"])
    let (compiled, found) = try findings(request)
    #expect(found.isEmpty)
    #expect(compiled != nil)
  }

  @Test(arguments: [
    ("name n", "'name n' is a key path and a name, with AS between them; write 'name AS n'"),
    ("name, badge", "'name, badge' is 2 properties; give each by itself, as 'name' and 'badge'"),
  ])
  func selectionsOfSQLAreSpelledAnew(selection: String, text: String) throws {
    let found = try findings(
      RequestInput(entity: "Employee", propertiesToFetch: [selection])
    ).findings
    #expect(found.map(\.text) == [text])
  }

  @Test func aNameIsGivenOnceWithANoteAtTheFirst() throws {
    let (compiled, found) = try findings(
      RequestInput(entity: "Employee", propertiesToFetch: ["name", "kind AS name"]))
    #expect(compiled == nil)
    #expect(found.map(\.id) == ["request.duplicate-name"])
    #expect(found.first?.location?.range == SourceRange(8, 12))
    #expect(found.first?.notes.map(\.text) == ["the first one"])
  }

  @Test(arguments: [
    (RequestInput.Result.objects, ["request.group-needs-dictionaries"]),
    (.ids, ["request.group-needs-dictionaries"]), (.count, ["request.group-needs-dictionaries"]),
    (.dictionaries, []), (nil, []),
  ])
  func groupsAreDictionaries(result: RequestInput.Result?, ids: [String]) throws {
    let found = try findings(
      RequestInput(
        entity: "Employee", result: result, propertiesToFetch: ["kind"],
        propertiesToGroupBy: ["kind"])
    ).findings
    #expect(found.filter { $0.severity == .error }.map(\.id) == ids)
  }

  @Test(arguments: [
    (
      "n", "count:(name) AS n", "request.group-by-aggregate",
      "'n' is computed from a whole group, so it cannot decide the group of an object; group by a property, or by an expression of one object's values"
    ),
    (
      "lowercase:(name)", "uppercase:(name) AS n", "request.group-not-selected",
      "'lowercase:(name)' is no property and none of the selected expressions; select it, and group by its name"
    ),
    (
      "n", "badge + 1 AS n: Integr 64", "request.result-type",
      "no attribute type is named 'Integr 64'; did you mean 'Integer 64'?"
    ),
    (
      "n", "uppercase:(name) AS n: Double", "request.result-type",
      "'uppercase:(name)' is String, which is not given as Double"
    ),
    (
      "n", "objectID AS n: String", "request.result-type",
      "'objectID' is object of Employee, which is not given as String"
    ),
  ])
  func groupsAndTypesOfExpressionsHaveRules(
    group: String, selection: String, id: String, text: String
  ) throws {
    let (compiled, found) = try findings(
      RequestInput(
        entity: "Employee", propertiesToFetch: [selection], propertiesToGroupBy: [group]))
    #expect(compiled == nil)
    #expect(found.first?.id == id)
    expectText(found.first?.text ?? "", text)
  }

  @Test func rowsOfAGroupAreNotFoundByAnExpression() throws {
    let request = RequestInput(
      entity: "Employee",
      propertiesToFetch: ["badge / 100 AS hundreds", "median:(contracts.sumPlanned) AS middle"],
      propertiesToGroupBy: ["hundreds"])
    let errors = try findings(request).findings.filter { $0.severity == .error }
    #expect(errors.map(\.id) == ["request.group-beside-to-many"])
  }

  @Test func groupsAreSortedByWhatTheyShare() throws {
    let request = RequestInput(
      entity: "Employee", sortKeys: ["name"], propertiesToFetch: ["kind"],
      propertiesToGroupBy: ["kind"])
    let (compiled, found) = try findings(request)
    #expect(compiled == nil)
    #expect(found.map(\.id) == ["request.sort-not-grouped"])
  }

  @Test func groupsNeedASelectionOfWhatTheyShare() throws {
    let nothing = RequestInput(entity: "Employee", propertiesToGroupBy: ["kind"])
    #expect(try findings(nothing).findings.map(\.id) == ["request.not-grouped"])
    let own = RequestInput(
      entity: "Employee", propertiesToFetch: ["objectID"], propertiesToGroupBy: ["kind"])
    #expect(try findings(own).findings.map(\.id) == ["request.not-grouped"])
  }

  @Test func havingNeedsGroups() throws {
    let request = RequestInput(
      entity: "Employee", propertiesToFetch: ["kind"], having: "$kind == 'x'")
    #expect(try findings(request).findings.map(\.id) == ["request.having-without-group"])
  }

  @Test func objectsTakePropertiesOfTheirOwn() throws {
    for property in ["manager.name", "manager.department"] {
      let request = RequestInput(
        entity: "Employee", result: .objects, propertiesToFetch: [property])
      let (compiled, found) = try findings(request)
      #expect(compiled == nil)
      #expect(found.map(\.id) == ["request.property-of-objects"], "\(property)")
    }
  }

  @Test func optionsWithoutMeaningAreLeftOutAndSaid() throws {
    let cases: [(RequestInput, Int)] = [
      (RequestInput(entity: "Employee", result: .ids, isDistinct: true), 1),
      (RequestInput(entity: "Employee", result: .count, propertiesToFetch: ["name"]), 1),
      (
        RequestInput(
          entity: "Employee", result: .dictionaries, batchSize: 5, prefetchedPaths: ["reports"]), 2
      ),
    ]
    for (request, count) in cases {
      let (compiled, found) = try findings(request)
      #expect(found.map(\.id) == Array(repeating: "request.ignored-option", count: count))
      #expect(found.allSatisfy { $0.severity == .warning })
      let resolved = try #require(compiled?.request)
      #expect(!resolved.isDistinct && resolved.batchSize == nil)
      #expect(resolved.prefetchedRelationships.isEmpty)
    }
  }

  @Test func everyProblemIsReportedInOneRun() throws {
    let request = RequestInput(
      entity: "Employee", sortKeys: ["x"], propertiesToFetch: ["a", "b"],
      propertiesToGroupBy: ["c"], prefetchedPaths: ["d"])
    #expect(try findings(request).findings.count == 5)
  }

  @Test func noTextTrips() throws {
    let model = try StaffStore.model()
    let texts = [
      "name AS n", "count:(name) AS 'a b'", "@sum.salary", "name:desc:localized", "a.b.c", "'AS'",
      "\"x AS y\" AS z", "\\", "name AS AS", ":::", "..", "ä AS ö", "name : desc",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      for end in 0...bytes.count {
        let cut = String(decoding: bytes[..<end], as: UTF8.self)
        for request in [
          RequestInput(entity: "Employee", propertiesToFetch: [cut], having: cut),
          RequestInput(entity: "Employee", sortKeys: [cut], propertiesToGroupBy: [cut]),
          RequestInput(entity: "Employee", prefetchedPaths: [cut]),
        ] {
          var diagnostics = Diagnostics()
          _ = model.compile(request, &diagnostics)
          for finding in diagnostics.all {
            guard let location = finding.location else { continue }
            #expect(location.range.end <= location.file.utf8.count, "\(cut): \(finding.text)")
          }
        }
      }
    }
  }
}
