import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// What a reader leaves out and counts, and what a path of a mapping model leads to.
@Suite struct ReaderLimitTests {
  private func read(_ text: String) -> (String, [String]) {
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "contents", text: text)
    let syntax = ModelReader.read(contents: file, &diagnostics)
    func show(_ element: SyntaxElement) -> String {
      element.kind.rawValue
        + (element.children.isEmpty
          ? "" : "(\(element.children.map(show).joined(separator: " ")))")
    }
    return (syntax.map { show($0.root) } ?? "nothing", diagnostics.all.map(\.text))
  }

  /// 200 findings are said; of more, their number.
  @Test(arguments: [199, 200, 201, 202])
  func twoHundredSurprisesAreSaid(count: Int) {
    func check(_ text: String) {
      let said = read(text).1
      #expect(said.count == min(count, 200) + (count > 200 ? 1 : 0))
      #expect(
        said.contains { $0.hasPrefix("\(count - 200) more elements and attributes") }
          == (count > 200))
    }
    check("<model>" + String(repeating: "<x/>", count: count) + "</model>")
    check("<model>" + String(repeating: "<entity x=''/>", count: count) + "</model>")
    check("<model>" + String(repeating: "<entity>t</entity>", count: count) + "</model>")
  }

  /// What is in an element that is left out is left out with it and not told of.
  @Test(arguments: [
    ("<model><x><y><entity/></y></x><entity/></model>", "model(entity)", ["x in model"]),
    (
      "<model><x/><entity><y/><attribute/></entity></model>", "model(entity(attribute))",
      ["x in model", "y in entity"]
    ),
    ("<model><x>text</x></model>", "model", ["x in model"]),
    ("<model><attribute/></model>", "model", ["attribute in model"]),
    ("<model><entity><entity/></entity></model>", "model(entity)", ["entity in entity"]),
    ("<model><x><x><x/></x></x><x/></model>", "model", ["x in model", "x in model"]),
    ("<model></model>", "model", []),
    (
      "<model><entity/><entity><attribute/></entity></model>", "model(entity entity(attribute))", []
    ),
  ])
  func whatIsLeftOutIsLeftOutWhole(text: String, shown: String, unknown: [String]) {
    let (model, said) = read(text)
    #expect(model == shown)
    let expected = unknown.map { row in
      let parts = row.split(separator: " ")
      return "no element '\(parts[0])' can stand in '\(parts[2])'; it is ignored"
    }
    #expect(said.count == expected.count)
    for (found, text) in zip(said, expected) { #expect(found.hasPrefix(text), "\(found)") }
  }

  // MARK: - Paths of mapping models

  private static let xml = "<database><object type='XDDEVMAPPINGMODEL' id='m'/></database>"

  private func load(_ path: String) -> String {
    let source = ModelFileSource.tree(
      FileTree(
        label: "c:",
        files: [
          ("M.xcmappingmodel/xcmapping.xml", .file(Array(Self.xml.utf8))),
          ("Empty.xcmappingmodel/other", .file([])), ("bare.xml", .file(Array(Self.xml.utf8))),
          ("Big.cdm", .oversized), ("Broken.cdm", .file(Array("bplist00x".utf8))),
        ]))
    var diagnostics = Diagnostics()
    do {
      let found = try MappingModelReader.load(path: path, in: source, &diagnostics)
      let said = diagnostics.all.map {
        "\($0.id) at \($0.location?.file.path ?? "-")"
      }
      switch found {
      case .editor(let syntax):
        return (["editor \(syntax.file.path)"] + said).joined(separator: ", ")
      case .compiled(_, let file): return (["compiled \(file.path)"] + said).joined(separator: ", ")
      case nil: return said.joined(separator: ", ")
      }
    } catch { return "\(error)" }
  }

  @Test(arguments: [
    ("M.xcmappingmodel", "editor c:M.xcmappingmodel/xcmapping.xml"),
    ("M.xcmappingmodel/", "editor c:M.xcmappingmodel/xcmapping.xml"),
    ("M.xcmappingmodel/xcmapping.xml", "editor c:M.xcmappingmodel/xcmapping.xml"),
    ("bare.xml", "editor c:bare.xml"),
    ("Empty.xcmappingmodel", "mapping.no-file at c:Empty.xcmappingmodel"),
    ("Big.cdm", "xml.size-limit at c:Big.cdm"),
    ("Broken.cdm", "mapping.bad-archive at c:Broken.cdm"),
    ("None.cdm", "cannot find 'c:None.cdm': no such file or folder"),
  ])
  func aPathLeadsToAMappingModel(path: String, expected: String) {
    #expect(load(path) == expected)
  }
}
