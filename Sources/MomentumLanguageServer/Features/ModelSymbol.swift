package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel

/// Something of a model that a text names.
package enum ModelSymbol: Sendable, Hashable {
  case entity(String)
  /// A property with the entity that declares it.
  case property(entity: String, name: String)
  /// A stored fetch request.
  case fetchRequest(String)
}

/// A symbol, the model that has it, and the place that names it.
package struct FoundSymbol: Sendable {
  package var symbol: ModelSymbol
  package var model: CheckedModel
  /// The path of the bundle or of the folder of Swift sources.
  package var modelPath: String
  /// The bytes that name the symbol.
  package var range: SourceRange
}

extension CheckedModel {
  /// The property that a name means in an entity, with the entity that declares it.
  func symbol(of name: String, in entity: EntityID) -> ModelSymbol? {
    guard let property = model.property(named: name, in: entity) else { return nil }
    let owner: EntityID? =
      switch property {
      case .attribute(let id): id.entity
      case .relationship(let id): id.entity
      case .fetchedProperty:
        model.lineage(of: entity).first { owner in
          model[owner].fetchedProperties.contains { $0.name == name }
        }
      }
    return owner.map { .property(entity: model[$0].name, name: name) }
  }

  /// The element that declares a symbol.
  func declaration(of symbol: ModelSymbol) -> SyntaxElement? {
    switch symbol {
    case .entity(let name):
      return model.entity(named: name).flatMap { syntax.element(of: $0) }
    case .property(let entity, let name):
      guard let id = model.entity(named: entity) else { return nil }
      switch model.property(named: name, in: id) {
      case .attribute(let attribute): return syntax.element(of: attribute)
      case .relationship(let relationship): return syntax.element(of: relationship)
      case .fetchedProperty:
        return syntax.element(of: id)?.children(.fetchedProperty).first {
          $0[.name]?.value == name
        }
      case nil: return nil
      }
    case .fetchRequest(let name): return syntax.fetchRequestsByName[name]
    }
  }

  /// The place of a symbol's name in its declaration: in the `contents` file or, for SwiftData, in
  /// the Swift source.
  package func definition(of symbol: ModelSymbol) -> SourceLocation? {
    declaration(of: symbol).map { element in
      let range = element[.name]?.valueRange ?? element.nameRange
      // An element that was made from Swift has its place in the source at its own start.
      let place = syntax.location(syntax.file.isGenerated ? element.range : range)
      return place.written
    }
  }
}
