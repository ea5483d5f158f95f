import MomentumModel
import MomentumSQL
import MomentumStore

/// Which rows of a store the entity mappings take, as SQL over the tables under their own names.
struct MappingRows {
  let resolved: ResolvedMapping
  /// By entity mapping: a statement that selects the keys of the objects it takes; `nil` for all.
  let filters: [SQLFragment?]
  /// With the store's own names and numbers.
  let old: PlannedModel

  subscript(index: Int) -> ResolvedMapping.EntityMapping { resolved.entityMappings[index] }

  var indices: Range<Int> { resolved.entityMappings.indices }

  /// That an entity mapping takes the row of an alias.
  func condition(_ index: Int, _ alias: SQLFragment) -> SQLFragment {
    guard let source = self[index].source else { return "0" }
    let isEntity: SQLFragment = "\(sql: alias).Z_ENT = \(number: old.schema[source].number)"
    guard let keys = filters[index] else { return isEntity }
    return "\(sql: isEntity) AND \(sql: alias).Z_PK IN (\(sql: keys))"
  }

  /// That one of several does.
  func condition(any indices: [Int], _ alias: SQLFragment) -> SQLFragment {
    let all = indices.map { index -> SQLFragment in "(\(sql: condition(index, alias)))" }
    return all.isEmpty ? "0" : "(\(list: all, separator: " OR "))"
  }

  /// The entity mappings that make something of an entity's objects; not of those below it.
  func takers(of entity: EntityID) -> [Int] {
    indices.filter { self[$0].source == entity && self[$0].destination != nil }
  }

  /// Those that make something of its objects or of those below it.
  func takers(ofFamily entity: EntityID) -> [Int] {
    old.model.entityIDs.filter { old.model.inherits($0, from: entity) }.flatMap { takers(of: $0) }
  }

  func takesAll(_ index: Int) -> Bool { filters[index] == nil }

  /// Whether code may do what the mapping does not say.
  func hasPolicy(_ indices: [Int]) -> Bool {
    indices.contains { self[$0].policyClassName != nil }
  }

  /// `ZCAR o`
  func from(_ entity: EntityID) -> SQLFragment { "\(name: old.schema[entity].table) o" }
}
