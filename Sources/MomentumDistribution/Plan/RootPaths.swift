import MomentumModel

/// Finds the paths of to-one relationships from each table to a root.
///
/// A model may have exponentially many paths, so a search ends with `pathsMax` paths, which shows
/// that there are several, or after `stepsMax` steps.
struct RootPaths {
  static let pathsMax = 8
  static let stepsMax = 2_000

  /// The paths that a search found, the shortest first.
  struct Found {
    var paths: [[RelationshipID]] = []
    /// Whether the search ended because all ways were tried.
    var isComplete = true
  }

  private let graph: TableGraph
  private let root: EntityID
  /// Tables whose placement is decided: a path ends at one of them with its decided path, or
  /// nowhere if it has none.
  private let decided: [EntityID: DistributionDecisions.Decision]
  /// The number of steps of the shortest path to the root, by required steps only and by all;
  /// tables without a path are left out.
  private let requiredDistances: [EntityID: Int]
  private let distances: [EntityID: Int]

  init(
    _ graph: TableGraph, root: EntityID, decided: [EntityID: DistributionDecisions.Decision]
  ) {
    self.graph = graph
    self.root = root
    self.decided = decided
    requiredDistances = Self.distances(graph, root, decided) { $0.isRequired }
    distances = Self.distances(graph, root, decided) { _ in true }
  }

  /// The paths by required steps only.
  func required(from table: EntityID) -> Found {
    paths(from: table, requiredDistances) { $0.isRequired }
  }

  /// The shortest path by required and optional steps.
  func shortest(from table: EntityID) -> [RelationshipID]? {
    paths(from: table, distances) { _ in true }.paths.first
  }

  /// Whether some path leads to the root.
  func reachesRoot(_ table: EntityID) -> Bool { distances[table] != nil }

  /// Searches depth first, with the steps that are nearer to the root before others, so that the
  /// first path is the shortest.
  private func paths(
    from table: EntityID, _ distances: [EntityID: Int], _ follows: (TableGraph.Step) -> Bool
  ) -> Found {
    var found = Found()
    guard table != root, distances[table] != nil else { return found }
    var stepCount = 0
    var stack: [(path: [RelationshipID], tables: [EntityID])] = [([], [table])]
    while let (path, tables) = stack.popLast() {
      guard found.paths.count < Self.pathsMax, stepCount < Self.stepsMax else {
        found.isComplete = false
        break
      }
      guard let last = tables.last else { continue }
      if last == root {
        found.paths.append(path)
      } else if tables.count > 1, let decision = decided[last] {
        if case .colocated(let rest, _) = decision { found.paths.append(path + rest) }
      } else {
        let steps = (graph.steps[last] ?? []).filter { step in
          follows(step) && distances[step.destination] != nil
            && !tables.contains(step.destination)
        }
        stepCount += steps.count
        // The last one on the stack is tried first.
        for step in steps.reversed().sorted(by: {
          distance($0, distances) > distance($1, distances)
        }) {
          stack.append((path + [step.relationship], tables + [step.destination]))
        }
      }
    }
    found.paths.sort { $0.count < $1.count }
    return found
  }

  private func distance(_ step: TableGraph.Step, _ distances: [EntityID: Int]) -> Int {
    distances[step.destination] ?? 0
  }

  private static func distances(
    _ graph: TableGraph, _ root: EntityID, _ decided: [EntityID: DistributionDecisions.Decision],
    _ follows: (TableGraph.Step) -> Bool
  ) -> [EntityID: Int] {
    var before: [EntityID: [EntityID]] = [:]
    for table in graph.tables where decided[table] == nil {
      for step in graph.steps[table] ?? [] where follows(step) {
        before[step.destination, default: []].append(table)
      }
    }
    var distances = [root: 0]
    for (table, decision) in decided {
      if case .colocated(let path, _) = decision { distances[table] = path.count }
    }
    var queue = graph.tables.filter { distances[$0] != nil }
      .sorted { (distances[$0] ?? 0, $0) < (distances[$1] ?? 0, $1) }
    var next = 0
    while next < queue.count {
      let table = queue[next]
      next += 1
      for source in before[table] ?? [] where distances[source] == nil {
        distances[source] = (distances[table] ?? 0) + 1
        queue.append(source)
      }
    }
    return distances
  }
}
