import MomentumDiff
import MomentumModel
import MomentumStore

/// Finds for each new entity the old one whose rows it gets, for each new property the old one
/// whose values it gets, and for each new table the old one.
struct EntityMatches {
  /// An old entity whose rows become rows of a new one, with the old property for each new
  /// property, own and inherited.
  struct Pair {
    var old: EntityID
    var attributes: [AttributeID: AttributeID]
    /// The new relationships and the old ones whose links they get. A relationship whose
    /// destination is now another entity is left out: its keys would name rows of that entity.
    var relationships: [RelationshipID: RelationshipID]
  }

  /// The table of a new root entity, and the old entities whose rows it gets.
  struct Table {
    var root: EntityID
    var schema: EntityTable
    /// The new entities of the table that have an old entity as source.
    var members: [(new: EntityID, old: EntityID)]
    /// The old table of all members; `nil` for a table that begins empty.
    var source: StoreCatalog.Table?
    /// Whether rows of `source` go to other tables too.
    var isSplit: Bool
  }

  let old: OldStore
  let new: PlannedModel
  let newFamilies: ModelFamilies
  let correspondence: ModelCorrespondence
  /// The pairs by `EntityID.index` of the new model; `nil` for an added entity.
  let pairs: [Pair?]
  private(set) var tables: [Table] = []
  private(set) var failures: [PlanFailure.Reason] = []

  init(old: OldStore, new: PlannedModel) {
    self.old = old
    self.new = new
    let correspondence = ModelCorrespondence(old: old.model, new: new.model)
    self.correspondence = correspondence
    newFamilies = ModelFamilies(new.model, numbers: new.schema.entities.map(\.number))
    pairs = new.model.entityIDs.map { id in
      guard let source = correspondence.source(of: id) else { return nil }
      return Pair(
        old: source,
        attributes: Dictionary(
          correspondence.attributePairs(old: source, new: id).map { ($0.new, $0.old) }
        ) { first, _ in first },
        relationships: Dictionary(
          correspondence.relationshipPairs(old: source, new: id).filter {
            EntityMatches.keepsObjects($0.old, as: $0.new, in: (old, new.model, correspondence))
          }.map { ($0.new, $0.old) }
        ) { first, _ in first })
    }
    matchTables()
  }

  /// Whether an object that the old relationship leads to can also be an object of the new
  /// relationship's destination.
  ///
  /// If there is no such object, the links are not kept: the same keys would lead to other rows of
  /// the new destination.
  private static func keepsObjects(
    _ source: RelationshipID, as id: RelationshipID,
    in models: (old: OldStore, new: ObjectModel, correspondence: ModelCorrespondence)
  ) -> Bool {
    models.old.families.family(of: models.old.model[source].destination).contains { member in
      models.correspondence.destination(of: member).map {
        models.new.inherits($0, from: models.new[id].destination)
      } ?? false
    }
  }

  func newNumber(of id: EntityID) -> Int { new.schema[id].number }

  func name(_ id: RelationshipID) -> String { "\(new.model[id.entity].name).\(new.model[id].name)" }

  func oldName(_ id: RelationshipID) -> String {
    "\(old.model[id.entity].name).\(old.model[id].name)"
  }

  /// The inverse of a relationship; `nil` if there is none, or if it is transient and so not
  /// stored.
  static func inverse(of id: RelationshipID, in model: ObjectModel) -> RelationshipID? {
    model.storedInverse(of: id).flatMap { model[$0].isTransient ? nil : $0 }
  }

  private mutating func matchTables() {
    let byName = Dictionary(new.schema.tables.map { ($0.name, $0) }) { first, _ in first }
    let roots = new.model.entityIDs.filter { newFamilies.root(of: $0) == $0 }
      .sorted { newNumber(of: $0) < newNumber(of: $1) }
    for root in roots {
      guard let schema = byName[new.schema[root].table] else { continue }
      let members = newFamilies.family(of: root).compactMap { id in
        pairs[id.index].map { (new: id, old: $0.old) }
      }
      let oldRoots = unique(members.map { old.families.root(of: $0.old) })
      if oldRoots.count > 1 {
        let names = oldRoots.map { "'\(old.model[$0].name)'" }.sorted().joined(separator: " and ")
        failures.append(
          PlanFailure.Reason(
            kind: .mergedRoots, place: new.model[root].name,
            text: "the rows of \(names) are in tables of their own and cannot become those of one"))
      }
      tables.append(
        Table(
          root: root, schema: schema, members: members,
          source: oldRoots.first.flatMap { old.table(of: $0) }, isSplit: false))
    }
    let uses = Dictionary(grouping: tables.compactMap(\.source?.name)) { $0 }
    for index in tables.indices {
      guard let source = tables[index].source else { continue }
      tables[index].isSplit = (uses[source.name]?.count ?? 0) > 1
    }
  }
}

/// The elements in order, each only where it first occurs.
func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var seen: Set<Element> = []
  return elements.filter { seen.insert($0).inserted }
}
