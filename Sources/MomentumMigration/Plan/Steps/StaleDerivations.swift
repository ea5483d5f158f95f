import MomentumModel
import MomentumSQL
import MomentumStore

/// Tells which derived attributes must be computed again: new ones, those with another expression,
/// and those that read something that the migration changes.
struct StaleDerivations {
  private let matches: EntityMatches
  /// The recipes for the columns of each table, by its root entity.
  private let recipes: [EntityID: [ColumnRecipe]]
  /// Whether links may change, so that counts and values of other objects may be out of date.
  private let changesLinks: Bool

  init(_ matches: EntityMatches, _ plans: TablePlans) {
    self.matches = matches
    recipes = Dictionary(plans.entities.map { ($0.match.root, $0.recipes) }) { first, _ in first }
    changesLinks =
      !plans.links.isEmpty || !plans.removed.isEmpty
      || plans.entities.contains { !$0.droppedNumbers.isEmpty }
  }

  func contains(_ id: AttributeID) -> Bool {
    guard let expression = matches.new.model[id].derivation else { return false }
    if isNew(id) { return true }
    return switch Derivation(expression) {
    case .now: false
    case .keyPath(let path), .aggregate(_, let path), .text(_, let path):
      hasChanged(path, from: id.entity)
    case nil: changesLinks
    }
  }

  /// The statements that compute the attribute in all rows; empty if SQL cannot compute it.
  func statements(for id: AttributeID, in table: TablePlan) -> [SQLFragment] {
    guard let column = matches.new.schema.attributeColumns[id] else { return [] }
    return table.match.schema.derivations.filter { $0.column == column }.map(\.sql)
  }

  private func isNew(_ id: AttributeID) -> Bool {
    matches.newFamilies.family(of: id.entity).contains { entity in
      guard let pair = matches.pairs[entity.index] else { return false }
      guard let source = pair.attributes[id] else { return true }
      return matches.old.model[source].derivation != matches.new.model[id].derivation
    }
  }

  /// Whether a property on a path is not the one it was before the migration, or has other values.
  private func hasChanged(_ path: [String], from start: EntityID) -> Bool {
    var entity = start
    for name in path {
      switch matches.new.model.property(named: name, in: entity) {
      case .relationship(let id):
        let isSame = pairs(of: entity).allSatisfy { pair in
          pair.relationships[id].map { matches.old.model[$0].name == name } ?? false
        }
        guard isSame, !changesLinks else { return true }
        entity = matches.new.model[id].destination
      case .attribute(let id):
        return pairs(of: entity).contains { hasChanged(id, $0) }
      case .fetchedProperty, nil:
        return true
      }
    }
    return false
  }

  private func pairs(of entity: EntityID) -> [EntityMatches.Pair] {
    matches.newFamilies.family(of: entity).compactMap { matches.pairs[$0.index] }
  }

  /// Whether the values of an attribute differ from those that the old attribute of the same name
  /// had in the same rows.
  private func hasChanged(_ id: AttributeID, _ pair: EntityMatches.Pair) -> Bool {
    guard let source = pair.attributes[id],
      matches.old.model[source].name == matches.new.model[id].name
    else { return true }
    let schema = matches.new.schema
    let columns =
      schema.attributeColumns[id].map { [$0] } ?? (schema.compositeColumns[id] ?? []).map(\.column)
    let table = recipes[matches.newFamilies.root(of: id.entity)] ?? []
    let number = matches.old.number(of: pair.old)
    return table.contains { recipe in
      guard columns.contains(recipe.target.name) else { return false }
      if case .column = recipe.values[number] { return false }
      return true
    }
  }
}
