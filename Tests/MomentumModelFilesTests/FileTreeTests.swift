import MomentumDiagnostics
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite struct FileTreeTests {
  private func load(
    _ path: String, version: String? = nil, _ files: [(path: String, node: FileTree.Node)]
  ) -> String {
    var diagnostics = Diagnostics()
    let source = ModelFileSource.tree(FileTree(label: "main:", files: files))
    do {
      let loaded = try ModelBundle.load(
        path: path, version: version, in: source, &diagnostics)
      let result = loaded.map { "\($0.versionName): \($0.path) \"\($0.contents.text)\"" }
      return
        ([result ?? "nothing"]
        + diagnostics.all.map { "\($0.location?.file.path ?? "-"): \($0.id)" }).joined(
          separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  private func file(_ text: String) -> FileTree.Node { .file(Array(text.utf8)) }

  @Test func aBundleReadsAsFromADisk() {
    let files: [(path: String, node: FileTree.Node)] = [
      ("App/M.xcdatamodeld/M.xcdatamodel/contents", file("1")),
      ("App/M.xcdatamodeld/M 10.xcdatamodel/contents", file("10")),
      ("App/M.xcdatamodeld/M 2.xcdatamodel/contents", file("2")),
      ("App/M.xcdatamodeld/.xccurrentversion", file(SampleContents.currentVersion("M 2"))),
    ]
    for path in ["App/M.xcdatamodeld", "./App/../App//M.xcdatamodeld/"] {
      #expect(load(path, files).hasPrefix("M 2: main:"))
    }
    expectText(
      load("App/M.xcdatamodeld", version: "M 10", files),
      "M 10: main:App/M.xcdatamodeld/M 10.xcdatamodel/contents \"10\"")
    expectText(
      load("App/M.xcdatamodeld", version: "M 3", files),
      "nothing\nmain:App/M.xcdatamodeld: bundle.unknown-version")
    expectText(
      load("App/M.xcdatamodeld/M.xcdatamodel/contents", files),
      "M: main:App/M.xcdatamodeld/M.xcdatamodel/contents \"1\"")
    expectText(load("App", files), "nothing\nmain:App: bundle.not-a-model")
    expectText(load("Api", files), "cannot find 'main:Api': no such file or folder")
    var diagnostics = Diagnostics()
    let source = ModelFileSource.tree(FileTree(label: "main:", files: files))
    let versions = try? ModelBundle.versions(
      path: "App/M.xcdatamodeld", in: source, &diagnostics)
    #expect(versions?.map(\.name) == ["M", "M 2", "M 10"])
    #expect(versions?.map(\.isCurrent) == [false, true, false])
  }

  @Test func linksAreFollowedInTheTreeAlone() {
    let files: [(path: String, node: FileTree.Node)] = [
      ("A/M.xcdatamodel/contents", file("1")), ("L.xcdatamodel", .link("A/./M.xcdatamodel")),
      ("B/L.xcdatamodel", .link("../A/M.xcdatamodel")),
      ("B/Out.xcdatamodel", .link("../../A/M.xcdatamodel")),
      ("Etc.xcdatamodel/contents", .link("/etc/passwd")),
      ("Round.xcdatamodel/contents", .link("contents")),
      ("R1.xcdatamodel", .link("R2.xcdatamodel")), ("R2.xcdatamodel", .link("R1.xcdatamodel")),
      ("Sub.xcdatamodel", .submodule), ("Large.xcdatamodel/contents", .oversized),
    ]
    expectText(load("L.xcdatamodel", files), "L: main:L.xcdatamodel/contents \"1\"")
    expectText(load("B/L.xcdatamodel", files), "L: main:B/L.xcdatamodel/contents \"1\"")
    expectText(
      load("B/Out.xcdatamodel", files),
      "cannot find 'main:B/Out.xcdatamodel': it leads out of the repository")
    expectText(
      load("Etc.xcdatamodel", files),
      "cannot find 'main:Etc.xcdatamodel/contents': it leads out of the repository")
    expectText(
      load("Round.xcdatamodel", files),
      "cannot find 'main:Round.xcdatamodel/contents': a loop of links")
    expectText(
      load("R1.xcdatamodel", files), "cannot find 'main:R1.xcdatamodel': a loop of links")
    expectText(
      load("Sub.xcdatamodel", files),
      "cannot read 'main:Sub.xcdatamodel': it is a submodule; run the command in that repository")
    expectText(
      load("Large.xcdatamodel", files), "nothing\nmain:Large.xcdatamodel/contents: xml.size-limit")
    expectText(
      load("../M.xcdatamodel", files),
      "cannot find 'main:../M.xcdatamodel': it leads out of the repository")
  }
}
