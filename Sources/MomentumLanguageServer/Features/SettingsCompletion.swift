import MomentumDiagnostics

/// Proposes names and values in `.momentum.json`. The text may be unfinished, so it is read only up
/// to the cursor.
struct SettingsCompletion {
  let file: SourceFile
  let catalogue: DiagnosticCatalogue

  func list(at offset: Int) -> CompletionList? {
    guard let place = JSONCursor(file.utf8, at: offset) else { return nil }
    let items: [CompletionItem]
    switch (place.path.last, place.isName) {
    case (nil, true): items = CheckConfiguration.keys.map { CompletionItem($0, .property) }
    case ("diagnostics", true):
      items = catalogue.rules.map { CompletionItem($0.id, .value, $0.summary) }
    case ("overrides", true):
      items = ["bundle", "version", "diagnostics", "reason"].map { CompletionItem($0, .property) }
    case ("failOn", false):
      items = CheckConfiguration.FailureThreshold.allCases.map {
        CompletionItem($0.rawValue, .enumeration)
      }
    case (_, false) where place.path.dropLast().last == "diagnostics":
      items = CheckConfiguration.Level.allCases.map { CompletionItem($0.rawValue, .enumeration) }
    default: return nil
    }
    return CompletionList(
      items, prefix: file.text(in: place.range), replaced: place.range)
  }
}

/// A string of a JSON text in which the cursor is.
struct JSONCursor {
  /// The names of the members around the string; of a value, also its own.
  var path: [String] = []
  var isName = true
  /// From the opening quote to the cursor, without the quote.
  var range: SourceRange

  private struct Level {
    var isObject: Bool
    var name: String?
    var expectsValue = false
  }

  /// Fails if the cursor is in no string.
  init?(_ bytes: [UInt8], at offset: Int) {
    var levels: [Level] = []
    var index = 0
    var start: Int?
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      if let open = start {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") {
          if let last = levels.indices.last, levels[last].isObject, !levels[last].expectsValue {
            levels[last].name = String(decoding: bytes[(open + 1)..<index], as: UTF8.self)
          }
          start = nil
        }
      } else {
        JSONCursor.step(byte, &levels)
        if byte == UInt8(ascii: "\"") { start = index }
      }
      index += 1
    }
    guard let start, start < offset else { return nil }
    range = SourceRange(start + 1, offset)
    isName = levels.last.map { $0.isObject && !$0.expectsValue } ?? false
    let around = isName ? levels.dropLast() : levels[...]
    path = around.compactMap { $0.isObject ? $0.name : nil }
  }

  private static func step(_ byte: UInt8, _ levels: inout [Level]) {
    switch byte {
    case UInt8(ascii: "{"): levels.append(Level(isObject: true))
    case UInt8(ascii: "["): levels.append(Level(isObject: false))
    case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
    case UInt8(ascii: ":"): if !levels.isEmpty { levels[levels.count - 1].expectsValue = true }
    case UInt8(ascii: ","): if !levels.isEmpty { levels[levels.count - 1].expectsValue = false }
    case _: break
    }
  }
}
