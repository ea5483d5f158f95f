/// The name that the compiler gives a symbol: `$s4Shop5VenueC4nameSSSgvg` for the getter of `Shop.Venue.name`.
///
/// Knows what accessors of managed objects have in their names, and only ASCII identifiers.
///
/// Source: documented (Swift's docs/ABI/Mangling.rst), and observed with Swift 6.3: tests link the names.
struct SymbolName {
  private(set) var text = "$s"
  /// What `A` and a letter stand for, in the order of first mention: identifiers and types.
  private var substitutions: [String] = []
  /// The words of identifiers that a later identifier may refer to by a letter.
  private var words: [[UInt8]] = []
  /// The references that `text` ends with.
  private var trail: (start: Int, end: Int, isStandard: Bool, letters: [Character]) = (
    0, -1, false, []
  )

  private static let lettersMax = 26

  /// - Parameters:
  ///   - suffix: `vg` for a getter, `vs` for a setter.
  static func accessor(
    _ name: String, of type: ManagedType, in owner: ManagedType, _ suffix: String
  ) -> String {
    var symbol = SymbolName()
    symbol.append(owner)
    symbol.append(identifier: name)
    symbol.append(type)
    return symbol.text + suffix
  }

  /// - Parameter parameters: Labels, empty for `_`, and types. The function has no result.
  static func function(
    _ name: String, _ parameters: [(label: String, type: ManagedType)], in owner: ManagedType
  ) -> String {
    var symbol = SymbolName()
    symbol.append(owner)
    symbol.append(identifier: name)
    if parameters.allSatisfy(\.label.isEmpty) {
      symbol.text += "y"
    } else {
      for parameter in parameters {
        if parameter.label.isEmpty {
          symbol.text += "_"
        } else {
          symbol.append(identifier: parameter.label)
        }
      }
    }
    symbol.text += "y"
    for (index, parameter) in parameters.enumerated() {
      symbol.append(parameter.type)
      if index == 0, parameters.count > 1 || !parameter.label.isEmpty { symbol.text += "_" }
    }
    let isTuple = parameters.count > 1 || parameters.contains { !$0.label.isEmpty }
    return symbol.text + (isTuple ? "tF" : "F")
  }

  // MARK: - Types

  private mutating func append(_ type: ManagedType) {
    switch type {
    case .standard(let letter): refer(letter, isStandard: true)
    case .any: text += "yp"
    case .optional(let wrapped):
      guard !substitute("\(type)") else { return }
      append(wrapped)
      text += "Sg"
      remember("\(type)")
    case .generic(let letter, let arguments):
      guard !substitute("\(type)") else { return }
      refer(letter, isStandard: true)
      text += "y"
      for argument in arguments { append(argument) }
      text += "G"
      remember("\(type)")
    case .nominal(let module, let path):
      guard let last = path.last, !substitute("\(type)") else { return }
      if path.count > 1 {
        append(.nominal(module: module, path: path.dropLast()))
      } else if module == "Swift" {
        text += "s"
      } else {
        append(identifier: module)
      }
      append(identifier: last.name)
      text.append(last.kind.rawValue)
      remember("\(type)")
    }
  }

  // MARK: - References

  private mutating func remember(_ key: String) { substitutions.append(key) }

  /// Appends a reference to what was mentioned before.
  private mutating func substitute(_ key: String) -> Bool {
    guard let index = substitutions.firstIndex(of: key), index < Self.lettersMax else {
      return false
    }
    refer(Self.letter(index), isStandard: false)
    return true
  }

  /// The capital letter of an index below 26.
  private static func letter(_ index: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(index)))
  }

  /// Appends `A` or `S` and a letter. Adjacent references share the first letter: `AC` and `AB` are `AcB`,
  /// twice `SS` is `S2S`.
  private mutating func refer(_ letter: Character, isStandard: Bool) {
    let joins =
      trail.end == text.utf8.count && trail.isStandard == isStandard
      && (!isStandard || trail.letters.last == letter)
    if joins {
      text = String(text.prefix(trail.start))
      trail.letters.append(letter)
    } else {
      trail = (text.utf8.count, 0, isStandard, [letter])
    }
    text += isStandard ? "S" : "A"
    var rest = trail.letters[...]
    while let first = rest.first {
      let count = rest.prefix { $0 == first }.count
      rest = rest.dropFirst(count)
      if count > 1 { text += "\(count)" }
      text += rest.isEmpty || isStandard ? String(first) : first.lowercased()
    }
    trail.end = text.utf8.count
  }

  // MARK: - Identifiers

  /// Appends an identifier with its length. Words that came before are letters: `04shopB4Name`.
  private mutating func append(identifier name: String) {
    let key = "identifier " + name
    guard !substitute(key) else { return }
    remember(key)
    let bytes = Array(name.utf8)
    let found = wordReferences(in: bytes)
    if !found.isEmpty { text += "0" }
    var position = 0
    for (number, reference) in found.enumerated() {
      append(bytes[position..<reference.start])
      position = reference.start + words[reference.word].count
      let letter = Self.letter(reference.word)
      text += number + 1 < found.count ? letter.lowercased() : String(letter)
    }
    if position < bytes.count {
      append(bytes[position...])
    } else {
      text += "0"
    }
  }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    guard !part.isEmpty else { return }
    text += "\(part.count)" + String(decoding: part, as: UTF8.self)
  }

  /// Where an identifier has words that came before. Its other words are remembered.
  private mutating func wordReferences(in bytes: [UInt8]) -> [(start: Int, word: Int)] {
    var result: [(start: Int, word: Int)] = []
    var start: Int?
    for position in 0...bytes.count {
      let byte = position < bytes.count ? bytes[position] : UInt8(ascii: "_")
      if let first = start, position > 0, Self.endsWord(byte, after: bytes[position - 1]) {
        let word = Array(bytes[first..<position])
        if let index = words.firstIndex(of: word) {
          result.append((first, index))
        } else if word.count >= 2, words.count < Self.lettersMax {
          words.append(word)
        }
        start = nil
      }
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if start == nil, !isDigit, byte != UInt8(ascii: "_") { start = position }
    }
    return result
  }

  private static func endsWord(_ byte: UInt8, after last: UInt8) -> Bool {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return byte == UInt8(ascii: "_") || !capitals.contains(last) && capitals.contains(byte)
  }
}
