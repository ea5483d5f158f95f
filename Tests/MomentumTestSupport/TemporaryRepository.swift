package import Foundation

/// A git repository of its own, made by git itself; nobody's settings take part.
package struct TemporaryRepository: Sendable {
  /// The work tree.
  package let folder: URL

  /// Whether there is a `git` to run: tests without it are skipped.
  package static let isPossible = executable != nil

  private static let executable: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { URL(fileURLWithPath: "\($0)/git") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  package struct Failure: Error {
    package let arguments: [String]
    package let output: String
  }

  /// An empty repository with a branch `main`, in a folder of its own.
  package static func with<Result>(
    _ body: (TemporaryRepository) throws -> Result
  ) throws -> Result {
    try RepositoryFiles.withTemporaryFolder { folder in
      let repository = TemporaryRepository(folder: folder)
      try repository.git("init", "-q", "-b", "main")
      return try body(repository)
    }
  }

  package init(folder: URL) { self.folder = folder }

  /// The path of a file or folder in the work tree.
  package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Runs git in the work tree; gives its output without the last line end.
  @discardableResult
  package func git(_ arguments: String..., in folder: URL? = nil) throws -> String {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments =
      [
        "-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false",
        "-c", "tag.gpgsign=false", "-c", "protocol.file.allow=always",
      ] + arguments
    process.currentDirectoryURL = folder ?? self.folder
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, output: text)
    }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Writes a file of the work tree.
  package func write(_ text: String, to name: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }

  package func link(_ name: String, to target: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
  }

  /// Commits all that is in the work tree.
  package func commit(_ message: String = "change", tag: String? = nil) throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
    if let tag { try git("tag", tag) }
  }
}

/// Data models as the text of their files.
package enum SampleContents {
  /// A `contents` file with entities in XML.
  package static func contents(_ entities: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        \(entities)
    </model>

    """
  }

  /// An entity `Venue` with attributes in XML, on lines of their own.
  package static func venue(_ attributes: String...) -> String {
    contents(
      (["<entity name=\"Venue\" representedClassName=\"Venue\">"] + attributes.map { "    " + $0 }
        + ["</entity>"]).joined(separator: "\n    "))
  }

  /// An optional attribute.
  package static func attribute(_ name: String, _ type: String = "String", _ more: String = "")
    -> String
  {
    "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"\(more.isEmpty ? "" : " " + more)/>"
  }

  /// An `.xccurrentversion` that names a version.
  package static func currentVersion(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>_XCCurrentVersionName</key>
    \t<string>\(name).xcdatamodel</string>
    </dict>
    </plist>

    """
  }

  /// A mapping model as Xcode's editor keeps it, of one entity.
  package static func mapping(
    of entity: String, _ attributes: [String], in bundle: String, from old: String, to new: String,
    policy: String? = nil
  ) -> String {
    var text =
      "<?xml version=\"1.0\"?><!DOCTYPE database SYSTEM \"file:///System/Library/DTDs/CoreData.dtd\"><database>"
      + "<databaseInfo><version>134481920</version><UUID>1</UUID><nextObjectID>200</nextObjectID></databaseInfo>"
      + "<object type=\"XDDEVMAPPINGMODEL\" id=\"z101\">"
    for (name, version) in [("sourcemodelpath", old), ("destinationmodelpath", new)] {
      text +=
        "<attribute name=\"\(name)\" type=\"string\">\(bundle)/\(version).xcdatamodel</attribute>"
    }
    text +=
      "<relationship name=\"entitymappings\" type=\"0/0\" destination=\"XDDEVENTITYMAPPING\" idrefs=\"z102\"></relationship></object>"
      + "<object type=\"XDDEVENTITYMAPPING\" id=\"z102\">"
      + "<attribute name=\"mappingtypename\" type=\"string\">Undefined</attribute>"
      + "<attribute name=\"mappingnumber\" type=\"int16\">1</attribute>"
      + "<attribute name=\"destinationname\" type=\"string\">\(entity)</attribute>"
      + "<attribute name=\"sourcename\" type=\"string\">\(entity)</attribute>"
    if let policy {
      text += "<attribute name=\"migrationpolicyclassname\" type=\"string\">\(policy)</attribute>"
    }
    let ids = attributes.indices.map { "z\(110 + $0)" }
    text +=
      "<relationship name=\"mappingmodel\" type=\"1/1\" destination=\"XDDEVMAPPINGMODEL\" idrefs=\"z101\"></relationship>"
      + "<relationship name=\"attributemappings\" type=\"0/0\" destination=\"XDDEVATTRIBUTEMAPPING\" idrefs=\"\(ids.joined(separator: " "))\"></relationship></object>"
    for (id, name) in zip(ids, attributes) {
      text +=
        "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"\(id)\"><attribute name=\"name\" type=\"string\">\(name)</attribute>"
        + "<relationship name=\"entitymapping\" type=\"1/1\" destination=\"XDDEVENTITYMAPPING\" idrefs=\"z102\"></relationship></object>"
    }
    return text + "</database>"
  }
}
