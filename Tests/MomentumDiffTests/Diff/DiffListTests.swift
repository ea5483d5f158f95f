import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// Changes of elements that have no rows: constraints, indexes and the requests of fetched properties.
@Suite struct DiffListTests {
  /// One line for each change of a kind of element: what happened, where before, where after, and which facts.
  private func changes(
    _ element: ModelChange.Element, _ old: String, _ new: String
  ) throws -> String {
    let attributes = ["a", "b", "c"].map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
    }.joined()
    func model(_ more: String, _ name: String) throws -> DiffedModel {
      try DiffSample.model(
        "<entity name=\"E\">\(attributes)\(more)</entity><entity name=\"F\">\(attributes)</entity>",
        name)
    }
    let diff = ModelDiffer.diff(try model(old, "old"), try model(new, "new"))
    return diff.changes.filter { $0.element == element }.map {
      let facts = $0.details.map { "\($0.field): \($0.old ?? "-") > \($0.new ?? "-")" }
      return "\($0.kind) \($0.old?.name ?? "-") \($0.new?.name ?? "-")"
        + (facts.isEmpty ? "" : " " + facts.joined(separator: ", "))
    }.joined(separator: "; ")
  }

  private static func compound(_ lists: [String]) -> String {
    guard !lists.isEmpty else { return "" }
    let indexes = lists.map { list in
      "<compoundIndex>"
        + list.split(separator: ",").map { "<index value=\"\($0)\"/>" }.joined()
        + "</compoundIndex>"
    }
    return "<compoundIndexes>\(indexes.joined())</compoundIndexes>"
  }

  /// A compound index of old models has no name: it is known by its properties in their order.
  @Test(arguments: [
    (["a,b"], ["a,b"], ""), ([], ["a,b"], "added"), (["a,b"], [], "removed"),
    (["a,b"], ["b,a"], "removed; added"), (["a,b"], ["a,b,c"], "removed; added"),
    (["a,b", "a"], ["a", "a,b"], ""), (["a", "a,b", "c"], ["c"], "removed; removed"),
    (["a", "a"], ["a"], "removed"), (["a"], ["a", "a"], "added"),
  ])
  func compoundIndexesAreKnownByTheirProperties(
    _ old: [String], _ new: [String], _ expected: String
  ) throws {
    let found = try changes(.fetchIndex, Self.compound(old), Self.compound(new))
    #expect(
      found.split(separator: "; ").map { $0.prefix { $0 != " " } }.joined(separator: "; ")
        == expected, "\(found)")
  }

  private static func fetched(_ request: String?) -> String {
    "<fetchedProperty name=\"p\" optional=\"YES\">\(request ?? "")</fetchedProperty>"
  }

  private static func request(_ entity: String = "F", _ predicate: String = "a == b") -> String {
    "<fetchRequest name=\"fetchedPropertyFetchRequest\" entity=\"\(entity)\" "
      + "predicateString=\"\(predicate)\"/>"
  }

  static let requests: [(old: String?, new: String?, expected: String)] = [
    (request(), request(), ""), (nil, nil, ""),
    (request(), nil, "changed p p fetch request: present > -"),
    (nil, request(), "changed p p fetch request: - > present"),
    (request(), request("E"), "changed p p entity: F > E"),
    (request(), request("F", "a == c"), "changed p p predicate: a == b > a == c"),
    (
      request(), request("E", "a == c"),
      "changed p p entity: F > E, predicate: a == b > a == c"
    ),
  ]

  @Test(arguments: requests)
  func aRequestThatComesOrGoesIsAChangeOfItsProperty(
    old: String?, new: String?, expected: String
  ) throws {
    expectText(
      try changes(.fetchedProperty, Self.fetched(old), Self.fetched(new)), expected)
  }

  @Test func fetchedPropertiesComeAndGo() throws {
    let both = Self.fetched(Self.request())
    expectText(try changes(.fetchedProperty, "", both), "added - p")
    expectText(try changes(.fetchedProperty, both, ""), "removed p -")
    expectText(
      try changes(.fetchedProperty, both, both.replacing("name=\"p\"", with: "name=\"q\"")),
      "removed p -; added - q")
  }

  private static func constraints(_ lists: [String]) -> String {
    guard !lists.isEmpty else { return "" }
    let all = lists.map { list in
      "<uniquenessConstraint>"
        + list.split(separator: ",").map { "<constraint value=\"\($0)\"/>" }.joined()
        + "</uniquenessConstraint>"
    }
    return "<uniquenessConstraints>\(all.joined())</uniquenessConstraints>"
  }

  /// A constraint with the same properties in another order is the same one, unless the old model has
  /// that order too.
  @Test(arguments: [
    (["a"], ["a"], ""), (["a"], ["b"], "removed a -; added - b"), ([], ["a"], "added - a"),
    (["a"], [], "removed a -"), (["a", "b"], ["b", "a"], ""),
    (["a,b"], ["b,a"], "changed a,b b,a properties: a, b > b, a"),
    (["a,b", "b,a"], ["b,a"], "removed a,b -"), (["a,b"], ["a,b", "b,a"], "added - b,a"),
    (["a,b"], ["a,b,c"], "removed a,b -; added - a,b,c"),
  ])
  func constraintsAreKnownByTheirProperties(
    _ old: [String], _ new: [String], _ expected: String
  ) throws {
    let found = try changes(
      .uniquenessConstraint, Self.constraints(old), Self.constraints(new))
    expectText(found, expected)
  }
}
