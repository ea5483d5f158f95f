import MomentumDiagnostics

// Reads single XML attributes.

extension ModelCheck {
  /// The value; `nil` if it is absent or empty, which mean the same to Xcode.
  func text(_ element: SyntaxElement, _ name: ModelAttributeName) -> String? {
    element[name].flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// The value of an attribute without which the element means nothing; a missing one is an error.
  mutating func required(
    _ element: SyntaxElement, _ name: ModelAttributeName
  ) -> SyntaxAttribute? {
    value(
      of: name, in: element,
      orReport: .missingAttribute(name.rawValue, element: element.kind.rawValue))
  }

  /// The value of an attribute without which the element is left out; a missing one is a warning.
  mutating func value(
    of name: ModelAttributeName, in element: SyntaxElement
  ) -> SyntaxAttribute? {
    value(
      of: name, in: element,
      orReport: .incompleteElement(element.kind.rawValue, attribute: name.rawValue))
  }

  /// The message is made only if it is reported: making the texts of all messages would take a
  /// fifth of the time of the check.
  private mutating func value(
    of name: ModelAttributeName, in element: SyntaxElement,
    orReport message: @autoclosure () -> ModelMessage
  ) -> SyntaxAttribute? {
    let attribute = element[name]
    if let attribute, !attribute.value.isEmpty { return attribute }
    report(message(), at: attribute?.valueRange ?? element.nameRange)
    return nil
  }

  /// The element's name, or an empty text; `collectNames` has reported a missing name.
  func name(of element: SyntaxElement) -> String { element[.name]?.value ?? "" }

  mutating func flag(
    _ element: SyntaxElement, _ name: ModelAttributeName, absent: Bool = false
  ) -> Bool {
    guard let attribute = element[name] else { return absent }
    switch attribute.value {
    case "YES", "true", "1": return true
    case "NO", "false", "0": return false
    default:
      let used = looseFlag(attribute.value) ?? absent
      report(
        .badFlag(attribute: name.rawValue, value: attribute.value, used: used),
        at: attribute.valueRange)
      return used
    }
  }

  /// Reads a flag by its first letter, as `NSString.boolValue` does (documented there; that the
  /// compiler reads flags this way is assumed). `nil` if that letter means neither yes nor no.
  private func looseFlag(_ text: String) -> Bool? {
    let letter = text.first { !" \t\n+-".contains($0) }
    switch letter {
    case "Y", "y", "T", "t", "1", "2", "3", "4", "5", "6", "7", "8", "9": return true
    case "N", "n", "F", "f", "0": return false
    default: return nil
    }
  }

  /// Reads a whole number. Models made in code have counts up to `Int.max`, and some write -1 for
  /// no limit.
  mutating func count(_ element: SyntaxElement, _ name: ModelAttributeName) -> Int? {
    guard let attribute = element[name], !attribute.value.isEmpty else { return nil }
    if let value = Int(attribute.value) { return value }
    report(.badCount(attribute: name.rawValue, value: attribute.value), at: attribute.valueRange)
    return nil
  }

  /// The value that a word of the file stands for. Returns `absent` if there is no word, or a word
  /// that is not known; the latter is reported.
  mutating func choice<Value>(
    _ element: SyntaxElement, _ name: ModelAttributeName, among choices: [(String, Value)],
    absent: (String, Value)
  ) -> Value {
    guard let attribute = element[name], !attribute.value.isEmpty else { return absent.1 }
    if let choice = choices.first(where: { $0.0 == attribute.value }) { return choice.1 }
    let valid = choices.map(\.0)
    let near = suggest(attribute.value) { _ in valid }
    report(
      .unknownChoice(
        attribute: name.rawValue, value: attribute.value, valid: valid, used: absent.0,
        near: near),
      at: attribute.valueRange, replacing: (attribute.valueRange, with: near))
    return absent.1
  }

  /// The entity that an attribute names; reports an unknown name.
  mutating func entity(
    _ attribute: SyntaxAttribute, as role: ModelMessage.EntityRole
  ) -> EntityID? {
    if let id = entityIDs[attribute.value] { return id }
    let hint = hint(attribute.value) { Array($0.entityIDs.keys) }
    report(
      .unknownEntity(attribute.value, role: role, hint), at: attribute.valueRange,
      replacing: (attribute.valueRange, with: hint.near))
    return nil
  }

  /// The old name of a renamed element: `elementID` in newer files, `renamingIdentifier` in older
  /// ones. `nil` if the element has neither.
  func renamingIdentifier(of element: SyntaxElement) -> String? {
    text(element, .elementID) ?? text(element, .renamingIdentifier)
  }

  mutating func userInfo(of element: SyntaxElement) -> [UserInfoEntry] {
    element.children(.userInfo).flatMap { $0.children(.entry) }.compactMap { entry in
      value(of: .key, in: entry).map {
        UserInfoEntry(key: $0.value, value: entry[.value]?.value ?? "")
      }
    }
  }
}
