import Foundation
import MomentumTestSupport
import Testing

/// The modules' arrows, as the manifest declares them, against the table of Architecture.md.
@Suite(.tags(.processes)) struct ArchitectureTests {
  @Test func everyDependencyStandsInTheTable() throws {
    let table = try ArchitectureTests.table()
    try #require(table.count > 10)
    for target in try ArchitectureTests.description().targets where target.isOurs {
      let allowed = try #require(table[target.name], "'\(target.name)' is not in the table")
      for used in target.dependencyNames {
        #expect(allowed.contains(used), "\(target.name) → \(used) is not in the table")
      }
    }
  }

  @Test func everySourceImportsOnlyWhatItsModuleMayUse() throws {
    let table = try ArchitectureTests.table()
    let system: Set<String> = [
      "Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Musl", "Darwin", "CryptoKit",
    ]
    for (module, allowed) in table.sorted(by: { $0.key < $1.key }) {
      let folder = RepositoryFiles.url("Sources/\(module)")
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      for file in (files ?? []).sorted() where file.hasSuffix(".swift") {
        let text = try RepositoryFiles.text("Sources/\(module)/\(file)")
        for used in ArchitectureTests.imports(of: text) where !system.contains(used) {
          #expect(allowed.contains(used), "\(module)/\(file) imports \(used)")
        }
      }
    }
  }

  @Test func thePictureIsTheTable() throws {
    let picture = ArchitecturePicture(try ArchitectureTests.modules())
    try RepositoryFiles.expectGolden(
      picture.svg, at: "Sources/Momentum/Documentation.docc/Resources/Architecture.svg")
  }

  // MARK: - The table

  /// What each module may use, directly or through what it uses.
  private static func table() throws -> [String: Set<String>] {
    let direct = Dictionary(
      uniqueKeysWithValues: try modules().map { ($0.name, Set($0.uses)) })
    return direct.mapValues { closure(of: $0, in: direct) }
  }

  private static func modules() throws -> [ArchitecturePicture.Module] {
    let text = try RepositoryFiles.text("Sources/Momentum/Documentation.docc/Architecture.md")
    var modules: [ArchitecturePicture.Module] = []
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let level = Int(cells[0]) else { continue }
      let uses = cells[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      for module in cells[1].split(separator: ",") {
        modules.append(
          ArchitecturePicture.Module(
            name: fullName(module.trimmingCharacters(in: .whitespaces)), level: level,
            uses: uses.filter { $0 != "–" }.map(fullName)))
      }
    }
    return modules
  }

  private static func closure(
    of names: Set<String>, in direct: [String: Set<String>]
  ) -> Set<String> {
    var result = names
    var open = Array(names)
    while let name = open.popLast() {
      for used in direct[name] ?? [] where result.insert(used).inserted { open.append(used) }
    }
    return result
  }

  private static func fullName(_ short: String) -> String {
    let others = [
      "CLibMD", "CLibPQ", "CLibXML2", "CSQLite", "CSwiftRuntime", "CZlib", "ArgumentParser",
      "Momentum",
      "CoreData",
    ]
    let isFull =
      others.contains(short) || short.hasPrefix("Momentum") || short.hasPrefix("momentum")
    return isFull ? short : "Momentum" + short
  }

  private static let importModifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "@testable", "@_exported",
    "@preconcurrency",
  ]

  private static func imports(of text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      // A line of help, 'momentum import app.sqlite', is no import.
      guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
        words[..<index].allSatisfy(importModifiers.contains)
      else { return nil }
      // `import enum MomentumText.SortComparison` names a declaration of the module.
      let name = words[index...].last { $0.hasPrefix("Momentum") && $0.contains(".") }
      return String(name?.prefix { $0 != "." } ?? words[index + 1])
    }
  }

  // MARK: - The manifest

  private struct Description: Decodable {
    var targets: [Target]
  }

  private struct Target: Decodable {
    /// SwiftPM describes a dependency as an object whose one key is its kind and whose first value is
    /// the name.
    struct Dependency: Decodable {
      var name: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let kinds = try container.decode([String: [Element]].self)
        name = kinds.values.first?.first?.text ?? ""
      }
    }

    struct Element: Decodable {
      var text: String?

      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }

    var name: String
    var type: String
    var path: String?
    var dependencies: [Dependency]

    var isOurs: Bool {
      ["regular", "executable"].contains(type) && path?.hasPrefix("Tests/") != true
    }
    var dependencyNames: [String] { dependencies.map(\.name) }
  }

  private static func description() throws -> Description {
    try RepositoryFiles.withTemporaryFolder { try description(scratch: $0) }
  }

  private static func description(scratch: URL) throws -> Description {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A build folder of its own: the one of the running tests is locked.
    process.arguments = ["swift", "package", "--scratch-path", scratch.path, "dump-package"]
    process.currentDirectoryURL = RepositoryFiles.root
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Description.self, from: data)
  }
}
