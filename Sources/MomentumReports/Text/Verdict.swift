import MomentumDiff

/// The summary of a diff, with which a report begins.
struct Verdict {
  let diff: ModelDiff

  /// Whether stores of the old version open with the new model: without a migration, by inference,
  /// or by a mapping model that the app has.
  var migratesByItself: Bool {
    if diff.mapping != nil { return true }
    switch diff.inference {
    case .notNeeded, .inferred: return true
    case .impossible: return false
    }
  }

  /// The gravest class of the changes, or *not-inferrable* if Core Data cannot infer a mapping
  /// model for all of them together.
  var migrationClass: MigrationClass {
    migratesByItself || isUnproven
      ? diff.migrationClass : max(diff.migrationClass, .notInferrable)
  }

  var sentence: String {
    if diff.mapping != nil { return mappedSentence }
    switch diff.inference {
    case .notNeeded where diff.changes.isEmpty: return "The models are equal."
    case .notNeeded where diff.migrationClass > .lossless:
      return "No migration: stores of the old version open as they are, but not every row may fit."
    case .notNeeded: return "No migration: stores of the old version open as they are."
    case .impossible where isUnproven:
      return "Nothing shows that Core Data migrates this by itself."
    case .impossible: return "Core Data does not migrate this by itself."
    case .inferred: break
    }
    switch diff.migrationClass {
    case .nothing, .lossless: return "Core Data migrates this by itself and loses nothing."
    case .dropsData: return "Core Data migrates this by itself and drops data without a word."
    case .dependsOnData:
      return
        "Core Data migrates this by itself; whether it ends well depends on the rows of a store."
    case .unproven:
      return "Core Data migrates this by itself; what becomes of the rows is unproven."
    case .notInferrable:
      return "Core Data infers a mapping model, but not for every change."
    }
  }

  private var mappedSentence: String {
    switch migrationClass {
    case .nothing, .lossless:
      "A mapping model of the app migrates this and loses nothing that is known."
    case .dropsData: "A mapping model of the app migrates this and drops data."
    case .dependsOnData:
      "A mapping model of the app migrates this; whether it ends well depends on the rows of a store."
    case .unproven:
      "A mapping model of the app migrates this; what becomes of the rows is unproven."
    case .notInferrable: "A mapping model of the app is for this, but cannot do it."
    }
  }

  /// Whether inference is refused only because no such migration was ever observed.
  private var isUnproven: Bool {
    let assessments = diff.changes.flatMap(\.assessments)
    guard !assessments.contains(where: { $0.migrationClass == .notInferrable }) else {
      return false
    }
    let effects = Set(assessments.filter { $0.migrationClass == .unproven }.map(\.effect))
    return !reasons.isEmpty && reasons.allSatisfy(effects.contains)
  }

  /// The number of changes of each class, the gravest class first, without classes that do not
  /// occur.
  var counts: [(migrationClass: MigrationClass, count: Int)] {
    MigrationClass.allCases.reversed().compactMap { item in
      let count = diff.changes.count { $0.assessment.migrationClass == item }
      return count == 0 ? nil : (item, count)
    }
  }

  /// The numbers in words: `1 drops data, 4 lossless, 2 without effect`.
  var countsText: String {
    counts.map { item, count in
      item == .nothing ? "\(count) without effect" : "\(count) \(item.words)"
    }.joined(separator: ", ")
  }

  var error: CoreDataError? {
    guard diff.mapping == nil, case .impossible(let error, _) = diff.inference else { return nil }
    return error
  }

  var reasons: [String] {
    guard diff.mapping == nil, case .impossible(_, let reasons) = diff.inference else { return [] }
    return reasons
  }

  /// The reasons against inference that are not the effect of a change, each once. A report lists
  /// the effects with the changes, so it must print these reasons in addition.
  var furtherReasons: [String] {
    var knownEffects = Set(diff.changes.flatMap(\.assessments).map(\.effect))
    return reasons.filter { knownEffects.insert($0).inserted }
  }
}

/// The changes of one entity, or of the model as a whole.
struct ChangeGroup {
  /// The entity; `nil` for the model as a whole.
  var entity: String?
  var changes: [ModelChange]

  var migrationClass: MigrationClass {
    changes.map(\.assessment.migrationClass).max() ?? .nothing
  }

  /// The groups in the order of each entity's first change; the model as a whole last.
  static func all(of diff: ModelDiff) -> [ChangeGroup] {
    var result: [ChangeGroup] = []
    var indexes: [String?: Int] = [:]
    for change in diff.changes {
      let entity = change.shownEntity
      if let index = indexes[entity] {
        result[index].changes.append(change)
      } else {
        indexes[entity] = result.count
        result.append(ChangeGroup(entity: entity, changes: [change]))
      }
    }
    return result.filter { $0.entity != nil } + result.filter { $0.entity == nil }
  }
}

extension ComparedVersions {
  /// The path in a report's title, `App/Model.xcdatamodeld`, or both paths if they differ.
  func pathTitle(_ shown: (String) -> String) -> String {
    old.path == new.path ? shown(new.path) : "\(shown(old.path)) → \(shown(new.path))"
  }

  /// The versions in a report's title: `Model 3 at v1.2 → Model 4`.
  func versionTitle(_ shown: (String) -> String) -> String {
    "\(old.words(shown)) → \(new.words(shown))"
  }
}

extension VersionLabel {
  /// The version in words: `Model 3`, or `Model 3 at v1.2` at a git ref.
  func words(_ shown: (String) -> String) -> String {
    ref.map { "\(shown(name)) at \(shown($0))" } ?? shown(name)
  }
}
