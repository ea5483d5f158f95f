import MomentumDiff
import MomentumModel

/// The entities of all versions as rows, with the change of each from version to version.
struct EntityHistory {
  /// The change of an entity in one version. `group` is the index of the entity's changes in the
  /// groups of the step to this version; `nil` if the step has none for it.
  enum Cell: Equatable {
    case absent
    case unchanged
    case added(group: Int?)
    case changed(group: Int)
    case removed(group: Int?)
  }

  /// One entity in all versions, under all its names.
  struct Track {
    /// The entity's name in the newest version that has it.
    var name: String
    var formerNames: [String] = []
    /// The change in each version, in the order of the versions.
    var cells: [Cell]

    /// Whether the newest version has the entity.
    var isPresent: Bool {
      switch cells.last {
      case .unchanged, .added, .changed: true
      case .absent, .removed, nil: false
      }
    }
  }

  /// The tracks: first the entities of the newest version, then the removed ones, each part sorted
  /// by name.
  let tracks: [Track]
  /// The changes of each step, grouped by entity.
  let groups: [[ChangeGroup]]

  init(versions: [HistoryPage.Version], steps: [ModelDiff]) {
    groups = steps.map { ChangeGroup.all(of: $0) }
    var tracks = (versions.first?.model.entities ?? []).map {
      Track(name: $0.name, cells: [.unchanged])
    }
    for (index, step) in steps.enumerated() where index + 1 < versions.count {
      EntityHistory.advance(
        &tracks, by: step, groups: groups[index], to: versions[index + 1].model,
        versionIndex: index + 1)
    }
    self.tracks = tracks.sorted {
      ($0.isPresent ? 0 : 1, $0.name) < ($1.isPresent ? 0 : 1, $1.name)
    }
  }

  private static func advance(
    _ tracks: inout [Track], by step: ModelDiff, groups: [ChangeGroup], to model: ObjectModel,
    versionIndex: Int
  ) {
    var alive: [String: Int] = [:]
    for (index, track) in tracks.enumerated() where track.isPresent { alive[track.name] = index }
    let origins = Origins(of: step)
    let groupOf = Dictionary(
      groups.enumerated().compactMap { index, group in group.entity.map { ($0, index) } }
    ) { first, _ in first }
    var seen = Set<Int>()
    for entity in model.entities {
      let group = groupOf[entity.name]
      let source = origins.source(of: entity.name).flatMap { alive[$0] }
      if let source, seen.insert(source).inserted {
        if tracks[source].name != entity.name {
          tracks[source].formerNames.append(tracks[source].name)
          tracks[source].name = entity.name
        }
        tracks[source].cells.append(group.map { .changed(group: $0) } ?? .unchanged)
      } else {
        let before = [Cell](repeating: .absent, count: versionIndex)
        seen.insert(tracks.count)
        tracks.append(Track(name: entity.name, cells: before + [.added(group: group)]))
      }
    }
    for index in tracks.indices where tracks[index].cells.count == versionIndex {
      let wasThere = tracks[index].isPresent
      tracks[index].cells.append(
        wasThere ? .removed(group: groupOf[tracks[index].name]) : .absent)
    }
  }

  /// Finds the entity of the older version that an entity of the newer version was.
  private struct Origins {
    private var renamed: [String: String] = [:]
    private var added: Set<String> = []
    private var movedAway: Set<String> = []

    init(of step: ModelDiff) {
      for change in step.changes where change.element == .entity {
        switch change.kind {
        case .added: if let name = change.new?.entity { added.insert(name) }
        case .removed: if let name = change.old?.entity { movedAway.insert(name) }
        case .renamed, .changed, .moved:
          if let old = change.old?.entity, let new = change.new?.entity, old != new {
            renamed[new] = old
            movedAway.insert(old)
          }
        }
      }
    }

    func source(of name: String) -> String? {
      if let old = renamed[name] { return old }
      return added.contains(name) || movedAway.contains(name) ? nil : name
    }
  }
}
