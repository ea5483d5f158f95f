import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumStore

/// Which objects of a store are linked with which, read from each relationship's own side by plain statements.
///
/// What a migration may do to links is said here from the decision table, by names and renaming identifiers
/// alone; neither the plan nor its invariants are asked.
struct PlanLinks {
  struct Row: Hashable, Comparable {
    var root: String
    var key: Int64

    static func < (left: Row, right: Row) -> Bool {
      (left.root, left.key) < (right.root, right.key)
    }
  }

  struct Link: Hashable {
    var source: Row
    var destination: Row

    var reversed: Link { Link(source: destination, destination: source) }
  }

  let model: ObjectModel
  /// The entity of each row.
  private(set) var entities: [Row: EntityID] = [:]
  private(set) var links: [RelationshipID: Set<Link>] = [:]

  init(_ store: PlanStore) throws {
    model = store.planned.model
    for id in model.entityIDs {
      let storage = store.planned.schema[id]
      let rows = try store.rows(
        "SELECT Z_PK FROM \(SQLPrinter.identifier(storage.table)) WHERE Z_ENT = \(storage.number)")
      for case .integer(let key) in rows.compactMap(\.first) { entities[row(id, key)] = id }
    }
    // After the rows of all entities, which tell what is a link.
    for id in model.entityIDs {
      for index in model[id].relationships.indices {
        let relationship = RelationshipID(id, index)
        links[relationship] = try read(relationship, store)
      }
    }
  }

  private func row(_ entity: EntityID, _ key: Int64) -> Row {
    Row(root: model[model.root(of: entity)].name, key: key)
  }

  private func read(_ id: RelationshipID, _ store: PlanStore) throws -> Set<Link> {
    let schema = store.planned.schema
    let (table, source, destination): (String, String, String)
    switch schema.relationships[id] {
    case .foreignKey(let key):
      (table, source, destination) = (schema[id.entity].table, "Z_PK", key.column)
    case .inverseForeignKey(let key):
      (table, source, destination) = (schema[model[id].destination].table, key.column, "Z_PK")
    case .joinTable(let side):
      (table, source, destination) = (side.table, side.sourceColumn, side.destinationColumn)
    case nil: return []
    }
    let names = [source, destination].map { SQLPrinter.identifier($0) }.joined(separator: ", ")
    var result: Set<Link> = []
    for values in try store.rows("SELECT \(names) FROM \(SQLPrinter.identifier(table))") {
      guard case .integer(let near) = values[0], case .integer(let far) = values[1] else {
        continue
      }
      let link = Link(source: row(id.entity, near), destination: row(model[id].destination, far))
      // A key that leads nowhere, or to another entity's object, is no link.
      guard let first = entities[link.source], let second = entities[link.destination],
        model.inherits(first, from: id.entity), model.inherits(second, from: model[id].destination)
      else { continue }
      result.insert(link)
    }
    return result
  }

  // MARK: - Comparing

  /// What a migration from these links to others did wrong, a line each.
  func problems(_ after: PlanLinks) -> [String] {
    let renamed = renamedRoots(after)
    func carried(_ link: Link) -> Link? {
      guard let source = moved(link.source, renamed), let end = moved(link.destination, renamed)
      else { return nil }
      return Link(source: source, destination: end)
    }
    return after.links.keys.sorted { ($0.entity, $0.index) < ($1.entity, $1.index) }.flatMap { id in
      let name = "\(after.model[id.entity].name).\(after.model[id].name)"
      guard let before = origin(of: id, after)?.compactMap(carried) else { return [String]() }
      let known = Set(before)
      let found = after.links[id] ?? []
      var problems = found.subtracting(known).map { "\(name): \(text($0)) was not linked before" }
      // What the new ends may hold has to be there, unless a side holds fewer than there were.
      let possible = known.filter {
        after.holds($0.source, id.entity)
          && after.holds($0.destination, after.model[id].destination)
      }
      if after.hasRoom(for: possible, id) {
        problems += possible.subtracting(found).map { "\(name): \(text($0)) is linked no more" }
      }
      return problems.sorted()
    }
  }

  private func text(_ link: Link) -> String {
    "\(link.source.root) \(link.source.key) with \(link.destination.root) \(link.destination.key)"
  }

  private func holds(_ row: Row, _ entity: EntityID) -> Bool {
    entities[row].map { model.inherits($0, from: entity) } ?? false
  }

  /// Whether no object has more links than its side of the relationship can hold.
  private func hasRoom(for links: Set<Link>, _ id: RelationshipID) -> Bool {
    let isOne = !model[id].isToMany
    let hasOneSource = model[id].inverse.map { !model[$0].isToMany } ?? model[id].isToMany
    return (!isOne || Set(links.map(\.source)).count == links.count)
      && (!hasOneSource || Set(links.map(\.destination)).count == links.count)
  }

  /// The old links of a new relationship: its own, else those of its inverse turned round; `nil` for a new one.
  private func origin(of id: RelationshipID, _ after: PlanLinks) -> [Link]? {
    if let own = old(id, after) { return own }
    guard let inverse = after.model[id].inverse else { return nil }
    return old(inverse, after)?.map(\.reversed)
  }

  /// By the renaming identifier or the name, in the entity or one above or below it, where it may have moved.
  private func old(_ id: RelationshipID, _ after: PlanLinks) -> [Link]? {
    let new = after.model
    let name = new[id].renamingIdentifier ?? new[id].name
    let family = new.entityIDs.filter {
      new.inherits($0, from: id.entity) || new.inherits(id.entity, from: $0)
    }
    let names = Set(family.map { new[$0].renamingIdentifier ?? new[$0].name })
    let found = links.filter { known, _ in
      model[known].name == name && names.contains(model[known.entity].name)
    }
    return found.isEmpty ? nil : found.values.flatMap { Array($0) }
  }

  /// New names of roots by the old ones: rows keep their keys, and a root its rows.
  private func renamedRoots(_ after: PlanLinks) -> [EntityID: String] {
    var result: [EntityID: String] = [:]
    for id in after.model.entityIDs {
      let name = after.model[id].renamingIdentifier ?? after.model[id].name
      guard let old = model.entity(named: name) else { continue }
      result[old] = after.model[after.model.root(of: id)].name
    }
    return result
  }

  private func moved(_ row: Row, _ renamed: [EntityID: String]) -> Row? {
    entities[row].flatMap { renamed[$0] }.map { Row(root: $0, key: row.key) }
  }
}
