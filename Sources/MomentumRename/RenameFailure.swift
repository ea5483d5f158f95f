import MomentumDiagnostics
import MomentumModel

/// The reason why an entity or a property cannot be renamed.
package enum RenameFailure: Error, Sendable, Hashable {
  case noEntity(String, near: String?)
  case noProperty(String, of: String, near: String?)
  /// The entity inherits the property.
  case inherited(String, from: String)
  case notAName(String)
  case sameName(String)
  /// Another property of the entity, of an ancestor or of a sub-entity has the new name.
  case taken(String, by: String)
  /// Another entity has the new name.
  case takenByEntity(String)
  /// The sources declare a type with the new name, at the given place of the source.
  case takenByType(String, at: String)
  /// A class of SwiftData declares the property together with others: `var a = 1, b = 2`.
  case declaredWithOthers(String)
  /// The declaration of a class or of a property was not found at the place where the model has it.
  case noDeclaration(String)

  /// The entity with a name; throws an error with a near name if there is none.
  static func entity(
    _ name: String, in model: ObjectModel
  ) throws(RenameFailure) -> EntityID {
    if let entity = model.entity(named: name) { return entity }
    throw .noEntity(name, near: nearName(to: name, among: model.entities.map(\.name)))
  }

  /// Whether Core Data takes a text as a name: a letter or an underscore, then letters, digits and
  /// underscores.
  static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension RenameFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noEntity(let name, let near):
      "the model has no entity '\(name)'" + didYouMean(near)
    case .noProperty(let name, let entity, let near):
      "entity '\(entity)' has no property '\(name)'" + didYouMean(near)
    case .inherited(let name, let owner):
      "'\(name)' is declared by '\(owner)': rename '\(owner).\(name)'"
    case .notAName(let name):
      "'\(name)' is not a name: letters, digits and underscores, not beginning with a digit"
    case .sameName(let name): "'\(name)' is the name that it has"
    case .taken(let name, let owner): "'\(owner)' has a property '\(name)'"
    case .takenByEntity(let name): "the model has an entity '\(name)'"
    case .takenByType(let name, let place): "the sources have a type '\(name)': \(place)"
    case .declaredWithOthers(let name):
      "'\(name)' is declared together with other properties; give it a 'var' of its own first"
    case .noDeclaration(let name): "the declaration of '\(name)' cannot be read"
    }
  }
}
