public import MomentumDiagnostics

/// Makes an `ObjectModel` of a `ModelSyntax`: resolves names, reads values, fills in what is absent.
public enum ModelChecker {
  /// The model, or `nil` where there was an error. Reports every problem it finds, up to a limit.
  ///
  /// An id of the result is the index of the element in the syntax, see `ModelSyntax.element(of:)`.
  public static func check(
    _ syntax: ModelSyntax, _ diagnostics: inout Diagnostics
  ) -> ObjectModel? {
    var check = ModelCheck(syntax)
    let model = check.run()
    diagnostics.append(contentsOf: check.finish())
    return check.hasErrors ? nil : model
  }
}

/// One run of the checker. Files named `ModelCheck+…` hold the work by kind of node.
struct ModelCheck {
  /// A file with more findings than this is rubbish; the rest is counted.
  private static let findingsMax = 1000
  /// Searching near names costs time; a model that needs more of them was not written by hand.
  private static let suggestionsMax = 100
  private static let candidatesMax = 10_000

  let syntax: ModelSyntax
  private(set) var hasErrors = false
  private var diagnostics = Diagnostics()
  private var findings = 0
  private var suggestions = 0
  /// What is being looked at, for messages that do not name it themselves.
  var subject: ModelSubject?

  /// The first entity of each name.
  var entityIDs: [String: EntityID] = [:]
  /// The first composite of each name.
  var compositeIDs: [String: CompositeID] = [:]
  /// By entity, free of cycles.
  var parents: [EntityID?] = []
  /// By entity: itself and its ancestors, nearest first.
  var lineages: [[EntityID]] = []
  /// By entity: own properties by name.
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
      fetchRequests: checkFetchRequests(), listsAllIndexes: flag(syntax.root, .listsAllIndexes))
  }

  private mutating func checkEntity(_ id: EntityID) -> Entity {
    let node = syntax.entities[id.index]
    let element = node.element
    subject = ModelSubject("entity", name(of: element))
    defer { subject = nil }
    // Nothing but plain objects; Xcode writes both spellings.
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
      isSyncable: flag(element, .syncable, absent: true), userInfo: userInfo(of: element))
  }

  private mutating func codeGeneration(of element: SyntaxElement) -> Entity.CodeGeneration {
    // Observed: 91 of 986 public models write `none` for what Xcode tells by leaving the attribute out; stores
    // carry their hashes.
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
    // A name that XML has to escape is too rare to be worth a repair.
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

  /// The candidate that was probably meant, or all of them where they are few.
  mutating func hint(
    _ name: String, among candidates: (ModelCheck) -> [String]
  ) -> ModelMessage.NameHint {
    if let near = suggest(name, among: candidates) { return ModelMessage.NameHint(near: near) }
    guard suggestions <= ModelCheck.suggestionsMax else { return ModelMessage.NameHint() }
    let known = candidates(self).filter { !$0.isEmpty }
    return ModelMessage.NameHint(known: known.count <= 8 ? known.sorted() : [])
  }

  /// The candidate that was probably meant.
  mutating func suggest(
    _ name: String, among candidates: (ModelCheck) -> [String]
  ) -> String? {
    // One letter or two are near everything.
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
