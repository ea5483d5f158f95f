package import MomentumDiagnostics

/// One proposal of a completion.
package struct CompletionItem: Sendable, Hashable {
  /// What the item is; editors show a picture for it. The numbers are the protocol's.
  package enum Kind: Int, Sendable, Hashable {
    case function = 3
    case property = 10
    case value = 12
    case enumeration = 13
    case keyword = 14
    case reference = 18
    case variable = 6
    case entity = 7
  }

  package var label: String
  package var kind: Kind
  package var detail: String?

  package init(_ label: String, _ kind: Kind, _ detail: String? = nil) {
    self.label = label
    self.kind = kind
    self.detail = detail
  }
}

/// The proposals for a place, and the bytes that the chosen one replaces.
package struct CompletionList: Sendable, Hashable {
  /// The most items that are sent. With more, the client asks again after the next letter.
  package static let itemsMax = 500

  package var items: [CompletionItem]
  package var replaced: SourceRange
  /// Whether further items would match.
  package var isIncomplete = false

  /// Keeps the items that begin with a prefix, whatever their case, or that contain it if few begin
  /// with it.
  package init(_ items: [CompletionItem], prefix: String, replaced: SourceRange) {
    let wanted = Array(prefix.utf8)
    var matching = items.filter { CompletionList.begins($0.label, with: wanted) }
    if matching.count < 20, wanted.count > 1 {
      matching += items.filter {
        !CompletionList.begins($0.label, with: wanted)
          && $0.label.lowercased().contains(prefix.lowercased())
      }
    }
    isIncomplete = matching.count > CompletionList.itemsMax
    self.items = Array(matching.prefix(CompletionList.itemsMax))
    self.replaced = replaced
  }

  private static func begins(_ label: String, with prefix: [UInt8]) -> Bool {
    var rest = prefix[...]
    for byte in label.utf8 {
      guard let next = rest.first else { return true }
      guard lower(byte) == lower(next) else { return false }
      rest.removeFirst()
    }
    return rest.isEmpty
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
