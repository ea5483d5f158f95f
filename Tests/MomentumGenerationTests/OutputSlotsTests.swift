import Foundation
import MomentumCodegen
import MomentumTestSupport
import Testing

@testable import MomentumGeneration

/// Files spread over a fixed number of files.
@Suite struct OutputSlotsTests {
  private static let head = ProducedFile.mark + "\n// swift-format-ignore-file\n\n"
  private static let empty = ProducedFile.mark + "\n// swift-format-ignore-file\n"

  private func file(_ name: String, _ text: String) -> GeneratedFile {
    GeneratedFile(name: name, text: Self.head + text)
  }

  @Test func declarationsStayInOrderAndImportsStandOnce() {
    let conditional = """
      #if canImport(FoundationEssentials)
        ACCESSimport FoundationEssentials
      #else
        ACCESSimport Foundation
      #endif

      """
    let files = [
      file("A.swift", conditional.replacingOccurrences(of: "ACCESS", with: "") + "\nstruct A {}\n"),
      file("B.swift", "import Kit\n@preconcurrency import CoreData\n\nstruct B {}\n"),
      file(
        "C.swift",
        conditional.replacingOccurrences(of: "ACCESS", with: "public ")
          + "public import Kit\n\n/// The c.\nstruct C {}\n\n#if canImport(Kit)\n  extension C {}\n#endif\n"
      ),
      file("D.swift", "/// No import.\nstruct D {}\n"),
      file(
        "E.swift",
        "#if canImport(Kit)\n  import Kit\n\n  struct E {}\n#endif\n"),
      file(
        "F.swift",
        "#if canImport(Kit)\n  public import Kit\n\n  struct F {}\n#else\n  struct G {}\n#endif\n"),
    ]
    expectText(
      OutputSlots.texts(of: files, count: 1).joined(),
      Self.head + """
        #if canImport(FoundationEssentials)
          public import FoundationEssentials
        #else
          public import Foundation
        #endif
        public import Kit
        @preconcurrency import CoreData
        #if canImport(Kit)
          public import Kit
        #endif

        struct A {}

        struct B {}

        /// The c.
        struct C {}

        #if canImport(Kit)
          extension C {}
        #endif

        /// No import.
        struct D {}

        #if canImport(Kit)
          struct E {}
        #endif

        #if canImport(Kit)
          struct F {}
        #else
          struct G {}
        #endif

        """)
  }

  @Test(arguments: [1, 2, 3, 7, 40])
  func everyDeclarationStandsOnceAndSizesAreBalanced(count: Int) throws {
    let files = (0..<30).map { index in
      let lines = (0..<(index * 7 % 11 + 1)).map { "  var v\($0): Int\n" }.joined()
      return file("E\(index + 10).swift", "struct E\(index + 10) {\n\(lines)}\n")
    }
    let texts = OutputSlots.texts(of: files, count: count)
    #expect(texts.count == count)
    #expect(texts.allSatisfy { $0.hasPrefix(ProducedFile.mark + "\n") })
    let names = texts.joined().split(separator: "\n").filter { $0.hasPrefix("struct ") }
    #expect(names.map(String.init) == (10..<40).map { "struct E\($0) {" })
    let bodies = files.map { $0.text.utf8.count - Self.head.utf8.count }
    let fair = bodies.reduce(0, +) / count + (bodies.max() ?? 0)
    for text in texts { #expect(text.utf8.count <= fair + 200) }
  }

  @Test func noFilesAndNoSlotsAreFine() {
    #expect(OutputSlots.texts(of: [], count: 2) == [Self.empty, Self.empty])
    #expect(OutputSlots.texts(of: [file("A.swift", "struct A {}\n")], count: 0) == [])
    #expect(OutputSlots.texts(of: [GeneratedFile(name: "A", text: "")], count: 1).count == 1)
  }
}
