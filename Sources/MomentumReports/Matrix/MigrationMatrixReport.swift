public import MomentumDiff

/// What Core Data does from every version to every later one: it never goes in steps.
public struct MigrationMatrixReport: Sendable {
  /// A way from one version to a later one.
  public struct Pair: Sendable, Hashable {
    /// Indexes of the versions.
    public var old: Int
    public var new: Int
    /// Of all changes, and of the pair: at least unproven where Core Data infers no mapping model.
    public var migrationClass: MigrationClass
    public var inference: ModelDiff.Inference

    public init(
      old: Int, new: Int, migrationClass: MigrationClass, inference: ModelDiff.Inference
    ) {
      self.old = old
      self.new = new
      switch inference {
      case .notNeeded, .inferred: self.migrationClass = migrationClass
      // Unproven where all that speaks against a mapping model is that nobody has shown one.
      case .impossible:
        self.migrationClass = migrationClass < .unproven ? .notInferrable : migrationClass
      }
      self.inference = inference
    }
  }

  /// Oldest first.
  public let versions: [String]
  /// By the older version, then by the newer one.
  public let pairs: [Pair]
  private let classes: [[MigrationClass?]]

  /// - Parameters:
  ///   - versions: Names, oldest first.
  ///   - pairs: In any order; those that go back or lead outside are left out.
  public init(versions: [String], pairs: [Pair]) {
    self.versions = versions
    let valid = pairs.filter { $0.old >= 0 && $0.old < $0.new && $0.new < versions.count }
    self.pairs = valid.sorted { ($0.old, $0.new) < ($1.old, $1.new) }
    let row = [MigrationClass?](repeating: nil, count: versions.count)
    var classes = [[MigrationClass?]](repeating: row, count: versions.count)
    for pair in valid { classes[pair.old][pair.new] = pair.migrationClass }
    self.classes = classes
  }

  /// `nil` where nothing is known of the pair.
  func migrationClass(from old: Int, to new: Int) -> MigrationClass? { classes[old][new] }

  /// The jumps over versions that are graver than each of the steps that they leave out.
  ///
  /// A user who skips versions meets what no test of neighbouring versions shows.
  public var worseJumps: [Pair] {
    // The gravest step of each run of versions, so that a long history costs no more than its pairs.
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

  /// The versions that a table shows as columns: those that are gone to by more than a step, where not
  /// every pair was compared; otherwise all but the first.
  var columns: [Int] {
    let all = Array(versions.indices.dropFirst())
    guard pairs.count < versions.count * all.count / 2 else { return all }
    let jumped = Set(pairs.filter { $0.new - $0.old > 1 }.map(\.new))
    return jumped.isEmpty ? all : all.filter(jumped.contains)
  }

  /// The classes that occur, harmless ones first.
  var occurring: [MigrationClass] {
    let found = Set(pairs.map(\.migrationClass))
    return MigrationClass.allCases.filter(found.contains)
  }
}
