package import MomentumDiagnostics

/// Makes an `ObjectModel` from a `ModelSyntax`: resolves names, reads values and fills in defaults.
package enum ModelChecker {
  /// The model, or `nil` after an error. Reports every problem, up to a limit.
  ///
  /// An id of the result is the index of the element in the syntax, see `ModelSyntax.element(of:)`.
  package static func check(
    _ syntax: ModelSyntax, _ diagnostics: inout Diagnostics
  ) -> ObjectModel? {
    var check = ModelCheck(syntax)
    let model = check.run()
    diagnostics.append(contentsOf: check.finish())
    return check.hasErrors ? nil : model
  }
}

/// One run of the checker. Files named `ModelCheck+…` have the checks for one kind of element each.
struct ModelCheck {
  /// The number of findings that are reported; further ones are only counted. A file with more is
  /// not a model that somebody wants repaired.
  private static let findingsMax = 1000
  /// The number of searches for the name that was probably meant. Each search takes time, and a
  /// model with more unknown names was not written by hand.
  private static let suggestionsMax = 100
  private static let candidatesMax = 10_000

  let syntax: ModelSyntax
  private(set) var hasErrors = false
  private var diagnostics = Diagnostics()
  private var findings = 0
  private var suggestions = 0
  /// The element that is being checked. A message that does not name its element begins with this
  /// one.
  var subject: ModelSubject?

  /// The first entity of each name.
  var entityIDs: [String: EntityID] = [:]
  /// The first composite of each name.
  var compositeIDs: [String: CompositeID] = [:]
  /// The parent of each entity, by `EntityID.index`. Contains no cycles, so that a walk to the root
  /// ends.
  var parents: [EntityID?] = []
  /// Each entity followed by its ancestors, the nearest first; the index is `EntityID.index`.
  var lineages: [[EntityID]] = []
  /// The properties that each entity declares, by name; the index is `EntityID.index`.
  var properties: [[String: OwnProperty]] = []

  init(_ syntax: ModelSyntax) { self.syntax = syntax }

  mutating func run() -> ObjectModel {
    collectNames()
    resolveParents()
    checkInheritedProperties()
    let composites = checkComposites()
    let entities = syntax.entities.indices.map { checkEntity(EntityID($0)) }
    return ObjectModel(
      versionIdentifiers: [syntax.root[.userDefinedModelVersionIdentifier]?.value ?? ""],
      entities: entities, composites: composites, configurations: checkConfigurations(),
      fetchRequests: checkFetchRequests(), listsAllIndexes: flag(syntax.root, .listsAllIndexes),
      isSwiftData: flag(syntax.root, .isSwiftData),
      unknownForm: text(syntax.root, .unknownForm))
  }

  private mutating func checkEntity(_ id: EntityID) -> Entity {
    let node = syntax.entities[id.index]
    let element = node.element
    subject = ModelSubject("entity", name(of: element))
    defer { subject = nil }
    // Xcode writes `NSManagedObject` for an entity without a class of its own, or nothing; both
    // mean the same.
    let className = text(element, .representedClassName).flatMap {
      $0 == "NSManagedObject" ? nil : $0
    }
    return Entity(
      name: name(of: element), className: className, codeGeneration: codeGeneration(of: element),
      isAbstract: flag(element, .isAbstract), parent: parents[id.index],
      attributes: node.attributes.map { checkAttribute($0) },
      relationships: node.relationships.map { checkRelationship($0, of: id) },
      fetchedProperties: node.fetchedProperties.map { checkFetchedProperty($0) },
      uniquenessConstraints: checkUniquenessConstraints(of: id),
      fetchIndexes: checkFetchIndexes(of: id), compoundIndexes: checkCompoundIndexes(of: id),
      renamingIdentifier: renamingIdentifier(of: element),
      versionHashModifier: text(element, .versionHashModifier),
      isSyncable: flag(element, .syncable, absent: true), userInfo: userInfo(of: element),
      hasUnknownHash: flag(element, .hasUnknownHash), unknownForm: text(element, .unknownForm))
  }

  private mutating func codeGeneration(of element: SyntaxElement) -> Entity.CodeGeneration {
    // Observed: 91 of 986 public models write `none` where Xcode leaves the attribute out. Stores
    // have hashes of these models, so `none` is accepted.
    let choices: [(String, Entity.CodeGeneration)] = [
      ("class", .classDefinition), ("category", .category), ("none", .manual),
    ]
    return choice(element, .codeGenerationType, among: choices, absent: ("none", .manual))
  }

  // MARK: - Reporting

  mutating func report(
    _ message: ModelMessage, at range: SourceRange, notes: [(String, SourceRange)] = [],
    replacing: (SourceRange, with: String?)? = nil
  ) {
    let message = SubjectMessage(message: message, subject: subject)
    if message.severity == .error { hasErrors = true }
    findings += 1
    guard findings <= ModelCheck.findingsMax else { return }
    var fixIts: [Diagnostic.FixIt] = []
    // The text of a fix-it goes into the file as it is, so a name that XML has to escape gets no
    // fix-it.
    if let replacing, let text = replacing.with, !text.contains(where: { "&<>\"'".contains($0) }) {
      fixIts = [
        Diagnostic.FixIt(
          "write '\(text)'", replace: syntax.location(replacing.0), with: text)
      ]
    }
    diagnostics.report(
      message, at: syntax.location(range),
      notes: notes.map { Diagnostic.Note($0.0, at: syntax.location($0.1)) }, fixIts: fixIts)
  }

  /// A hint that proposes the candidate that was probably meant; if no candidate is similar, all
  /// candidates, as long as they are few.
  mutating func hint(
    _ name: String, among candidates: (ModelCheck) -> [String]
  ) -> ModelMessage.NameHint {
    if let near = suggest(name, among: candidates) { return ModelMessage.NameHint(near: near) }
    guard suggestions <= ModelCheck.suggestionsMax else { return ModelMessage.NameHint() }
    let candidateNames = candidates(self).filter { !$0.isEmpty }
    return ModelMessage.NameHint(known: candidateNames.count <= 8 ? candidateNames.sorted() : [])
  }

  /// Returns the candidate that the author of `name` probably meant; `nil` if none is similar, or
  /// after too many searches.
  mutating func suggest(
    _ name: String, among candidates: (ModelCheck) -> [String]
  ) -> String? {
    // A name of one or two letters is near every short name, so a suggestion would be a guess.
    guard name.count > 2 else { return nil }
    suggestions += 1
    guard suggestions <= ModelCheck.suggestionsMax else { return nil }
    let candidates = candidates(self)
    return candidates.count > ModelCheck.candidatesMax
      ? nil : nearName(to: name, among: candidates)
  }

  func finish() -> Diagnostics {
    var result = diagnostics
    if findings > ModelCheck.findingsMax {
      result.report(
        ModelMessage.moreFindings(findings - ModelCheck.findingsMax),
        at: syntax.location(syntax.root.nameRange))
    }
    return result
  }
}
