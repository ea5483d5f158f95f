package import MomentumCompiler
package import MomentumModel

/// A compiled model with the plan of each entity. Contexts and stores of one coordinator share it.
package final class ModelPlan: Sendable {
  package let compiled: CompiledModel
  package let entities: [EntityPlan]
  private let byName: [String: EntityPlan]
  /// Validation rules that a program has added in code, by name of the entity.
  let rules: [String: [ValidationRule]]

  /// - Parameters:
  ///   - defaults: Data of transformable attributes in new objects, by name of the entity that declares
  ///     the attribute and by name of the attribute. No model file has such defaults.
  ///   - rules: Validation rules in addition to those of the model; sub-entities inherit them.
  ///   - hasTransformers: Whether transformable attributes use the transformers that are registered
  ///     with ``ValueTransformers``. Without them their values are data, which the module CoreData
  ///     turns into values by its own transformers of the same names.
  package init(
    _ compiled: CompiledModel, rules: [ValidationRule] = [],
    defaults: [String: [String: [UInt8]]] = [:], hasTransformers: Bool = true
  ) {
    self.compiled = compiled
    self.rules = Dictionary(grouping: rules, by: \.entity)
    let model = compiled.model
    // Inherited relationships come first, so the index that is computed for the entity that
    // declares a relationship is also right in its sub-entities.
    var places: [RelationshipID: PropertyPlace] = [:]
    var destinations: Set<EntityID> = []
    for entity in model.entityIDs {
      var toOnes = 0
      var toManys = 0
      for id in model.relationships(of: entity) {
        let place: PropertyPlace = model[id].isToMany ? .toMany(toManys) : .toOne(toOnes)
        if model[id].isToMany { toManys += 1 } else { toOnes += 1 }
        if id.entity == entity { places[id] = place }
        destinations.insert(model[id].destination)
      }
    }
    let plans = model.entityIDs.map {
      EntityPlan($0, model, places, destinations, defaults, hasTransformers)
    }
    entities = plans
    byName = Dictionary(plans.map { ($0.name, $0) }) { first, _ in first }
  }

  package var model: ObjectModel { compiled.model }
  package subscript(id: EntityID) -> EntityPlan { entities[id.index] }
  package func entity(named name: String) -> EntityPlan? { byName[name] }
}
