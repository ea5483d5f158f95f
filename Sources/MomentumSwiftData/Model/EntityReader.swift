import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

/// Reads the properties, the constraints and the indexes of one model class.
struct EntityReader {
  let sources: SwiftDataSources
  let record: SwiftDataSources.TypeRecord
  let mapping: TypeMapping
  /// The name of the schema that the class is read for.
  let schema: String
  private(set) var draft: EntityDraft
  private(set) var diagnostics = Diagnostics()
  /// Whether a finding about the present property leaves the hash unknown.
  private var isUnknown = false
  /// Whether the property uses what the sources do not declare, so that the same text may mean
  /// something else in another schema.
  private var isUndeclared = false

  private var tokens: SwiftTokens { sources.tokens(record.file) }
  private var place: TypeMapping.Place {
    TypeMapping.Place(scope: record.path, file: record.file)
  }

  init(_ type: Int, in sources: SwiftDataSources, mapping: TypeMapping, schema: String) {
    self.sources = sources
    self.mapping = mapping
    self.schema = schema
    record = sources.types[type]
    draft = EntityDraft(type: type, name: record.name)
  }

  /// Attributes that the library or the compiler give a meaning of its own, which does not change
  /// how a property is stored.
  private static let knownAttributes: Set<String> = [
    "Attribute", "Relationship", "Transient", "objc", "available", "MainActor", "nonobjc",
    "ObservationIgnored", "ObservationTracked", "inlinable", "usableFromInline",
  ]

  mutating func read() {
    for member in record.declaration.members {
      switch member.kind {
      case .variable where StoredMembers.isStored(member): read(property: member)
      case .macroExpansion: read(macro: member)
      default: continue
      }
    }
    for property in draft.properties where property.marks.isUnique {
      draft.uniquenessConstraints.append([property.name])
    }
    (isUnknown, isUndeclared) = (false, false)
    if !record.name.utf8.allSatisfy({ $0 < 0x80 }) {
      unobserved("a name with letters outside ASCII", at: record.declaration)
    }
  }

  // MARK: - Properties

  private mutating func read(property member: SwiftDeclaration) {
    guard member.attribute("Transient") == nil else { return }
    (isUnknown, isUndeclared) = (false, false)
    if let condition = member.conditions.first(where: { !Conditions.isAlwaysTrue($0) }) {
      report(.conditionalProperty(member.name, condition: condition.text), at: member)
    }
    for attribute in member.attributes where !EntityReader.knownAttributes.contains(attribute.name)
    {
      report(.unknownMacro(attribute.name, on: member.name), at: member)
    }
    guard let type = PropertyType.find(member, in: tokens, sources: sources, at: place) else {
      report(.noType(member.name), at: member)
      return append(member, .attribute(.unknown("")), isOptional: false)
    }
    let mapped = mapping.map(type, named: member.name, at: place)
    append(member, mapped.storage, isOptional: mapped.isOptional)
  }

  private mutating func append(
    _ member: SwiftDeclaration, _ storage: SwiftProperty.Storage, isOptional: Bool
  ) {
    let marks = MarksReader(member, in: tokens).marks
    var property = SwiftProperty(
      declaration: member, file: record.file, storage: storage, isOptional: isOptional,
      marks: marks)
    for range in marks.unread { report(.unreadArgument(member.name), range) }
    if !member.name.utf8.allSatisfy({ $0 < 0x80 }) {
      unobserved("a name with letters outside ASCII", at: member)
    }
    switch storage {
    case .attribute(let type):
      if marks.transformer != nil {
        property.storage = .attribute(.scalar(.transformable))
        if marks.isTransformerNamedByText {
          unobserved("a transformer that is named by a text", at: member)
        }
      } else {
        reportUnknown(type, of: member)
      }
      if marks.preservesValue { unobserved("'preserveValueOnDeletion'", at: member) }
      if marks.hashModifier != nil { unobserved("'hashModifier'", at: member) }
    case .relationship:
      if marks.isUnique { unobserved("'unique' on a relationship", at: member) }
      if marks.minimumCount != nil || marks.maximumCount != nil {
        unobserved("a limited number of objects in a relationship", at: member)
      }
      if marks.hashModifier != nil { unobserved("'hashModifier'", at: member) }
    }
    if isUnknown { property.unknownForm = form(of: member) }
    draft.properties.append(property)
  }

  /// All that the source says of a property of which not everything is known.
  private func form(of member: SwiftDeclaration) -> String {
    var writer = StoredForm(sources)
    let type = PropertyType.find(member, in: tokens, sources: sources, at: place)
    let conditions = member.conditions.map { "\($0.word) \($0.text)" }
    let written =
      type.map { writer.text(of: $0, at: place) } ?? member.value.map { tokens.text($0) } ?? ""
    let attributes = member.attributes.filter { attribute in
      // Options of these that are read are in the model.
      !["Attribute", "Relationship"].contains(attribute.name)
        && !EntityReader.knownAttributes.contains(attribute.name)
    }.map { tokens.text($0.tokens) }
    let unread = MarksReader(member, in: tokens).marks.unread.map { tokens.text($0) }
    let parts = conditions + attributes + unread + [written] + (isUndeclared ? [schema] : [])
    return parts.joined(separator: " ")
  }

  private mutating func reportUnknown(_ type: StoredType, of member: SwiftDeclaration) {
    switch type {
    case .scalar: return
    case .unobserved(_, let what): unobserved(what, at: member)
    case .unknown(let name):
      if !name.isEmpty { report(.unknownType(name, of: member.name), at: member) }
    case .composite(let elements, _, _):
      for element in elements { reportUnknown(element.type, of: member) }
    }
  }

  // MARK: - Macros

  /// `#Unique<User>([\.name], [\.first, \.last])` and `#Index<User>([\.name])`.
  private mutating func read(macro: SwiftDeclaration) {
    guard let range = macro.parameters else { return }
    let arguments = ExpressionReader.arguments(range, in: tokens)
    switch macro.name {
    case "Unique":
      for argument in arguments {
        guard let names = names(argument.value) else {
          report(.unreadArgument("#Unique"), argument.value.tokens)
          draft.unknownForms.append(tokens.text(macro.tokens))
          continue
        }
        draft.uniquenessConstraints.append(names)
      }
    case "Index":
      for argument in arguments { read(index: argument.value, of: macro) }
    default:
      report(.unknownMacro(macro.name, on: record.name), at: macro)
      draft.unknownForms.append(tokens.text(macro.tokens))
    }
  }

  private mutating func read(index: SwiftExpression, of macro: SwiftDeclaration) {
    var kind = FetchIndex.Kind.binary
    var list = index
    if case .call(let callee, let arguments) = index.unparenthesized.kind {
      if callee.path?.last == "rtree" {
        kind = .rTree
        unobserved("an R-tree index", at: macro)
      }
      list = arguments.first?.value ?? index
    }
    guard let names = names(list) else {
      report(.unreadArgument("#Index"), index.tokens)
      return
    }
    draft.fetchIndexes.append(
      FetchIndex(
        name: "SwiftDataIndexOn\(kind.rawValue)\(names.joined())",
        elements: names.map { FetchIndex.Element(.property($0), kind: kind) }))
  }

  /// The properties that an array of key paths names.
  private func names(_ list: SwiftExpression) -> [String]? {
    guard case .array(let items) = list.unparenthesized.kind, !items.isEmpty else { return nil }
    let names = items.compactMap { item -> String? in
      guard case .keyPath(let path) = item.unparenthesized.kind else { return nil }
      let names = path.names.compactMap { $0 }
      guard names.count == path.names.count else { return nil }
      return path.hasRoot
        ? names.dropFirst().joined(separator: ".") : names.joined(separator: ".")
    }
    return names.count == items.count ? names : nil
  }

  // MARK: - Reporting

  private mutating func unobserved(_ what: String, at member: SwiftDeclaration) {
    report(.unobserved(what, entity: record.name), at: member)
  }

  private mutating func report(_ message: SwiftDataMessage, at member: SwiftDeclaration) {
    report(message, member.nameToken..<member.nameToken + 1)
  }

  private mutating func report(_ message: SwiftDataMessage, _ range: Range<Int>) {
    if message.leavesHashUnknown {
      draft.hasUnknownHash = true
      isUnknown = true
      isUndeclared = isUndeclared || message.dependsOnUndeclared
    }
    diagnostics.report(message, at: tokens.location(range))
  }
}

/// Conditions of `#if` whose answer does not depend on how the sources are built.
enum Conditions {
  /// Sources of a schema are only built where SwiftData and Foundation are.
  static func isAlwaysTrue(_ condition: SwiftCondition) -> Bool {
    condition.word == "#if" && isAlwaysTrue(condition.text)
  }

  /// - Parameter condition: What is written after `#if`.
  static func isAlwaysTrue(_ condition: String) -> Bool {
    ["canImport(SwiftData)", "canImport(Foundation)", "true"].contains(
      condition.filter { $0 != " " })
  }
}
