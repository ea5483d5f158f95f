import Foundation
import MomentumTestSupport
import Testing

/// What is `public` is a promise to people who use the products: little, and each with its meaning.
@Suite struct PublicSurfaceTests {
  private struct Declaration {
    var place: String
    var code: String
    var documentation: [String]

    var isOfObjects: Bool { place.contains("Sources/MomentumObjects/") }
    var isOfServers: Bool {
      place.contains("Sources/MomentumServerStore/")
        || place.contains("Sources/MomentumServerObjects/")
    }

    /// `FailedCheck` for a type that is not inside another one.
    var topLevelType: String? {
      guard !code.hasPrefix(" "),
        let match = code.firstMatch(
          of: /public (?:final |indirect )*(?:struct|enum|class|protocol) (\w+)/)
      else { return nil }
      return String(match.1)
    }
  }

  /// Without the module CoreData: its public names are Apple's, and Apple's documentation says what they mean.
  private static let all: [Declaration] = {
    let sources = (try? SwiftSource.all()) ?? []
    return sources.filter { $0.module.hasPrefix("Momentum") }.flatMap { declarations(in: $0) }
  }()

  private static func declarations(in source: SwiftSource) -> [Declaration] {
    let lines = source.code.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      let line = lines[index]
      guard line.contains("public "),
        line.contains(/^ *(@\w+(\([^)]*\))? )*public (?!import)/)
      else { return nil }
      let before = lines[..<index].reversed().drop { $0.contains(/^ *@\w+(\(.*\))?$/) }
      let documentation = before.prefix { $0.drop { $0 == " " }.hasPrefix("///") }
      return Declaration(
        place: "\(source.path):\(index + 1)", code: String(line),
        documentation: documentation.reversed().map { String($0.drop { $0 == " " }) })
    }
  }

  @Test func thereAreAtMost600() {
    let values = Self.all.filter { !$0.isOfObjects && !$0.isOfServers }
    #expect(values.count > 400, "declarations are no longer found")
    #expect(values.count <= 600, "make package what is not for users")
  }

  /// The object graph is a product of its own, with a limit of its own.
  @Test func theObjectGraphHasAtMost320() {
    let objects = Self.all.filter(\.isOfObjects)
    #expect(objects.count > 100, "declarations are no longer found")
    #expect(objects.count <= 320, "make package what is not for users")
  }

  /// The store on a server repeats the calls of `Store`, which cannot wait, with calls that do.
  @Test func theServerStoreHasAtMost60() {
    let servers = Self.all.filter(\.isOfServers)
    #expect(servers.count > 20, "declarations are no longer found")
    #expect(servers.count <= 60, "make package what is not for users")
  }

  @Test func eachSaysWhatItMeans() {
    let silent = Self.all.filter { $0.documentation.isEmpty }.map { "\($0.place): \($0.code)" }
    expectText(silent.joined(separator: "\n"), "", "declarations without a comment")
  }

  @Test func eachTypeShowsItsUse() {
    let types = Self.all.filter { $0.topLevelType != nil }
    #expect(types.count > 50)
    let bare = types.filter { type in
      !type.documentation.contains { $0.hasPrefix("/// ```swift") || $0.hasPrefix("///     ") }
    }
    expectText(bare.map(\.place).joined(separator: "\n"), "", "types without an example")
  }
}
