package import MomentumDiagnostics
import MomentumModel

/// The finding for one effect of a change.
struct ChangeMessage: DiagnosticMessage {
  let change: ModelChange
  let assessment: Assessment

  var id: String { assessment.rule.id }

  var severity: Severity {
    switch assessment.migrationClass {
    case .nothing, .lossless: .note
    case .dropsData, .dependsOnData, .unproven: .warning
    case .notInferrable: .error
    }
  }

  var text: String { "\(change.summary): \(assessment.effect)" }
}

extension ModelChange {
  /// The change as a lower-case phrase: `attribute 'Venue.rating' removed`.
  package var summary: String {
    let place = new ?? old ?? Place()
    let subject = "\(element.words)\(place.path.isEmpty ? "" : " '\(place.path)'")"
    switch kind {
    case .added: return "\(subject) added"
    case .removed: return "\(subject) removed"
    case .renamed: return "\(element.words) '\(old?.path ?? "")' renamed to '\(place.path)'"
    case .moved: return "\(element.words) '\(old?.path ?? "")' moved to '\(place.path)'"
    case .changed:
      var names: [String] = []
      for detail in details where !names.contains(detail.field) { names.append(detail.field) }
      let fields = names.prefix(3).joined(separator: ", ")
      return fields.isEmpty ? "\(subject) changed" : "\(subject) changed in \(fields)"
    }
  }
}

extension ModelChange.Element {
  fileprivate var words: String {
    switch self {
    case .model: "model"
    case .entity: "entity"
    case .attribute: "attribute"
    case .relationship: "relationship"
    case .fetchedProperty: "fetched property"
    case .uniquenessConstraint: "uniqueness constraint"
    case .fetchIndex: "fetch index"
    case .fetchRequest: "fetch request"
    case .configuration: "configuration"
    case .composite: "composite"
    }
  }
}

extension ModelDiff {
  /// One finding for each effect of each change, in the order of ``effects``. Its id is that of the
  /// rule, and its place is in the new model.
  ///
  /// Notes name the old place, Core Data's error and the repair. A suspected rename has a fix-it.
  package func findings() -> Diagnostics {
    var result = Diagnostics()
    for (change, assessment) in effects {
      let suspicion = suspectedRenames.first {
        change.kind == .removed && $0.element == change.element && $0.old == change.old
      }
      result.report(
        ChangeMessage(change: change, assessment: assessment),
        at: suspicion?.new.location ?? location(of: change),
        notes: notes(change, assessment), fixIts: suspicion.flatMap(fixIt).map { [$0] } ?? [])
    }
    return result
  }

  /// Each change with its gravest effect, then with each further one.
  var effects: [(change: ModelChange, assessment: Assessment)] {
    changes.flatMap { change in change.assessments.map { (change, $0) } }
  }

  /// The location of an element in the new model. For a removed element it is the location of its
  /// entity or of the model.
  private func location(of change: ModelChange) -> SourceLocation? {
    if let place = change.new { return place.location }
    guard let origin else { return change.old?.location }
    let entity = change.old?.entity.flatMap { origin.pair.old.model.entity(named: $0) }
    let reference = entity.flatMap { origin.pair.destination(of: $0) }
      .map(ElementReference.entity)
    return origin.pair.new.place(of: reference ?? .model).location ?? change.old?.location
  }

  private func notes(_ change: ModelChange, _ assessment: Assessment) -> [Diagnostic.Note] {
    var notes: [Diagnostic.Note] = []
    if let error = assessment.coreDataError {
      notes.append(
        Diagnostic.Note(
          error.code == 0
            ? "Core Data: \(error.reason)" : "Core Data: error \(error.code), \(error.reason)"))
    }
    if let repair = assessment.repair { notes.append(Diagnostic.Note("repair: \(repair)")) }
    if let old = change.old, old.location != nil {
      notes.append(Diagnostic.Note("'\(old.path)' in the old model", at: old.location))
    }
    return notes
  }

  /// The fix-it that inserts the renaming identifier after the new element's name; `nil` if the
  /// file has no name after which it could be inserted.
  private func fixIt(_ suspicion: SuspectedRename) -> Diagnostic.FixIt? {
    guard let location = suspicion.new.location else { return nil }
    // The range ends before the closing quote of the name. If the element has no name, there is no
    // place for the insertion.
    let bytes = location.file.utf8
    let end = location.range.end
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") || bytes[end] == UInt8(ascii: "'")
    else { return nil }
    return Diagnostic.FixIt(
      "say that it is '\(suspicion.old.path)' under a new name",
      replace: SourceLocation(location.file, SourceRange(end + 1, end + 1)),
      with: " \(suspicion.repair)")
  }
}
