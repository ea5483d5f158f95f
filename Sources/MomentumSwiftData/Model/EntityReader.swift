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
  /// Whether a finding about the property that is being read leaves the entity's hash unknown.
  private var isUnknown = false
  /// Whether the property uses a name that the sources do not declare. The same text may then mean
  /// another type in another schema.
  private var isUndeclared = false

  private var tokens: SwiftTokens { sources.tokens(record.file) }
  private var place: TypeMapping.Place {
    TypeMapping.Place(scope: record.path, file: record.file)
  }

  init(_ type: Int, in sources: SwiftDataSources, mapping: TypeMapping, schema: String) {
    self.init(type, sources.types[type], in: sources, mapping: mapping, schema: schema)
  }

  /// - Parameter record: The class, or another declaration of it in an `#if`.
  private init(
    _ type: Int, _ record: SwiftDataSources.TypeRecord, in sources: SwiftDataSources,
    mapping: TypeMapping, schema: String
  ) {
    self.sources = sources
    self.mapping = mapping
    self.schema = schema
    self.record = record
    draft = EntityDraft(type: type, name: record.name)
  }

  mutating func read() {
    readMembers()
    reportConditions()
    if record.declaration.genericParameters != nil {
      unobserved("a generic class", at: record.declaration)
    }
    (isUnknown, isUndeclared) = (false, false)
    if !record.name.utf8.allSatisfy({ $0 < 0x80 }) {
      unobserved("a name with letters outside ASCII", at: record.declaration)
    }
  }

  private mutating func readMembers() {
    let members = record.declaration.members
    for variants in Variants.of(members.filter(StoredMembers.isStored)) { read(variants) }
    for member in members {
      if StoredMembers.isPattern(member) {
        unobserved("several properties that one pattern declares", at: member)
        draft.unknownForms.append(tokens.text(member.tokens))
      } else if member.kind == .macroExpansion {
        read(macro: member)
      }
    }
    for property in draft.properties where property.marks.isUnique {
      draft.uniquenessConstraints.append([property.name])
    }
  }

  // MARK: - Conditions

  /// Reports a class that some builds do not have, or have in another form.
  private mutating func reportConditions() {
    let readers = record.alternatives.map { alternative -> EntityReader in
      var reader = EntityReader(
        draft.type, alternative, in: sources, mapping: mapping, schema: schema)
      reader.readMembers()
      return reader
    }
    let form = draft.form
    if readers.contains(where: { $0.draft.form != form }) {
      draft.unknownForms += ([self] + readers).map(\.wholeForm)
      return report(.differingType(record.name), at: record.declaration)
    }
    let all = ([record] + record.alternatives).map(\.conditions)
    let isSame = Set(([record] + record.alternatives).map(\.file)).count == 1
    let conditions = record.conditions + (record.declaration.attribute("Model")?.conditions ?? [])
    guard let condition = conditions.first(where: { !isShared($0) }),
      !(isSame && Variants.cover(all))
    else { return }
    draft.unknownForms += (conditions + record.alternatives.flatMap(\.conditions)).map {
      StoredForm.text(of: $0)
    }
    report(
      .conditionalType(record.name, condition: BuildCondition.text(of: condition)),
      at: record.declaration)
  }

  /// Whether all classes of the schema are in an `#if` with this condition: then every build that has
  /// the schema has the class.
  private func isShared(_ condition: SwiftCondition) -> Bool {
    let text = BuildCondition.text(of: condition)
    return mapping.models.values.allSatisfy { type in
      sources.types[type].conditions.contains { BuildCondition.text(of: $0) == text }
    }
  }

  // MARK: - Properties

  /// Reads the first of the declarations of a property; the others are in other clauses of an `#if`.
  private mutating func read(_ variants: Variants) {
    (isUnknown, isUndeclared) = (false, false)
    let member = variants.first
    guard var property = read(property: member) else {
      // The property is `@Transient` in this clause of an `#if`, but stored in another clause.
      let rest = variants.all.dropFirst()
      if rest.contains(where: { $0.attribute("Transient") == nil }),
        let condition = member.conditions.first
      {
        draft.unknownForms.append("\(member.name): \(form(of: variants))")
        report(
          .differingProperty(member.name, condition: BuildCondition.text(of: condition)), at: member
        )
      }
      return
    }
    reportConditional(member, variants, property.form)
    if isUnknown { property.unknownForm = form(of: variants) }
    draft.properties.append(property)
  }

  private mutating func reportConditional(
    _ member: SwiftDeclaration, _ variants: Variants, _ form: String
  ) {
    let attributes = member.attributes.flatMap(\.conditions)
    if let condition = attributes.first {
      let text = BuildCondition.text(of: condition)
      return report(.differingProperty(member.name, condition: text), at: member)
    }
    guard let condition = member.conditions.first.map({ BuildCondition.text(of: $0) }) else {
      return
    }
    let isSame = variants.all.dropFirst().allSatisfy { read(property: $0)?.form == form }
    if !isSame {
      report(.differingProperty(member.name, condition: condition), at: member)
    } else if !variants.isInEachBuild {
      report(.conditionalProperty(member.name, condition: condition), at: member)
    }
  }

  /// The property of a declaration; `nil` for one that is not stored.
  private mutating func read(property member: SwiftDeclaration) -> SwiftProperty? {
    guard member.attribute("Transient") == nil else { return nil }
    for attribute in member.attributes where !isKnown(attribute) {
      report(.unknownMacro(attribute.name, on: member.name), at: member)
    }
    guard let found = PropertyType.find(member, in: tokens, sources: sources, at: place) else {
      report(.noType(member.name), at: member)
      return property(member, .attribute(.unknown("")), isOptional: false)
    }
    let mapped = mapping.map(found.type, named: member.name, at: found.place)
    if let what = mapped.unobserved { unobserved(what, at: member) }
    if member.type?.isNestedOptional == true {
      unobserved("an optional of an optional", at: member)
    }
    return property(member, mapped.storage, isOptional: mapped.isOptional)
  }

  private func isKnown(_ attribute: SwiftAttribute) -> Bool {
    ["Attribute", "Relationship", "Transient"].contains(attribute.name)
      || StoredMembers.isPlain(attribute)
  }

  private mutating func property(
    _ member: SwiftDeclaration, _ storage: SwiftProperty.Storage, isOptional: Bool
  ) -> SwiftProperty {
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
    return property
  }

  /// A text for a property whose stored form is not known in full. Two properties with equal texts
  /// have equal hashes.
  private func form(of variants: Variants) -> String {
    let parts = variants.all.map { member -> String in
      var writer = StoredForm(sources)
      let unread = MarksReader(member, in: tokens).marks.unread.map { tokens.text($0) }
      return (unread + [writer.text(ofProperty: member, in: tokens, at: place)])
        .joined(separator: " ")
    }
    return (parts + (isUndeclared ? [schema] : [])).joined(separator: " ")
  }

  /// A text for all properties of a class that depends on the build. Two classes with equal texts
  /// have equal hashes.
  private var wholeForm: String {
    let properties = Variants.of(record.declaration.members.filter(StoredMembers.isStored)).map {
      let marks = $0.all.flatMap(\.attributes).map { tokens.text($0.tokens) }
      return "\($0.first.name): \((marks + [form(of: $0)]).joined(separator: " "))"
    }
    let conditions = record.conditions.map { StoredForm.text(of: $0) }
    return (conditions + ["{\(properties.sorted().joined(separator: "; "))}"])
      .joined(separator: " ")
  }

  private mutating func reportUnknown(_ type: StoredType, of member: SwiftDeclaration) {
    switch type {
    case .scalar: return
    case .unobserved(_, let what): unobserved(what, at: member)
    case .unknown(let name):
      if !name.isEmpty { report(.unknownType(name, of: member.name), at: member) }
    case .ambiguous(let name, let places):
      report(
        .ambiguousType(name, of: member.name), member.nameToken..<member.nameToken + 1,
        notes: places.map { Diagnostic.Note("one of the types", at: $0) })
    case .conditional(let name, let location): report(.differingType(name), location, of: member)
    case .composite(let composite):
      for doubt in composite.doubts { report(doubt, of: member) }
      for element in composite.elements { reportUnknown(element.type, of: member) }
    }
  }

  private mutating func report(_ doubt: StoredType.Doubt, of member: SwiftDeclaration) {
    let message: SwiftDataMessage
    switch doubt.kind {
    case .conditional(let name, let condition):
      message = .conditionalProperty(name, condition: condition)
    case .differing(let name, let condition):
      message = .differingProperty(name, condition: condition)
    case .wrapped(let name, let wrapper): message = .unknownMacro(wrapper, on: name)
    }
    report(message, doubt.location, of: member)
  }

  /// Reports something about a type at its declaration, once for each property that stores it.
  private mutating func report(
    _ message: SwiftDataMessage, _ location: SourceLocation, of member: SwiftDeclaration
  ) {
    report(
      message, at: location,
      notes: [
        Diagnostic.Note(
          "stored by '\(record.name).\(member.name)'",
          at: sources.location(record.file, member))
      ])
  }

  // MARK: - Macros

  /// Reads a macro that declares constraints or indexes:
  /// `#Unique<User>([\.name], [\.first, \.last])`, `#Index<User>([\.name])`.
  private mutating func read(macro: SwiftDeclaration) {
    guard let range = macro.parameters else { return }
    let arguments = ExpressionReader.arguments(range, in: tokens)
    switch macro.name {
    case "Unique":
      if let condition = macro.conditions.first {
        draft.unknownForms.append(
          "\(StoredForm.text(of: condition)) \(tokens.text(macro.tokens))")
        report(
          .conditionalProperty("#Unique", condition: BuildCondition.text(of: condition)), at: macro)
      }
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

  /// The properties that an array of key paths names; `nil` for another expression.
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

  private mutating func report(
    _ message: SwiftDataMessage, _ range: Range<Int>, notes: [Diagnostic.Note] = []
  ) {
    report(message, at: tokens.location(range), notes: notes)
  }

  private mutating func report(
    _ message: SwiftDataMessage, at location: SourceLocation, notes: [Diagnostic.Note]
  ) {
    if message.leavesHashUnknown {
      draft.hasUnknownHash = true
      isUnknown = true
      isUndeclared = isUndeclared || message.dependsOnUndeclared
    }
    diagnostics.report(message, at: location, notes: notes)
  }
}
