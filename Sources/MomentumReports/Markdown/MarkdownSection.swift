/// A part of the comment on a pull request; its last pieces can be left out.
struct MarkdownSection {
  /// The kind of a section. If the comment on the pull request is too long, the last kind is left
  /// out first.
  enum Kind: Int, CaseIterable {
    case verdict
    case rows
    case renames
    case picture
    case harmlessRows
    case details
  }

  var kind: Kind
  /// The text before the pieces; left out if no piece is kept.
  var opening = ""
  var pieces: [String]
  var closing = ""

  /// Joins the sections in their order, shortened to `lengthMax` bytes. Each keeps as many of its
  /// first pieces as fit, and a last line says what is missing.
  static func fit(_ sections: [MarkdownSection], lengthMax: Int) -> String {
    let whole = sections.map(\.text).joined()
    guard whole.utf8.count > lengthMax else { return whole }
    var room = lengthMax - noteLength
    var shortened = sections
    var missing: [Kind: Int] = [:]
    for kind in Kind.allCases {
      for index in sections.indices where sections[index].kind == kind {
        let all = sections[index].pieces.count
        room -= shortened[index].shorten(to: room)
        missing[kind, default: 0] += all - shortened[index].pieces.count
      }
    }
    return shortened.map(\.text).joined() + note(missing)
  }

  private var text: String { pieces.isEmpty ? "" : opening + pieces.joined() + closing }

  /// Keeps the pieces that fit; returns the number of bytes that they take.
  private mutating func shorten(to room: Int) -> Int {
    var used = opening.utf8.count + closing.utf8.count
    var count = 0
    for piece in pieces {
      guard used + piece.utf8.count <= room else { break }
      used += piece.utf8.count
      count += 1
    }
    pieces.removeLast(pieces.count - count)
    return pieces.isEmpty ? 0 : used
  }

  // MARK: - Note

  /// The most bytes of the note about missing parts: 600 are enough for six numbers of 20 digits.
  private static let noteLength = 600

  private static func note(_ missing: [Kind: Int]) -> String {
    let parts = Kind.allCases.compactMap { kind -> String? in
      guard let count = missing[kind], count > 0 else { return nil }
      return "\(count) \(kind.noun)\(count == 1 ? "" : "s")"
    }
    return "\n> [!NOTE]\n> Cut to what a comment holds. Left out: \(parts.joined(separator: ", "))."
      + " `momentum diff` shows all of it.\n"
  }
}

extension MarkdownSection.Kind {
  fileprivate var noun: String {
    switch self {
    case .verdict: "verdict"
    case .rows: "change"
    case .renames: "suspected rename"
    case .picture: "picture"
    case .harmlessRows: "lossless change"
    case .details: "detail"
    }
  }
}
