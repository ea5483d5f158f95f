package import MomentumDiagnostics

/// Reports parts of a checked model that Core Data refuses later, at load, at save or at migration,
/// and parts that are known to cause trouble.
///
/// The checker reports what has no meaning, such as a name that does not resolve; the review
/// reports what has a meaning but will not work as its author expects.
package enum ModelReview {
  /// - Parameter cloudKit: Whether to apply the rules for models that sync with CloudKit.
  package static func review(
    _ model: ObjectModel, _ syntax: ModelSyntax, cloudKit: Bool = false,
    _ diagnostics: inout Diagnostics
  ) {
    var reviewer = Reviewer(model: model, syntax: syntax)
    reviewer.reviewRenamingIdentifiers()
    for id in model.entityIDs {
      reviewer.entity = id
      reviewer.reviewEntity(id)
      for index in model[id].attributes.indices { reviewer.reviewAttribute(AttributeID(id, index)) }
      for index in model[id].relationships.indices {
        reviewer.reviewRelationship(RelationshipID(id, index))
      }
      reviewer.reviewDefaults(of: id)
      reviewer.reviewFetchedProperties(of: id)
      reviewer.reviewUniqueness(of: id)
      reviewer.reviewIndexes(of: id)
      if cloudKit { reviewer.reviewForCloudKit(id) }
    }
    diagnostics.append(contentsOf: reviewer.finish())
  }
}

/// One review of one model.
struct Reviewer {
  /// The number of findings that are reported; further ones are only counted.
  private static let findingsMax = 1000

  let model: ObjectModel
  let syntax: ModelSyntax
  let hasSubentities: Set<EntityID>
  /// The configurations of each entity, as indices into the model's configurations.
  let configurations: [EntityID: Set<Int>]
  private var classes: [String: EntityID] = [:]
  /// The entity that is being reviewed. A message that does not name its entity begins with this
  /// one.
  var entity: EntityID?
  private var diagnostics = Diagnostics()
  private var findings = 0

  init(model: ObjectModel, syntax: ModelSyntax) {
    self.model = model
    self.syntax = syntax
    hasSubentities = Set(model.entities.compactMap(\.parent))
    var configurations: [EntityID: Set<Int>] = [:]
    for (index, configuration) in model.configurations.enumerated() {
      for member in configuration.members { configurations[member, default: []].insert(index) }
    }
    self.configurations = configurations
  }

  mutating func report(
    _ message: ReviewMessage, at range: SourceRange, notes: [(String, SourceRange)] = [],
    fixIt: (text: String, range: SourceRange, replacement: String)? = nil
  ) {
    findings += 1
    guard findings <= Self.findingsMax else { return }
    diagnostics.report(
      SubjectMessage(
        message: message, subject: entity.map { ModelSubject("entity", model[$0].name) }),
      at: syntax.location(range),
      notes: notes.map { Diagnostic.Note($0.0, at: syntax.location($0.1)) },
      fixIts: fixIt.map {
        [Diagnostic.FixIt($0.text, replace: syntax.location($0.range), with: $0.replacement)]
      } ?? [])
  }

  func finish() -> Diagnostics {
    var result = diagnostics
    if findings > Self.findingsMax {
      result.report(
        ModelMessage.moreFindings(findings - Self.findingsMax),
        at: syntax.location(syntax.root.nameRange))
    }
    return result
  }

  /// The place of an element's name; without a name, the place of its tag, and without an element,
  /// that of the model's tag.
  func nameRange(of element: SyntaxElement?) -> SourceRange {
    element?[.name]?.valueRange ?? element?.nameRange ?? syntax.root.nameRange
  }

  /// The fix-it that adds or replaces an XML attribute; `nil` if the element has no name after
  /// which the attribute could be inserted.
  func setting(
    _ name: ModelAttributeName, to value: String, of element: SyntaxElement?
  ) -> (text: String, range: SourceRange, replacement: String)? {
    guard let element else { return nil }
    let text = "set \(name.rawValue) to '\(value)'"
    if let written = element[name] { return (text, written.valueRange, value) }
    guard let last = element[.name] else { return nil }
    // The value's range ends at the closing quote, so insert after that quote.
    let place = last.valueRange.end + 1
    return (text, SourceRange(place, place), " \(name.rawValue)=\"\(value)\"")
  }

  // MARK: - Entities

  mutating func reviewEntity(_ id: EntityID) {
    let entity = model[id]
    let element = syntax.element(of: id)
    if entity.isAbstract, !hasSubentities.contains(id) {
      report(.abstractLeaf(entity.name), at: nameRange(of: element))
    }
    guard entity.codeGeneration != .manual, let name = entity.className else { return }
    if let earlierEntity = classes[name] {
      report(
        .duplicateClass(name, entity: entity.name, other: model[earlierEntity].name),
        at: element?[.representedClassName]?.valueRange ?? nameRange(of: element),
        notes: [
          (
            "'\(model[earlierEntity].name)' has it first",
            nameRange(of: syntax.element(of: earlierEntity))
          )
        ])
    } else {
      classes[name] = id
    }
  }

  mutating func reviewName(_ name: String, _ element: SyntaxElement?) {
    let range = nameRange(of: element)
    if ReservedNames.objectMembers.contains(name) {
      report(.reservedName(name, owner: "NSObject"), at: range)
    } else if model.isSwiftData {
      // A class with '@Model' inherits none of these members, and the Swift compiler checks its
      // names.
      return
    } else if ReservedNames.managedObjectMembers.contains(name) {
      report(.reservedName(name, owner: "NSManagedObject"), at: range)
    } else if ReservedNames.swiftKeywords.contains(name) {
      report(.keyword(name), at: range)
    }
  }
}
