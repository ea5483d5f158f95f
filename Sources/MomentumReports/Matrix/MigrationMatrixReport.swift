package import MomentumDiff

/// The migrations from every version to every later one. Core Data migrates in one jump and never
/// in steps, so each pair needs its own judgement.
package struct MigrationMatrixReport: Sendable {
  /// The migration from one version to a later one.
  package struct Pair: Sendable, Hashable {
    /// The indices of the versions.
    package var old: Int
    package var new: Int
    /// The gravest class of all changes and of the pair. At least unproven if Core Data cannot
    /// infer a mapping model.
    package var migrationClass: MigrationClass
    package var inference: ModelDiff.Inference

    package init(
      old: Int, new: Int, migrationClass: MigrationClass, inference: ModelDiff.Inference
    ) {
      self.old = old
      self.new = new
      switch inference {
      case .notNeeded, .inferred: self.migrationClass = migrationClass
      // An unproven class stays: the only obstacle to a mapping model is that it was never seen.
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
  ///   - pairs: The pairs in any order; pairs that lead back or to a missing version are left out.
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

  /// The jumps over versions that are graver than each of the steps in between.
  ///
  /// A user who skips versions can lose data that no test of neighbouring versions would show.
  package var worseJumps: [Pair] {
    // Keeps the gravest step of the versions in between while the pair's end moves on, so that the
    // cost is proportional to the number of pairs.
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

  /// The versions that a table has as columns: all but the first. If not every pair was compared,
  /// only the versions that a jump over others leads to.
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
