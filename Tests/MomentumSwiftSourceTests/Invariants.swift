import MomentumDiagnostics
import MomentumSwiftSource
import Testing

/// What holds for every file, whatever is in it.
enum Invariants {
  static func check(_ file: SwiftFile) {
    let shown = { file.source.text }
    checkBytes(file, shown)
    for declaration in file.declarations {
      checkRanges(declaration, in: 0..<file.tokens.end, shown)
    }
    file.forEachDeclaration { located in
      checkParts(located.declaration, shown)
      #expect(located.declaration.tokens.upperBound <= located.tokens.end, "\(shown())")
    }
    for (index, token) in file.tokens.all.enumerated() where token.kind == .string {
      let parts = file.tokens.stringLiteral(at: index)?.interpolations ?? []
      for part in parts
      where part.range.lowerBound < token.start || part.range.upperBound > token.end {
        Issue.record("an interpolation leaves its literal: \(shown())")
      }
    }
  }

  /// Every byte is in one token, in one comment, or is white space.
  private static func checkBytes(_ file: SwiftFile, _ shown: () -> String) {
    let bytes = file.source.utf8
    let pieces = (file.tokens.all.map { $0.start..<$0.end } + file.tokens.comments.map(\.range))
      .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    // A byte order mark and the line that names an interpreter belong to no token.
    var end = 0
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { end = 3 }
    if bytes.dropFirst(end).starts(with: "#!".utf8) {
      end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }
    for piece in pieces {
      if piece.lowerBound < end { Issue.record("pieces overlap at \(piece): \(shown())") }
      if piece.lowerBound > end {
        let between = String(decoding: bytes[end..<piece.lowerBound], as: UTF8.self)
        let isSpace = between.unicodeScalars.allSatisfy {
          $0.properties.isWhitespace || $0 == "\0" || $0 == "\u{FEFF}"
        }
        if !isSpace { Issue.record("bytes \(end)..<\(piece.lowerBound) are lost: \(shown())") }
      }
      end = max(end, piece.upperBound)
    }
    #expect(end == bytes.count, "\(shown())")
  }

  /// A member is inside its type, and begins after the one before it.
  private static func checkRanges(
    _ declaration: SwiftDeclaration, in range: Range<Int>, _ shown: () -> String
  ) {
    #expect(
      range.lowerBound <= declaration.tokens.lowerBound
        && declaration.tokens.upperBound <= range.upperBound, "\(declaration.name): \(shown())")
    var start = declaration.body?.lowerBound ?? range.lowerBound
    for member in declaration.members {
      #expect(member.tokens.lowerBound >= start, "\(member.name): \(shown())")
      start = member.tokens.upperBound
      checkRanges(member, in: declaration.body ?? range, shown)
    }
  }

  /// The parts of a declaration are inside it. The type of `var a, b: Int` is that of the last name.
  private static func checkParts(_ declaration: SwiftDeclaration, _ shown: () -> String) {
    let parts = [
      declaration.value, declaration.parameters, declaration.body, declaration.genericParameters,
    ]
    for part in parts.compactMap({ $0 }) where !part.isEmpty {
      #expect(
        declaration.tokens.lowerBound <= part.lowerBound
          && part.upperBound <= declaration.tokens.upperBound, "\(declaration.name): \(shown())")
    }
  }
}
