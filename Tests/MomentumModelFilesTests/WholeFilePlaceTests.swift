import MomentumDiagnostics
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Findings that belong to no place in a file.
@Suite struct WholeFilePlaceTests {
  /// What is said of a file as a whole has its path and its first byte as place.
  @Test(arguments: [
    ("Empty.xcdatamodeld", "bundle.no-versions"), ("Folder", "bundle.not-a-model"),
    ("M.omo", "compiled.optimized-model"), ("Old.xcdatamodel", "bundle.old-format"),
    ("None.xcdatamodeld/N.xcdatamodel", "bundle.not-a-model"), ("Big.xml", "xml.size-limit"),
    ("Bad.mom", "compiled.bad-archive"), ("Other.mom", "compiled.no-model"),
    ("Two.xcdatamodeld", "bundle.no-current-version"),
    ("Named.xcdatamodeld", "bundle.bad-current-version-file"),
    ("Broken.momd", "bundle.bad-version-info-file"),
    ("Nameless.momd", "bundle.bad-version-info-file"), ("Big.cdm", "xml.size-limit"),
    ("Empty.xcmappingmodel", "mapping.no-file"), ("Bad.cdm", "mapping.bad-archive"),
    ("Other.cdm", "mapping.not-a-mapping-model"), ("blank.xml", "xml.empty-file"),
    ("list.xml", "xml.binary-property-list"), ("wide.xml", "xml.encoding"),
  ])
  func aWholeFileIsPlacedAtItsBeginning(path: String, id: String) throws {
    let builder = ArchiveBuilder()
    let other = FileTree.Node.file(builder.archive(root: builder.object("NSOther", [:])))
    let text = FileTree.Node.file(Array("x".utf8))
    let nameless = FileTree.Node.file(BinaryPropertyListWriter.write(.dictionary([:])))
    let source = ModelFileSource.tree(
      FileTree(
        label: "c:",
        files: [
          ("Empty.xcdatamodeld/readme", text), ("Folder/readme", text), ("M.omo", text),
          ("Old.xcdatamodel/elements", text), ("None.xcdatamodeld/N.xcdatamodel/readme", text),
          ("Big.xml", .oversized), ("Bad.mom", text), ("Other.mom", other),
          ("Two.xcdatamodeld/A.xcdatamodel/contents", text),
          ("Two.xcdatamodeld/B.xcdatamodel/contents", text),
          ("Named.xcdatamodeld/A.xcdatamodel/contents", text),
          ("Named.xcdatamodeld/.xccurrentversion", text), ("Broken.momd/A.mom", other),
          ("Broken.momd/VersionInfo.plist", text), ("Nameless.momd/A.mom", other),
          ("Nameless.momd/VersionInfo.plist", nameless), ("Big.cdm", .oversized),
          ("Empty.xcmappingmodel/readme", text), ("Bad.cdm", .file(Array("bplist00".utf8))),
          ("Other.cdm", other), ("blank.xml", .file([0x20])),
          ("list.xml", .file(Array("bplist".utf8))), ("wide.xml", .file([0xFF, 0xFE])),
        ]))
    var diagnostics = Diagnostics()
    if path.hasSuffix(".cdm") || path.hasSuffix(".xcmappingmodel") {
      _ = try MappingModelReader.load(path: path, in: source, &diagnostics)
    } else if let loaded = try ModelBundle.load(path: path, in: source, &diagnostics) {
      _ = ModelReader.read(contents: loaded.contents, &diagnostics)
    }
    let found = try #require(diagnostics.all.first { $0.id == id }, "\(diagnostics.all.map(\.id))")
    let location = try #require(found.location)
    #expect(location.range == SourceRange(0, 0))
    #expect(location.file.path.hasPrefix("c:" + path))
  }
}
