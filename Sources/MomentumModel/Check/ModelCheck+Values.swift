import MomentumDiagnostics

// Reading single XML attributes.

extension ModelCheck {
  /// The value; `nil` where it is absent or empty, which Xcode takes for the same.
  func text(_ element: SyntaxElement, _ name: ModelAttributeName) -> String? {
    element[name].flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// A value without which the element means nothing; reported where it is missing.
  mutating func required(
    _ element: SyntaxElement, _ name: ModelAttributeName
  ) -> SyntaxAttribute? {
    value(
      of: name, in: element,
      orReport: .missingAttribute(name.rawValue, element: element.kind.rawValue))
  }

  /// A value without which the element is left out; reported where it is missing.
  mutating func value(
    of name: ModelAttributeName, in element: SyntaxElement
  ) -> SyntaxAttribute? {
    value(
      of: name, in: element,
      orReport: .incompleteElement(element.kind.rawValue, attribute: name.rawValue))
  }

  private mutating func value(
    of name: ModelAttributeName, in element: SyntaxElement, orReport message: ModelMessage
  ) -> SyntaxAttribute? {
    let attribute = element[name]
    if let attribute, !attribute.value.isEmpty { return attribute }
    report(message, at: attribute?.valueRange ?? element.nameRange)
    return nil
  }

  /// The name, which `collectNames` has reported where it is missing.
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

  /// A flag as `NSString.boolValue` reads it, by its first letter (documented there; that the compiler reads
  /// flags by it is assumed); `nil` where that letter says neither.
  private func looseFlag(_ text: String) -> Bool? {
    let letter = text.first { !" \t\n+-".contains($0) }
    switch letter {
    case "Y", "y", "T", "t", "1", "2", "3", "4", "5", "6", "7", "8", "9": return true
    case "N", "n", "F", "f", "0": return false
    default: return nil
    }
  }

  /// A whole number. Models made in code count up to `Int.max`, and some write -1 for no limit.
  mutating func count(_ element: SyntaxElement, _ name: ModelAttributeName) -> Int? {
    guard let attribute = element[name], !attribute.value.isEmpty else { return nil }
    if let value = Int(attribute.value) { return value }
    report(.badCount(attribute: name.rawValue, value: attribute.value), at: attribute.valueRange)
    return nil
  }

  /// The value of a word; `absent` where there is none, or none that is known.
  mutating func choice<Value>(
    _ element: SyntaxElement, _ name: ModelAttributeName, among choices: [(String, Value)],
    absent: (String, Value)
  ) -> Value {
    guard let attribute = element[name], !attribute.value.isEmpty else { return absent.1 }
    if let found = choices.first(where: { $0.0 == attribute.value }) { return found.1 }
    let valid = choices.map(\.0)
    let near = suggest(attribute.value) { _ in valid }
    report(
      .unknownChoice(
        attribute: name.rawValue, value: attribute.value, valid: valid, used: absent.0,
        near: near),
      at: attribute.valueRange, replacing: (attribute.valueRange, with: near))
    return absent.1
  }

  /// The entity of a name, reported where there is none.
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

  /// `elementID` of newer files, `renamingIdentifier` of older ones.
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
