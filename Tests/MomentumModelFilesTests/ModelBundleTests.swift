import Foundation
import MomentumDiagnostics
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite struct ModelBundleTests {
  /// Runs `body` with the path of a folder that holds the files; paths shown to it begin with `ROOT`.
  private func with(_ files: [String: String], _ body: (String) throws -> String) throws -> String {
    try RepositoryFiles.withTemporaryFolder { folder in
      for (path, text) in files {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
      return try body(folder.path).replacingOccurrences(of: folder.path, with: "ROOT")
    }
  }

  private func load(_ files: [String: String], _ path: String, version: String? = nil) throws
    -> String
  {
    try with(files) { root in
      var diagnostics = Diagnostics()
      do {
        let loaded = try ModelBundle.load(path: root + path, version: version, &diagnostics)
        let result =
          loaded.map { "\($0.versionName): \($0.path) \"\($0.contents.text)\"" } ?? "nothing"
        return ([result] + diagnostics.all.map(line)).joined(separator: "\n")
      } catch {
        return "\(error)"
      }
    }
  }

  private func line(_ finding: Diagnostic) -> String {
    let notes = finding.notes.map { "; note: \($0.text)" }.joined()
    return
      "\(finding.location?.file.path ?? "-"): \(finding.severity): \(finding.text)\(notes) [\(finding.id)]"
  }

  private func current(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>
    """
  }

  private let versions = [
    "M.xcdatamodeld/M.xcdatamodel/contents": "1",
    "M.xcdatamodeld/M 2.xcdatamodel/contents": "2",
    "M.xcdatamodeld/M 10.xcdatamodel/contents": "10",
  ]

  @Test func theCurrentVersionIsRead() throws {
    let files = versions.merging(
      ["M.xcdatamodeld/.xccurrentversion": current("M 2.xcdatamodel")]) { $1 }
    expectText(
      try load(files, "/M.xcdatamodeld"),
      "M 2: ROOT/M.xcdatamodeld/M 2.xcdatamodel/contents \"2\"")
    expectText(
      try load(files, "/M.xcdatamodeld/"),
      "M 2: ROOT/M.xcdatamodeld/M 2.xcdatamodel/contents \"2\"")
    for name in ["M 10", "M 10.xcdatamodel"] {
      expectText(
        try load(files, "/M.xcdatamodeld", version: name),
        "M 10: ROOT/M.xcdatamodeld/M 10.xcdatamodel/contents \"10\"")
    }
  }

  @Test func aLinkIsNoWayOutOfABundle() throws {
    let files = versions.merging([
      "secret": "s", "Other/contents": "o", "Copy/M.xcdatamodeld/M.xcdatamodel/contents": "copy",
    ]) { $1 }
    let links = [
      ("M 3.xcdatamodel/contents", "../../secret"), ("M 4.xcdatamodel/contents", "/etc/passwd"),
      ("M 5.xcdatamodel", "../Other"), ("M 6.xcdatamodel", "M 10.xcdatamodel"),
      ("M 7.xcdatamodel/contents", "contents"),
    ]
    let text = try with(files) { root in
      let bundle = URL(fileURLWithPath: root + "/M.xcdatamodeld")
      func link(_ path: String, to target: String) throws {
        let url = bundle.appendingPathComponent(path)
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: url)
        try FileManager.default.createSymbolicLink(
          atPath: url.path, withDestinationPath: target)
      }
      // As a build system makes its own tree of links.
      try link(
        "M.xcdatamodel/contents", to: "../../Copy/M.xcdatamodeld/M.xcdatamodel/contents")
      for (path, target) in links { try link(path, to: target) }
      return ["M", "M 3", "M 4", "M 5", "M 6", "M 7"].map { name in
        var diagnostics = Diagnostics()
        do {
          // Each alone: a folder that leads out spoils the whole bundle.
          let path = "\(bundle.path)/\(name).xcdatamodel"
          return try ModelBundle.load(path: path, &diagnostics).map { $0.contents.text }
            ?? "nothing"
        } catch { return "\(error)" }
      }.joined(separator: "\n")
    }
    expectText(
      text,
      """
      copy
      cannot read 'ROOT/M.xcdatamodeld/M 3.xcdatamodel/contents': a link there leads out of the bundle
      cannot read 'ROOT/M.xcdatamodeld/M 4.xcdatamodel/contents': a link there leads out of the bundle
      cannot read 'ROOT/M.xcdatamodeld/M 5.xcdatamodel': a link there leads out of the bundle
      10
      cannot read 'ROOT/M.xcdatamodeld/M 7.xcdatamodel/contents': it is neither file nor folder
      """)
  }

  @Test func anUnknownVersionListsThoseThereAre() throws {
    expectText(
      try load(versions, "/M.xcdatamodeld", version: "M 3"),
      """
      nothing
      ROOT/M.xcdatamodeld: error: no version 'M 3' in the bundle, which has 'M', 'M 2', 'M 10'; did you mean 'M 2'? [bundle.unknown-version]
      """)
    let files = versions.merging(["M.xcdatamodeld/.xccurrentversion": current("Gone.xcdatamodel")])
    {
      $1
    }
    expectText(
      try load(files, "/M.xcdatamodeld"),
      """
      nothing
      ROOT/M.xcdatamodeld/.xccurrentversion: error: no version 'Gone' in the bundle, which has 'M', 'M 2', 'M 10' [bundle.unknown-version]
      """)
  }

  @Test func withoutACurrentVersionTheLastIsRead() throws {
    expectText(
      try load(versions, "/M.xcdatamodeld"),
      """
      M 10: ROOT/M.xcdatamodeld/M 10.xcdatamodel/contents "10"
      ROOT/M.xcdatamodeld: warning: no version is named as the current one; reading 'M 10', the last by name [bundle.no-current-version]
      """)
    let broken = versions.merging(["M.xcdatamodeld/.xccurrentversion": "<plist>"]) { $1 }
    expectText(
      try load(broken, "/M.xcdatamodeld"),
      """
      M 10: ROOT/M.xcdatamodeld/M 10.xcdatamodel/contents "10"
      ROOT/M.xcdatamodeld/.xccurrentversion: warning: the file has to be a property list with a string for \
      '_XCCurrentVersionName'; note: not well-formed XML: the file ends before 'plist' is closed [bundle.bad-current-version-file]
      ROOT/M.xcdatamodeld: warning: no version is named as the current one; reading 'M 10', the last by name [bundle.no-current-version]
      """)
  }

  @Test func oneVersionNeedsNoCurrentOne() throws {
    let files = ["M.xcdatamodeld/Only.xcdatamodel/contents": "x"]
    expectText(
      try load(files, "/M.xcdatamodeld"),
      "Only: ROOT/M.xcdatamodeld/Only.xcdatamodel/contents \"x\"")
    expectText(
      try load(files, "/M.xcdatamodeld/Only.xcdatamodel"),
      "Only: ROOT/M.xcdatamodeld/Only.xcdatamodel/contents \"x\"")
    expectText(
      try load(files, "/M.xcdatamodeld/Only.xcdatamodel/contents"),
      "Only: ROOT/M.xcdatamodeld/Only.xcdatamodel/contents \"x\"")
    expectText(try load(["a.xml": "y"], "/a.xml"), "a: ROOT/a.xml \"y\"")
  }

  @Test func whatIsNoModelIsSaid() throws {
    let files = [
      "Empty.xcdatamodeld/readme": "", "Other/readme": "", "Old.xcdatamodel/elements": "",
      "Hollow.xcdatamodeld/A.xcdatamodel/layout": "",
    ]
    expectText(
      try load(files, "/Empty.xcdatamodeld"),
      """
      nothing
      ROOT/Empty.xcdatamodeld: error: the bundle has no version; a folder '.xcdatamodel' or a file '.mom' was expected in it [bundle.no-versions]
      """)
    expectText(
      try load(files, "/Other"),
      """
      nothing
      ROOT/Other: error: the folder is not a model; '.xcdatamodeld', '.xcdatamodel', a 'contents' file or Swift sources with '@Model' classes were expected [bundle.not-a-model]
      """)
    expectText(
      try load(files, "/Old.xcdatamodel"),
      """
      nothing
      ROOT/Old.xcdatamodel: error: a model of Xcode 3, which is not XML; open it in Xcode and save it as a data model [bundle.old-format]
      """)
    expectText(
      try load(files, "/Hollow.xcdatamodeld"),
      """
      nothing
      ROOT/Hollow.xcdatamodeld/A.xcdatamodel: error: the folder is not a model; '.xcdatamodeld', '.xcdatamodel', a 'contents' file or Swift sources with '@Model' classes were expected [bundle.not-a-model]
      """)
    expectText(try load([:], "/none"), "cannot find 'ROOT/none': no such file or folder")
    expectText(
      try load(["M.xcdatamodel/contents/x": ""], "/M.xcdatamodel"),
      "cannot read 'ROOT/M.xcdatamodel/contents': it is a folder")
  }

  /// A folder is a compiled model by its name or by what is in it.
  @Test func compiledModelsAreFoundInAnyFolder() throws {
    let files = [
      "Empty.momd/readme": "", "Plain/B.mom": "b", "Plain/A.mom": "a", "Plain/A.omo": "",
    ]
    expectText(
      try load(files, "/Empty.momd"),
      """
      nothing
      ROOT/Empty.momd: error: the bundle has no version; a folder '.xcdatamodel' or a file '.mom' was expected in it [bundle.no-versions]
      """)
    let names = try with(files) { root in
      var diagnostics = Diagnostics()
      return try ModelBundle.versions(path: root + "/Plain/", &diagnostics).map {
        "\($0.name) \($0.path)"
      }.joined(separator: "\n")
    }
    expectText(names, "A ROOT/Plain/A.mom\nB ROOT/Plain/B.mom")
  }

  @Test func aDeviceIsNotRead() throws {
    var diagnostics = Diagnostics()
    #expect(throws: ModelFileError.self) {
      try ModelBundle.load(path: "/dev/zero", &diagnostics)
    }
  }

  @Test func aLargeFileIsRefusedUnread() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("large.xml").path
      try Data().write(to: URL(fileURLWithPath: path))
      let handle = try #require(FileHandle(forWritingAtPath: path))
      // A hole: takes no room on the disk.
      try handle.truncate(atOffset: 4 << 30)
      try handle.close()
      var diagnostics = Diagnostics()
      #expect(try ModelBundle.load(path: path, &diagnostics) == nil)
      #expect(diagnostics.all.map(\.id) == ["xml.size-limit"])
    }
  }

  @Test func versionsAreListedInOrder() throws {
    let files = versions.merging(
      ["M.xcdatamodeld/.xccurrentversion": current("M 2.xcdatamodel")]) { $1 }
    let listing = try with(files) { root in
      var diagnostics = Diagnostics()
      return try ModelBundle.versions(path: root + "/M.xcdatamodeld", &diagnostics).map {
        "\($0.name) \($0.path) \($0.isCurrent)"
      }.joined(separator: "\n")
    }
    expectText(
      listing,
      """
      M ROOT/M.xcdatamodeld/M.xcdatamodel false
      M 2 ROOT/M.xcdatamodeld/M 2.xcdatamodel true
      M 10 ROOT/M.xcdatamodeld/M 10.xcdatamodel false
      """)
  }
}
