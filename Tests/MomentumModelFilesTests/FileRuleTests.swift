import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Files beside one another: which are versions, which is current, which settings are near, which are looked at.
@Suite struct FileRuleTests {
  private func reason(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "done"
    } catch {
      return "\(error)"
    }
  }

  private func tree(_ paths: [String]) -> ModelFileSource {
    .tree(FileTree(label: "c:", files: paths.map { ($0, .file(Array("x".utf8))) }))
  }

  // MARK: - Versions

  /// The files of a folder, the path that is asked for, and what is found: each version with its path and form.
  private static let folders: [([String], String, String)] = [
    (["M.xcdatamodeld/M.xcdatamodel/contents"], "M.xcdatamodeld", "bundle M contents"),
    (["M.xcdatamodeld/M.xcdatamodel/contents"], "M.xcdatamodeld/", "bundle M contents"),
    (["M.xcdatamodeld/M.xcdatamodel/elements"], "M.xcdatamodeld", "bundle M xcode3"),
    (["M.xcdatamodeld/M.xcdatamodel/other"], "M.xcdatamodeld", "bundle M empty"),
    (["M.xcdatamodeld/M.xcdatamodel"], "M.xcdatamodeld", "bundle M empty"),
    (
      [
        "M.xcdatamodeld/M 10.xcdatamodel/contents", "M.xcdatamodeld/M 9.xcdatamodel/contents",
        "M.xcdatamodeld/.xccurrentversion",
      ], "M.xcdatamodeld", "bundle M 9 contents, M 10 contents, with current"
    ),
    (["M.xcdatamodeld/readme"], "M.xcdatamodeld", "bundle "),
    (["M.xcdatamodeld/readme"], "M.xcdatamodeld//", "bundle "),
    (["Folder/readme"], "Folder", "folder "),
    (["Folder/M.xcdatamodel/contents"], "Folder", "bundle M contents"),
    (["M.xcdatamodel/contents"], "M.xcdatamodel", "bundle M contents"),
    (["M.xcdatamodel/elements", "M.xcdatamodel/layout"], "M.xcdatamodel", "bundle M xcode3"),
    (["M.xcdatamodel/contents"], "M.xcdatamodel/contents", "bundle M contents"),
    (["Folder/contents"], "Folder", "bundle Folder contents"),
    (["Folder/contents"], "Folder/contents", "bundle contents contents"),
    (["Folder/elements"], "Folder/elements", "bundle elements xcode3"),
    (["M.mom"], "M.mom", "bundle M compiled"), (["M.omo"], "M.omo", "bundle M optimized"),
    (["M.xml"], "M.xml", "bundle M contents"),
    (["M.momd/M.mom", "M.momd/M 2.mom"], "M.momd", "compiled M compiled, M 2 compiled"),
    (
      ["M.momd/M.mom", "M.momd/VersionInfo.plist"], "M.momd", "compiled M compiled, with current"
    ),
    (["M.momd/readme"], "M.momd", "compiled "), (["M.momd/readme"], "M.momd/", "compiled "),
    (["Folder/M.mom", "Folder/N.xcdatamodel/contents"], "Folder", "compiled M compiled"),
  ]

  @Test func theVersionsOfAPathAreToldByItsNames() throws {
    for (files, path, expected) in Self.folders {
      let listing = try ModelFolder(source: tree(files)).list(path)
      let kind = listing.isCompiled ? "compiled" : listing.isBundle ? "bundle" : "folder"
      let versions = listing.versions.map { version in
        let form =
          switch version.format {
          case .contents(let path):
            path.hasSuffix("/contents") || path == version.path
              ? "contents" : "contents at \(path)"
          case .compiled(let path): path == version.path ? "compiled" : "compiled at \(path)"
          case .optimized: "optimized"
          case .xcode3: "xcode3"
          case .swift: "swift"
          case .empty: "empty"
          }
        return "\(version.name) \(form)"
      }
      let current = listing.currentVersionFile == nil ? [] : ["with current"]
      #expect(
        "\(kind) " + (versions + current).joined(separator: ", ") == expected,
        "\(path) of \(files)")
      #expect(listing.path == path && listing.shownPath == "c:" + path)
    }
  }

  @Test func inputsAreTheFolderTheChoiceAndEachVersion() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      func write(_ path: String) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: url)
      }
      let base = folder.path + "/M.xcdatamodeld"
      try write("M.xcdatamodeld/M 2.xcdatamodel/contents")
      try write("M.xcdatamodeld/M.xcdatamodel/elements")
      #expect(
        try ModelBundle.inputs(path: base) == [
          base, base + "/M.xcdatamodel", base + "/M 2.xcdatamodel/contents",
        ])
      try write("M.xcdatamodeld/.xccurrentversion")
      #expect(try ModelBundle.inputs(path: base)[1] == base + "/.xccurrentversion")
      let lone = base + "/M 2.xcdatamodel/contents"
      #expect(try ModelBundle.inputs(path: lone) == [lone])
      // Of Swift sources the folder and each file, a file that is named alone once.
      try write("App/Notes.txt")
      for name in ["B", "A"] {
        let source = Data("import SwiftData\n@Model final class \(name) { var a: String? }".utf8)
        try source.write(to: folder.appendingPathComponent("App/\(name).swift"))
      }
      let app = folder.path + "/App"
      #expect(try ModelBundle.inputs(path: app) == [app, app + "/A.swift", app + "/B.swift"])
      #expect(try ModelBundle.inputs(path: app + "/B.swift") == [app + "/B.swift"])
    }
  }

  // MARK: - The current version

  private static let dictionary = "<plist version=\"1.0\"><dict>"
  private static let files: [(String, String)] = [
    (
      "\(dictionary)<key>_XCCurrentVersionName</key><string>M 2.xcdatamodel</string></dict></plist>",
      "M 2.xcdatamodel"
    ),
    (
      "\(dictionary)<key>a</key><string>b</string><key>_XCCurrentVersionName</key><string>M</string></dict></plist>",
      "M"
    ),
    ("\(dictionary)</dict></plist>", "none"),
    ("\(dictionary)<key>other</key><string>M</string></dict></plist>", "none"),
    (
      "\(dictionary)<key>_XCCurrentVersionName</key></dict></plist>",
      "none, bundle.bad-current-version-file"
    ),
    (
      "\(dictionary)<key>_XCCurrentVersionName</key><string></string></dict></plist>",
      "none, bundle.bad-current-version-file"
    ),
    (
      "\(dictionary)<key>_XCCurrentVersionName</key><integer>1</integer></dict></plist>",
      "none, bundle.bad-current-version-file"
    ),
    ("<plist version=\"1.0\"><array/></plist>", "none, bundle.bad-current-version-file"),
    ("<plist version=\"1.0\"></plist>", "none, bundle.bad-current-version-file"),
    ("<other><dict/></other>", "none, bundle.bad-current-version-file"),
    ("no XML", "none, bundle.bad-current-version-file with 1 note"),
    ("", "none, bundle.bad-current-version-file with 1 note"),
  ]

  @Test func theCurrentVersionIsTheTextBesideItsKey() {
    for (text, expected) in Self.files {
      var diagnostics = Diagnostics()
      let found = CurrentVersionFile.read(
        SourceFile(path: ".xccurrentversion", text: text), &diagnostics)
      let problems = diagnostics.all.map { finding in
        let count = finding.notes.count
        return ", \(finding.id)" + (count > 0 ? " with \(count) note" : "")
      }
      #expect((found?.name ?? "none") + problems.joined() == expected, "\(text)")
      if let found {
        let range = found.location.range
        let written = Array(text.utf8)[range.start..<range.end]
        #expect(String(decoding: written, as: UTF8.self) == "<string>\(found.name)</string>")
      }
    }
  }

  // MARK: - Small files

  @Test func aFileBesideAModelIsReadUpToItsLimit() throws {
    let source = ModelFileSource.tree(
      FileTree(
        label: "c:",
        files: [
          ("a/f", .file([1, 2, 3])), ("big", .oversized), ("dead", .link("nothing")),
        ]))
    #expect(try source.file("none") == nil)
    #expect(try source.file("a/f", sizeMax: 3)?.utf8 == [1, 2, 3])
    #expect(try source.file("a/f")?.path == "c:a/f")
    #expect(
      reason { _ = try source.file("a/f", sizeMax: 2) } == "cannot read 'c:a/f': it is too large")
    #expect(reason { _ = try source.file("big") } == "cannot read 'c:big': it is too large")
    #expect(reason { _ = try source.file("a") } == "cannot read 'c:a': it is a folder")
    #expect(
      reason { _ = try source.file("dead") } == "cannot find 'c:dead': no such file or folder")
    #expect(try ModelFileSource.disk.file("/no such file") == nil)
    #expect(source.shown("x") == "c:x" && ModelFileSource.disk.shown("x") == "x")
  }

  @Test func settingsAreLookedForUpToTheRepository() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let base = folder.path
      for path in ["a/b/c", "a/.git"] {
        try FileManager.default.createDirectory(
          atPath: base + "/" + path, withIntermediateDirectories: true)
      }
      let deep = base + "/a/b/c"
      #expect(SettingsFile.nearest("s", from: deep) == nil)
      // Above the repository is somebody else's.
      try Data().write(to: folder.appendingPathComponent("s"))
      #expect(SettingsFile.nearest("s", from: deep) == nil)
      #expect(SettingsFile.nearest("s", from: base) == base + "/s")
      #expect(SettingsFile.nearest("s", from: base + "/") == base + "/s")
      for path in ["a/s", "a/b/s", "a/b/c/s"] {
        try Data().write(to: folder.appendingPathComponent(path))
        #expect(SettingsFile.nearest("s", from: deep) == base + "/" + path)
      }
      #expect(SettingsFile.nearest("s", from: base + "/a/b") == base + "/a/b/s")
    }
    #expect(SettingsFile.nearest("no such file anywhere", from: "/") == nil)
    #expect(SettingsFile.nearest("no such file anywhere", from: "") == nil)
  }

  @Test func aWalkFindsFilesAndPackagesAndLeavesCopiesOut() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let base = folder.path
      for path in [
        "b/two", "a/one", "P.pack/inside", "a/Q.pack/inside", ".git/x", ".build/x", ".swiftpm/x",
        "node_modules/x", "DerivedData/x", "SourcePackages/x", "Pods/x", "Carthage/x",
      ] {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: url)
      }
      try FileManager.default.createSymbolicLink(
        atPath: base + "/link", withDestinationPath: "a")
      let walk = try FolderWalk(base, packageSuffixes: [".pack"])
      #expect(walk.files == [base + "/a/one", base + "/b/two"])
      #expect(walk.packages == [base + "/P.pack", base + "/a/Q.pack"])
      #expect(!walk.isCut)
      #expect(try FolderWalk(base + "/", packageSuffixes: []).files.contains(base + "/a/one"))
      #expect(try FolderWalk(base + "/link", packageSuffixes: []).files.count == 2)
      #expect(try FolderWalk(base + "/Pods", packageSuffixes: []).files == [base + "/Pods/x"])
      #expect(try FolderWalk(base + "/a/one", packageSuffixes: []).files == [base + "/a/one"])
      #expect(
        try FolderWalk(base + "/P.pack", packageSuffixes: [".pack"]).packages == [base + "/P.pack"])
      #expect(reason { _ = try FolderWalk(base + "/none", packageSuffixes: []) } != "done")
      // Three entries: the folder, its file and its package.
      for (most, isCut) in [(2, true), (3, false)] {
        let cut = try FolderWalk(base + "/a", packageSuffixes: [".pack"], entriesMax: most)
        #expect(cut.isCut == isCut, "\(most)")
      }
      // A folder may lie 32 deep.
      for (depth, isCut) in [(31, false), (32, false), (33, true)] {
        let path = base + "/deep\(depth)" + String(repeating: "/d", count: depth)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let deep = try FolderWalk(base + "/deep\(depth)", packageSuffixes: [])
        #expect(deep.isCut == isCut, "\(depth)")
      }
    }
  }

  // MARK: - XML

  @Test func aFileAtEachLimitIsRead() {
    var limits = XMLLimits()
    limits.depthMax = 2
    limits.elementsMax = 3
    limits.attributesPerElementMax = 2
    limits.attributesMax = 3
    limits.valueLengthMax = 4
    limits.sizeMax = 40
    func check(_ text: String) -> String { refusal(Array(text.utf8), limits: limits) }
    #expect(check("<a x='' y=''><b z=''/></a>") == "read")
    #expect(check("<a x='' y=''><b z=''/><c q=''/></a>").contains("[xml.attributes-limit]"))
    #expect(check("<a><b></b><b></b></a>") == "read")
    #expect(check("<a><b></b><b></b><b></b></a>").contains("[xml.element-limit]"))
    #expect(check("<a><b></b></a>") == "read")
    #expect(check("<a><b><c></c></b></a>").contains("[xml.depth-limit]"))
    #expect(check("<a x='1' y='1234'/>") == "read")
    let padding = String(repeating: " ", count: 36)
    #expect(check("<a/>" + padding) == "read")
    #expect(check("<a/>" + padding + " ").contains("[xml.size-limit]"))
    let usual = XMLLimits()
    #expect(usual.sizeMax == 268_435_456 && usual.depthMax == 64 && usual.elementsMax == 5_000_000)
    #expect(usual.attributesMax == 20_000_000 && usual.attributesPerElementMax == 256)
    #expect(usual.valueLengthMax == 1_048_576 && ModelBundle.sizeMax == 268_435_456)
  }

  private static let texts = [
    "<a/>", "<a></a>", "<?xml version='1.0'?>\n<!-- <x> --><a b='1'/>\n<!-- -->", "<a b = \"c\" />",
    "<a>one<b/>two</a>", "<a> \n<b> x </b>\n</a>", "<a><![CDATA[<x>&]]></a>",
    "<a>&lt;&#65;&amp;</a>", "<a b='x&amp;y&#10;z'/>", "<a b='1\n2\r\n3\t4'/>",
    "<a\n b='1'\n c='2'\n/>", "<é ö='ü'>ß</é>", "<a><b><c/></b><b/></a>",
    "<p:a xmlns:p='u' p:b='1'/>",
    "<a><?pi <b/> ?><c/></a>", "<a b='>'><c d='/>'/></a>", "\u{FEFF}<a/>", "<a>\u{A0}</a>",
  ]

  private func lines(_ element: XMLElement, _ depth: Int) -> [String] {
    func text(_ range: SourceRange) -> String { "\(range.start)-\(range.end)" }
    let indent = String(repeating: "  ", count: depth)
    let attributes = element.attributes.map { one in
      let segments = one.segments.map { "\($0.length)<\(text($0.origin))" }
      return "\(indent)  \(one.name) \(text(one.nameRange)) = \(one.value.debugDescription) "
        + "\(text(one.valueRange)) \(segments.joined(separator: " "))"
    }
    return [
      "\(indent)\(element.name) name \(text(element.nameRange)) tag \(text(element.tagRange)) "
        + "all \(text(element.range)) \(element.text.debugDescription)"
    ] + attributes + element.children.flatMap { lines($0, depth + 1) }
  }

  @Test func everyPlaceInAFileIsKnown() throws {
    var all: [String] = []
    for text in Self.texts {
      var diagnostics = Diagnostics()
      let root = XMLReader.read(SourceFile(path: "f", text: text), &diagnostics)
      all.append("== \(text.debugDescription)")
      all += root.map { lines($0, 0) } ?? diagnostics.all.map(\.text)
    }
    try RepositoryFiles.expectGolden(
      all.joined(separator: "\n") + "\n", at: "Tests/Cases/ModelFiles/xml.txt")
  }

  // MARK: - Writing

  @Test func everySettingOfAModelIsWritten() throws {
    let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var values: [Attribute] = []
    for (name, type, value) in [
      ("i", .integer16, .integer(-3)), ("d", .double, .double(1.5)),
      ("n", .decimal, .decimal(Decimal(string: "2.25") ?? 0)), ("s", .string, .string("a\"<")),
      ("b", .boolean, .boolean(true)), ("f", .boolean, .boolean(false)),
      ("t", .date, .date(12.5)), ("u", .uuid, .uuid(uuid)), ("l", .uri, .uri("a:b")),
      ("y", .binary, .binary([1])),
    ] as [(String, AttributeType, AttributeValue)] {
      values.append(
        Attribute(name: name, type: type, defaultValue: value, minimum: value, maximum: value))
    }
    let full = Attribute(
      name: "full", type: .transformable, isOptional: true, isTransient: true, isIndexed: true,
      usesScalarType: true, regularExpression: "x*", derivation: "now()", valueClassName: "C",
      valueTransformerName: "T", allowsExternalStorage: true,
      preservesValueInHistoryOnDeletion: true, allowsCloudEncryption: true,
      isIndexedBySpotlight: true, isStoredInExternalRecord: true, renamingIdentifier: "r",
      versionHashModifier: "h", isSyncable: false, userInfo: [UserInfoEntry(key: "k", value: "v")])
    let others = [
      Attribute(name: "plain", type: .undefined, isTransient: true),
      Attribute(name: "odd", type: .undefined),
      Attribute(name: "place", type: .composite(CompositeID(0))),
    ]
    let link = RelationshipID(EntityID(1), 0)
    var request = StoredFetchRequest(name: "all", entity: EntityID(1))
    var changed = StoredFetchRequest(name: "some", entity: EntityID(0))
    changed.predicateFormat = "a > 1"
    changed.fetchLimit = 3
    changed.fetchBatchSize = 4
    changed.includesSubentities.toggle()
    changed.includesPropertyValues.toggle()
    changed.includesPendingChanges.toggle()
    changed.returnsObjectsAsFaults.toggle()
    changed.returnsDistinctResults.toggle()
    changed.resultType = .managedObjectID
    request.predicateFormat = ""
    let one = Entity(
      name: "One", isAbstract: true, attributes: values + [full] + others,
      relationships: [
        Relationship(
          name: "many", destination: EntityID(1), inverse: link, isToMany: true, isOrdered: true,
          isOptional: true, minimumCount: 2, maximumCount: 9)
      ],
      fetchedProperties: [
        FetchedProperty(name: "found", request: changed), FetchedProperty(name: "none"),
      ],
      uniquenessConstraints: [["i", "d"], ["s"]],
      fetchIndexes: [
        FetchIndex(
          name: "by",
          elements: [
            .init(.property("i")), .init(.expression("x + 1"), kind: .rTree),
          ])
      ], renamingIdentifier: "Uno", versionHashModifier: "m")
    let two = Entity(
      name: "Two",
      relationships: [
        Relationship(
          name: "back", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0))
      ])
    var three = Entity(name: "Three")
    three.parent = EntityID(0)
    three.compoundIndexes = [["i", "d"]]
    let model = ObjectModel(
      versionIdentifiers: ["1", "b"], entities: [one, two, three],
      composites: [
        CompositeType(name: "Place", elements: [Attribute(name: "x", type: .float)])
      ],
      configurations: [Configuration(name: "Local", members: [EntityID(1), EntityID(0)])],
      fetchRequests: [request, changed])
    try RepositoryFiles.expectGolden(
      ModelWriter.contents(of: model), at: "Tests/Cases/ModelFiles/written.txt")
  }
}
