/// A part of a comment that may be cut to fit.
struct MarkdownSection {
  /// What is left out first where a comment is too long: the last.
  enum Kind: Int, CaseIterable {
    case verdict
    case rows
    case renames
    case picture
    case harmlessRows
    case details
  }

  var kind: Kind
  /// Written when at least one piece is kept.
  var opening = ""
  var pieces: [String]
  var closing = ""

  /// The sections in their order, each with as many pieces from its front as there is room for, and
  /// a last line that says what is missing.
  static func fit(_ sections: [MarkdownSection], lengthMax: Int) -> String {
    let whole = sections.map(\.text).joined()
    guard whole.utf8.count > lengthMax else { return whole }
    var room = lengthMax - noteLength
    var kept = sections
    var missing: [Kind: Int] = [:]
    for kind in Kind.allCases {
      for index in sections.indices where sections[index].kind == kind {
        let all = sections[index].pieces.count
        room -= kept[index].shorten(to: room)
        missing[kind, default: 0] += all - kept[index].pieces.count
      }
    }
    return kept.map(\.text).joined() + note(missing)
  }

  private var text: String { pieces.isEmpty ? "" : opening + pieces.joined() + closing }

  /// Keeps what fits, and says how many bytes that takes.
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

  /// Room for the longest note: 600 bytes hold six numbers of 20 digits.
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
