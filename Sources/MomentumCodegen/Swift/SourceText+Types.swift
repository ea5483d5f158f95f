// Prints modifiers, parameters and types.

extension Modifier {
  var source: String {
    switch self {
    case .access(.internal): ""
    case .access(let level): level.rawValue + " "
    case .static: "static "
    case .class: "class "
    case .private: "private "
    case .final: "final "
    case .nonisolated: "nonisolated "
    case .nonObjC: "@nonobjc "
    case .managed: "@NSManaged "
    case .override: "override "
    }
  }
}

extension [Modifier] {
  var source: String { map(\.source).joined() }

  func write(to text: inout SourceText) {
    for modifier in self { text += modifier.source }
  }
}

extension Parameter {
  func write(to text: inout SourceText) {
    text += label.map { $0 == name ? "" : $0.source + " " } ?? "_ "
    text += name.source
    text += ": "
    type.write(to: &text)
    if let value {
      text += " = "
      text += value.source
    }
  }
}

extension TypeReference {
  /// The type in source.
  package var source: String {
    var text = SourceText()
    write(to: &text)
    return text.string
  }

  func write(to text: inout SourceText) {
    switch self {
    case .named(let name): text += name.typeSource
    case .generic(let name, let arguments):
      text += name.typeSource
      TypeReference.write(arguments, to: &text)
    case .specialized(let type, let arguments):
      type.write(to: &text)
      TypeReference.write(arguments, to: &text)
    case .member(let base, let name):
      base.write(to: &text)
      text += "."
      text += name.source
    case .optional(let type):
      type.write(to: &text)
      text += "?"
    case .array(let element):
      text += "["
      element.write(to: &text)
      text += "]"
    case .dictionary(let key, let value):
      text += "["
      key.write(to: &text)
      text += ": "
      value.write(to: &text)
      text += "]"
    case .inOut(let type):
      text += "inout "
      type.write(to: &text)
    }
  }

  private static func write(_ arguments: [TypeReference], to text: inout SourceText) {
    text += "<"
    text.append(list: arguments) { $0.write(to: &$1) }
    text += ">"
  }
}
