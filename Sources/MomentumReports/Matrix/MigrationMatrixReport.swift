package import MomentumDiff

/// The migrations from each version to each later one. Core Data migrates directly and never over
/// the versions between, so each pair has its own result.
package struct MigrationMatrixReport: Sendable {
  /// The migration from one version to a later one.
  package struct Pair: Sendable, Hashable {
    /// The index of the older version in ``MigrationMatrixReport/versions``.
    package var old: Int
    package var new: Int
    /// The gravest class of all changes. If Core Data cannot infer a mapping model, it is
    /// *unproven* or *not-inferrable*.
    package var migrationClass: MigrationClass
    package var inference: ModelDiff.Inference

    package init(
      old: Int, new: Int, migrationClass: MigrationClass, inference: ModelDiff.Inference
    ) {
      self.old = old
      self.new = new
      switch inference {
      case .notNeeded, .inferred: self.migrationClass = migrationClass
      // Keep an unproven class: inference is refused only because no such migration was ever
      // observed.
      case .impossible:
        self.migrationClass = migrationClass < .unproven ? .notInferrable : migrationClass
      }
      self.inference = inference
    }
  }

  /// The names of the versions, the oldest first.
  package let versions: [String]
  /// The pairs, sorted by the older and then by the newer version.
  package let pairs: [Pair]
  private let classes: [[MigrationClass?]]

  /// - Parameters:
  ///   - versions: The names, the oldest first.
  ///   - pairs: The pairs in any order. A pair that leads to an older or a missing version is left
  ///     out.
  package init(versions: [String], pairs: [Pair]) {
    self.versions = versions
    let valid = pairs.filter { $0.old >= 0 && $0.old < $0.new && $0.new < versions.count }
    self.pairs = valid.sorted { ($0.old, $0.new) < ($1.old, $1.new) }
    let row = [MigrationClass?](repeating: nil, count: versions.count)
    var classes = [[MigrationClass?]](repeating: row, count: versions.count)
    for pair in valid { classes[pair.old][pair.new] = pair.migrationClass }
    self.classes = classes
  }

  /// The class of a pair; `nil` if the pair was not compared.
  func migrationClass(from old: Int, to new: Int) -> MigrationClass? { classes[old][new] }

  /// The migrations over several versions that are graver than each of the steps between.
  ///
  /// A user who skips versions can lose data that no test of neighbouring versions would show.
  package var worseJumps: [Pair] {
    // While `end` moves from one pair of the same old version to the next, `gravest` keeps the
    // gravest step so far, so that the time is proportional to the number of pairs.
    let steps = versions.indices.dropLast().map { migrationClass(from: $0, to: $0 + 1) }
    var result: [Pair] = []
    var start = -1
    var end = 0
    var gravest: MigrationClass?
    for pair in pairs {
      if pair.old != start {
        start = pair.old
        end = pair.old
        gravest = .nothing
      }
      while end < pair.new {
        gravest = gravest.flatMap { so in steps[end].map { max(so, $0) } }
        end += 1
      }
      if pair.new - pair.old > 1, let gravest, gravest < pair.migrationClass {
        result.append(pair)
      }
    }
    return result
  }

  /// The versions that are columns of a table: all but the first. If not all pairs were compared,
  /// only those to which a migration over several versions leads.
  var columns: [Int] {
    let all = Array(versions.indices.dropFirst())
    guard pairs.count < versions.count * all.count / 2 else { return all }
    let jumped = Set(pairs.filter { $0.new - $0.old > 1 }.map(\.new))
    return jumped.isEmpty ? all : all.filter(jumped.contains)
  }

  /// The classes that occur, harmless ones first.
  var occurring: [MigrationClass] {
    let occurringClasses = Set(pairs.map(\.migrationClass))
    return MigrationClass.allCases.filter(occurringClasses.contains)
  }
}
