import MomentumDiagnostics
import MomentumSwiftSource

/// Writes a type as a text that changes whenever the stored form of its values may change.
///
/// The text has the parts of a struct or enum instead of the type's name: an edit of a part changes
/// the text, and the same type under another name has the same text.
struct StoredForm {
  private let sources: SwiftDataSources
  /// The types that are written already. A second time a name is enough.
  private var written: Set<Int> = []

  init(_ sources: SwiftDataSources) { self.sources = sources }

  /// Writes a type: `[{name: String; size: enum{big; small(Int)}}]?`
  mutating func text(of type: SwiftType, at place: TypeMapping.Place) -> String {
    switch type {
    case .optional(let inner), .implicitlyUnwrapped(let inner):
      return text(of: inner, at: place) + "?"
    case .array(let inner): return "[\(text(of: inner, at: place))]"
    case .dictionary(let key, let value):
      return "[\(text(of: key, at: place)): \(text(of: value, at: place))]"
    case .tuple(let parts):
      return "(\(parts.map { text(of: $0, at: place) }.joined(separator: ", ")))"
    case .opaque(let inner): return "any \(text(of: inner, at: place))"
    case .composition(let parts):
      return parts.map { text(of: $0, at: place) }.joined(separator: " & ")
    case .other: return "…"
    case .named(let components):
      if let found = declared(components.map(\.name), at: place) { return found }
      let arguments = (components.last?.arguments ?? []).map { text(of: $0, at: place) }
      let name = components.last?.name ?? ""
      return arguments.isEmpty ? name : "\(name)<\(arguments.joined(separator: ", "))>"
    }
  }

  /// Writes the type that a name of the sources leads to; `nil` if they do not declare the name.
  private mutating func declared(_ names: [String], at place: TypeMapping.Place) -> String? {
    switch sources.look(names, from: place.scope, file: place.file) {
    case .type(let index): return text(ofType: index)
    case .ambiguous(let found):
      return found.isEmpty ? nil : found.map { text(ofType: $0) }.joined(separator: " | ")
    case .alias(let alias):
      // An alias of itself would be followed without end.
      guard alias.type.name != names.joined(separator: ".") else { return nil }
      return text(of: alias.type, at: TypeMapping.Place(scope: alias.scope, file: alias.file))
    case nil: return nil
    }
  }

  private mutating func text(ofType index: Int) -> String {
    let record = sources.types[index]
    guard !record.isModel, written.insert(index).inserted else { return record.name }
    guard !record.alternatives.isEmpty else { return text(of: record) }
    return ([record] + record.alternatives).map { alternative in
      (alternative.conditions.map { StoredForm.text(of: $0) } + [text(of: alternative)])
        .joined(separator: " ")
    }.joined(separator: " | ")
  }

  private mutating func text(of record: SwiftDataSources.TypeRecord) -> String {
    let tokens = sources.tokens(record.file)
    let place = TypeMapping.Place(scope: record.path, file: record.file)
    var parts: [String] = []
    for member in record.declaration.members {
      switch member.kind {
      case .enumCase:
        let conditions = member.conditions.map { StoredForm.text(of: $0) + " " }.joined()
        let values = member.parameters.map { "(\(text(of: $0, in: tokens, at: place)))" } ?? ""
        parts.append(conditions + member.name + values)
      case .variable where StoredMembers.isPattern(member):
        parts.append(tokens.text(member.tokens))
      case .variable where StoredMembers.isStored(member):
        // A constant with an initial value is not decoded, so it is not stored.
        if record.declaration.kind == .struct, member.isConstant, member.value != nil { continue }
        parts.append("\(member.name): \(text(ofProperty: member, in: tokens, at: place))")
      default: continue
      }
    }
    // The order of the parts is not hashed.
    let whole = "{\(parts.sorted().joined(separator: "; "))}"
    guard record.declaration.kind == .enum else { return whole }
    let raw = record.declaration.inheritedTypes.first?.name ?? ""
    let isRaw = LibraryTypes.scalars[raw] != nil || LibraryTypes.unobserved[raw] != nil
    return isRaw ? "enum \(raw)\(whole)" : "enum\(whole)"
  }

  /// The parts of a stored property that decide its form in a store: conditions, unknown macros, type.
  mutating func text(
    ofProperty member: SwiftDeclaration, in tokens: SwiftTokens, at place: TypeMapping.Place
  ) -> String {
    let attributes = member.attributes.filter { attribute in
      // The options of `@Attribute` and `@Relationship` are in the model already, unless they
      // depend on the build.
      !attribute.conditions.isEmpty
        || !(["Attribute", "Relationship"].contains(attribute.name)
          || StoredMembers.isPlain(attribute))
    }.map { attribute in
      (attribute.conditions.map { StoredForm.text(of: $0) } + [tokens.text(attribute.tokens)])
        .joined(separator: " ")
    }
    let found = PropertyType.find(member, in: tokens, sources: sources, at: place)
    let written =
      found.map { text(of: $0.type, at: $0.place) } ?? member.value.map { tokens.text($0) } ?? ""
    return (member.conditions.map { StoredForm.text(of: $0) } + attributes + [written])
      .joined(separator: " ")
  }

  /// Writes the condition of a clause: `#if DEBUG`; for a later clause also the conditions before
  /// it.
  static func text(of condition: SwiftCondition) -> String {
    ([condition.word] + condition.preceding + [condition.text]).filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Writes the values of an enum's case: `Int, name: Address`.
  private mutating func text(
    of range: Range<Int>, in tokens: SwiftTokens, at place: TypeMapping.Place
  ) -> String {
    func isName(_ index: Int) -> Bool {
      range.contains(index) && [.identifier, .quotedIdentifier].contains(tokens[index].kind)
    }
    var result: [String] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard isName(index) else {
        result.append(tokens.text(index))
        index += 1
        continue
      }
      var names = [tokens.name(index)]
      while tokens[index + 1].kind == .period, isName(index + 2) {
        index += 2
        names.append(tokens.name(index))
      }
      index += 1
      let isLabel = tokens[index].kind == .colon
      result.append(
        (isLabel ? nil : declared(names, at: place)) ?? names.joined(separator: "."))
    }
    return result.joined(separator: " ")
  }
}

extension SwiftDataSources {
  /// A number that changes with the code of the sources, but not with comments and white space. FNV-1a
  /// over the bytes of all tokens.
  var digest: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for file in files {
      for token in file.tokens.all {
        for byte in file.source.utf8[token.start..<token.end] { add(byte) }
        add(0)
      }
    }
    return String(hash, radix: 16)
  }
}
