package import MomentumModel

/// The effect on the stores of each version when an app with a newer version opens them.
///
/// Core Data migrates from one version to the other directly, never through the versions between.
/// So the migration of a pair may fail although each single step works.
package struct VersionMatrix: Sendable, Hashable {
  package struct Cell: Sendable, Hashable {
    /// The indexes of the two versions in ``VersionMatrix/names``; `old` is less than `new`.
    package var old: Int
    package var new: Int
    /// The gravest class of the changes between the two versions.
    package var migrationClass: MigrationClass
    package var inference: ModelDiff.Inference
    /// The rules with the gravest class, each once, sorted by id.
    package var rules: [MigrationRule]
    package var changeCount: Int
  }

  /// The names of the versions, oldest first.
  package let names: [String]
  /// The compared pairs, by the older version, then by the newer one.
  package let cells: [Cell]

  /// Compares every version with every newer one.
  ///
  /// - Parameter versions: The versions, oldest first.
  package init(_ versions: [(name: String, model: ObjectModel)]) {
    self.init(versions, newer: { $0 + 1..<versions.count })
  }

  /// Compares every version only with the last one.
  package init(toLastOf versions: [(name: String, model: ObjectModel)]) {
    self.init(versions, newer: { max($0 + 1, versions.count - 1)..<versions.count })
  }

  private init(
    _ versions: [(name: String, model: ObjectModel)], newer: (Int) -> Range<Int>
  ) {
    names = versions.map(\.name)
    let models = versions.map { DiffedModel($0.model) }
    cells = models.indices.flatMap { old in
      newer(old).map { new in
        VersionMatrix.cell(old, new, ModelDiffer.diff(models[old], models[new]))
      }
    }
  }

  private static func cell(_ old: Int, _ new: Int, _ diff: ModelDiff) -> Cell {
    let gravest = diff.migrationClass
    let rules = diff.changes.flatMap(\.assessments).filter { $0.migrationClass == gravest }
    return Cell(
      old: old, new: new, migrationClass: gravest, inference: diff.inference,
      rules: Set(rules.map(\.rule)).sorted { $0.id < $1.id }, changeCount: diff.changes.count)
  }

  /// The comparison of the versions with these indexes in ``names``; `nil` if they were not
  /// compared.
  package subscript(old: Int, new: Int) -> Cell? {
    cells.first { $0.old == old && $0.new == new }
  }

  /// The pairs that Core Data cannot infer although it can infer each step between them. These
  /// migrations fail for users who skip a release.
  ///
  /// Empty if only pairs with the last version were compared.
  package var brokenSkips: [Cell] {
    var steps: [Int: Bool] = [:]
    for cell in cells where cell.new == cell.old + 1 { steps[cell.old] = cell.isInferred }
    // By index of a version, the last version to which all steps from it can be inferred.
    var reach = [Int](repeating: 0, count: names.count)
    for index in names.indices.reversed() {
      reach[index] = steps[index] == true ? reach[index + 1] : index
    }
    return cells.filter { $0.new > $0.old + 1 && !$0.isInferred && $0.new <= reach[$0.old] }
  }
}

extension VersionMatrix.Cell {
  /// Whether a store of the older version can be migrated to the newer one without a mapping model.
  package var isInferred: Bool {
    switch inference {
    case .notNeeded, .inferred: true
    case .impossible: false
    }
  }
}
