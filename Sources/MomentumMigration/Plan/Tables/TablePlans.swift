import MomentumModel
import MomentumStore

/// The plans for all tables of the new model, and the old tables that it does not have.
struct TablePlans {
  private(set) var entities: [TablePlan] = []
  private(set) var joins: [JoinTablePlan] = []
  /// The lists of links that are copied to temporary tables before any table changes.
  private(set) var links: [[LinkSource]] = []
  /// The one-to-one relationships that can keep one of several links, so that the keys of both
  /// sides are chosen together.
  private(set) var pairs: [KeyPair] = []
  /// The old tables that become no new table.
  private(set) var removed: [StoreCatalog.Table] = []
  private var taken: [PlanFailure.Reason] = []

  init(_ matches: EntityMatches, style: MigrationPlan.Style, catalog: StoreCatalog) {
    let uniqueness = Dictionary(
      matches.old.schema.tables.map { ($0.name, $0.inlineUniqueness) }
    ) { first, _ in first }
    let automatic = Set(
      catalog.objects.filter { $0.kind == .index && $0.sql == nil }.map { folded($0.table) })
    let live = LiveColumns(matches.old)
    for match in matches.tables {
      let source = match.members.first.map { matches.old.schema[$0.old].table }
      entities.append(
        TablePlan(
          match, matches, style: style, live: live,
          oldUniqueness: source.flatMap { uniqueness[$0] } ?? [],
          hasAutomaticIndex: match.source.map { automatic.contains(folded($0.name)) } ?? false,
          links: &links))
    }
    joins = JoinTablePlan.plans(matches, style: style, links: &links)
    let used = Set(
      (entities.compactMap(\.match.source) + joins.compactMap(\.source)).map { folded($0.name) })
    let all =
      matches.old.model.entityIDs.filter { matches.old.families.root(of: $0) == $0 }
      .compactMap { matches.old.table(of: $0) }
      + matches.old.joinTables.sorted { $0.key < $1.key }.map(\.value)
    removed = all.filter { !used.contains(folded($0.name)) }
    let trees = matches.old.schema.tables.flatMap(\.rTrees).flatMap(\.tableNames).map(folded)
    taken = TakenNames.reasons(
      matches.new.schema, catalog,
      ownTables: used.union(all.map { folded($0.name) }).union(trees))
    for key in entities.flatMap(\.keys) {
      guard let other = chosenPartner(of: key, in: matches.new.model) else { continue }
      let (id, partner) = (key.relationship, other.relationship)
      guard (id.entity, id.index) < (partner.entity, partner.index) else { continue }
      pairs.append(KeyPair(key, other, matches))
    }
  }

  var failures: [PlanFailure.Reason] {
    entities.flatMap(\.attributes.failures) + taken
  }

  /// The pair of keys to which a key belongs; `nil` if there is none. In a pair, each object has at
  /// most one link.
  func pair(of key: KeyRecipes.Key) -> KeyPair? {
    key.isVirtual ? nil : pairs.first { $0.has(key) }
  }
}

/// The old and new names of a table and its columns. Indexes and triggers are matched by them.
struct TableFate {
  var target: String
  /// The old name; `nil` if the table is new.
  var source: String?
  /// The new names of the table and its columns by the old names, folded (ASCII letters in lower
  /// case).
  var renames: [String: String] = [:]

  init(_ target: String, _ source: StoreCatalog.Table?, _ shape: TableShape) {
    self.target = target
    guard let source, case .altered(let alteration) = shape else { return }
    self.source = source.name
    if source.name != target { renames[folded(source.name)] = folded(target) }
    for (old, new) in alteration.renames { renames[folded(old)] = folded(new) }
  }
}

extension TablePlans {
  /// The foreign key on the other side of a one-to-one relationship, if the key of either side was
  /// chosen among several links. The other side may then have kept another link, or all.
  func chosenPartner(of key: KeyRecipes.Key, in model: ObjectModel) -> KeyRecipes.Key? {
    guard !key.isVirtual, let inverse = EntityMatches.inverse(of: key.relationship, in: model),
      let other = entities.lazy.flatMap(\.keys).first(where: {
        !$0.isVirtual && $0.relationship == inverse
      }), key.isChosen || other.isChosen
    else { return nil }
    return other
  }
}
