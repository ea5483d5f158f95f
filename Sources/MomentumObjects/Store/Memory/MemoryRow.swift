package import MomentumEvaluation
internal import MomentumModel

/// The state of a store in memory that a request reads. It is a class so that each row can refer to
/// the state without copying it.
final class MemoryView: RowReader {
  private let tables: MemoryTables

  init(_ tables: MemoryTables) { self.tables = tables }

  var model: ModelPlan { tables.model }

  func row(_ id: ObjectID) -> RowSnapshot? { tables.row(id) }

  func members(_ relationship: ObjectRelationship, of id: ObjectID) -> [RowSnapshot] {
    tables.members(relationship, of: id.number)
  }

  func candidates(of entity: EntityPlan) -> [RowSnapshot] { tables.rows(root: entity.root) }
}

/// The rows that a request in memory reads.
protocol RowReader: AnyObject, Sendable {
  var model: ModelPlan { get }
  func row(_ id: ObjectID) -> RowSnapshot?
  func members(_ relationship: ObjectRelationship, of id: ObjectID) -> [RowSnapshot]
  /// The rows of an entity's family in which a request searches, in the order for a request without
  /// sort keys.
  func candidates(of entity: EntityPlan) throws -> [RowSnapshot]
}

extension ObjectID {
  /// The identity of the object in predicates that are evaluated in memory; equal for equal
  /// identities.
  package var evaluatedIdentity: ObjectIdentity {
    ObjectIdentity(kind: "\(place.store ?? "")/\(entity.root.index)", number: number)
  }
}

/// A row in the form in which predicates are evaluated.
struct MemoryRow: EvaluatedObject {
  let view: any RowReader
  let row: RowSnapshot

  var identity: ObjectIdentity { row.id.evaluatedIdentity }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    let entity = row.id.entity
    switch entity.place(of: key) {
    case .attribute(let index): return value(of: entity.attributes[index])
    case .toOne(let index):
      guard let id = row.toOne(index), let target = view.row(id) else { return .null }
      return .object(MemoryRow(view: view, row: target))
    case .toMany(let index):
      let relationship = entity.toManys[index]
      let members = view.members(relationship, of: row.id)
        .map { PredicateValue.object(MemoryRow(view: view, row: $0)) }
      return relationship.isOrdered
        ? .orderedSet(PredicateSet(members)) : .set(PredicateSet(members))
    // An object counts as equal to its identity, so that `objectID == %@` finds it.
    case nil where key == "objectID": return .object(self)
    case .fetchedProperty, nil: throw UnknownKey(key)
    }
  }

  private func value(of attribute: AttributePlan) -> PredicateValue {
    guard attribute.isComposite else {
      return row.value(attribute.leaves.lowerBound).map { PredicateValue($0) } ?? .null
    }
    let leaves = attribute.leaves.map {
      (path: row.id.entity.leaves[$0].path, value: row.value($0))
    }
    return Self.dictionary(leaves[...], depth: 0)
  }

  /// The elements of a composite by name; a nested composite is a nested dictionary.
  private static func dictionary(
    _ leaves: ArraySlice<(path: [String], value: AttributeValue?)>, depth: Int
  ) -> PredicateValue {
    var entries: [(PredicateValue, PredicateValue)] = []
    var rest = leaves
    while let first = rest.first {
      let group = rest.prefix { $0.path[depth] == first.path[depth] }
      let isLeaf = first.path.count == depth + 1
      let value =
        isLeaf
        ? first.value.map { PredicateValue($0) } ?? .null : dictionary(group, depth: depth + 1)
      entries.append((.string(first.path[depth]), value))
      rest = rest.dropFirst(group.count)
    }
    return .dictionary(PredicateDictionary(entries))
  }
}
