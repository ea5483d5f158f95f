import MomentumModel
import MomentumSQL
import MomentumStore

/// Writes conditions in SQL that tell which rows of a store each entity mapping takes. The tables
/// have the names of the old store.
struct MappingRows {
  let resolved: ResolvedMapping
  /// For each entity mapping, a statement that selects the keys of the objects that it takes; `nil`
  /// if it takes all objects of its source.
  let filters: [SQLFragment?]
  /// The old model with the store's own table names and entity numbers.
  let old: PlannedModel

  subscript(index: Int) -> ResolvedMapping.EntityMapping { resolved.entityMappings[index] }

  var indices: Range<Int> { resolved.entityMappings.indices }

  /// A condition in SQL: whether the row with this alias is a source of the entity mapping.
  func condition(_ index: Int, _ alias: SQLFragment) -> SQLFragment {
    guard let source = self[index].source else { return "0" }
    let isEntity: SQLFragment = "\(sql: alias).Z_ENT = \(number: old.schema[source].number)"
    guard let keys = filters[index] else { return isEntity }
    return "\(sql: isEntity) AND \(sql: alias).Z_PK IN (\(sql: keys))"
  }

  /// A condition in SQL: whether the row is a source of at least one of the entity mappings.
  func condition(any indices: [Int], _ alias: SQLFragment) -> SQLFragment {
    let all = indices.map { index -> SQLFragment in "(\(sql: condition(index, alias)))" }
    return all.isEmpty ? "0" : "(\(list: all, separator: " OR "))"
  }

  /// The entity mappings that make new objects from objects of exactly this entity, without its
  /// sub-entities.
  func takers(of entity: EntityID) -> [Int] {
    indices.filter { self[$0].source == entity && self[$0].destination != nil }
  }

  /// The entity mappings that make new objects from objects of an entity or its sub-entities.
  func takers(ofFamily entity: EntityID) -> [Int] {
    old.model.entityIDs.filter { old.model.inherits($0, from: entity) }.flatMap { takers(of: $0) }
  }

  func takesAll(_ index: Int) -> Bool { filters[index] == nil }

  /// Whether one of the entity mappings has a policy class, whose code may do what the mapping does
  /// not show.
  func hasPolicy(_ indices: [Int]) -> Bool {
    indices.contains { self[$0].policyClassName != nil }
  }

  /// The table of an entity with the alias that conditions use: `ZCAR o`.
  func from(_ entity: EntityID) -> SQLFragment { "\(name: old.schema[entity].table) o" }
}
