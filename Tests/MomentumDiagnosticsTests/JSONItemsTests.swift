import MomentumDiagnostics
import MomentumTestSupport
import Testing

/// A list read item by item, beside the same document read whole.
@Suite struct JSONItemsTests {
  private static let text = """
    {"version": 1, "data": {"names": ["a"], "shops": [{"id": 1, "x": [1, {"y": null}]}, "two", []],
     "more": {"shops": [9]}}, "shops": [7]}
    """

  private func read(
    _ text: String, _ path: [String], keepsRest: Bool = false
  ) -> (items: [JSONNode], result: JSONItems?, issues: Diagnostics) {
    var issues = Diagnostics()
    var items: [JSONNode] = []
    let result = JSONParser.parse(
      SourceFile(path: "a.json", text: text), itemsAt: path, keepsRest: keepsRest, &issues
    ) { items.append($0) }
    return (items, result, issues)
  }

  private func whole(_ text: String, _ path: [String]) -> JSONNode? {
    var issues = Diagnostics()
    var node = JSONParser.parse(SourceFile(path: "a.json", text: text), &issues)
    for key in path {
      guard case .object(let members)? = node?.value else { return nil }
      node = members.first { $0.name == key }?.value
    }
    return node
  }

  @Test(arguments: [["data", "shops"], ["shops"], ["data", "names"], ["data", "more", "shops"]])
  func itemsAreThoseOfTheList(_ path: [String]) {
    let found = read(Self.text, path)
    #expect(found.issues.isEmpty)
    guard let list = whole(Self.text, path), case .array(let items) = list.value else {
      Issue.record("no list")
      return
    }
    #expect(found.items == items && !items.isEmpty)
    #expect(found.result?.target?.range == list.range)
    #expect(found.result?.target?.value == .array([]))
  }

  @Test func theRestIsKeptOrEmpty() {
    let kept = read(Self.text, ["data", "shops"], keepsRest: true).result?.root
    let dropped = read(Self.text, ["data", "shops"]).result?.root
    guard case .object(let all)? = kept?.value, case .object(let some)? = dropped?.value else {
      Issue.record("no object")
      return
    }
    #expect(all.map(\.name) == ["version", "data", "shops"] && all.map(\.name) == some.map(\.name))
    #expect(all.last?.value == whole(Self.text, ["shops"]))
    #expect(some.last?.value.value == .array([]))
  }

  @Test(arguments: [
    ([], nil as String?), (["version"], "a number"), (["dota", "shops"], nil),
    (["data", "shops", "id"], nil), (["version", "shops"], nil),
  ])
  func whatIsNoListGivesNoItems(_ path: [String], _ kind: String?) {
    let found = read(Self.text, path)
    #expect(found.items.isEmpty && found.issues.isEmpty)
    #expect(found.result?.target?.kind == (path.isEmpty ? "an object" : kind))
  }

  @Test func aMisspeltStepHasNeighbours() {
    let root = read(Self.text, ["dota", "shops"]).result?.root
    #expect(
      root.map { JSONItems.paths(near: ["dota", "shops"], in: $0) }
        == ["version.shops", "data.shops", "shops.shops"])
    let other = read(Self.text, ["data", "shop"]).result?.root
    #expect(
      other.map { JSONItems.paths(near: ["data", "shop"], in: $0) }
        == ["data.names", "data.shops", "data.more"])
  }

  /// Cut at each byte and with each byte doubled: refused where the whole reading refuses, with one voice.
  @Test func damagedTextIsRefusedAlike() {
    let bytes = Array(Self.text.utf8)
    var texts: [[UInt8]] = bytes.indices.map { Array(bytes[..<$0]) }
    texts += bytes.indices.map { Array(bytes[...$0] + bytes[$0...]) }
    for bytes in texts {
      let file = SourceFile(path: "a.json", utf8: bytes)
      var (one, other) = (Diagnostics(), Diagnostics())
      let whole = JSONParser.parse(file, &one)
      let items = JSONParser.parse(file, itemsAt: ["data", "shops"], keepsRest: false, &other) {
        _ in
      }
      #expect((whole == nil) == (items == nil))
      #expect(one.all == other.all)
    }
  }
}
