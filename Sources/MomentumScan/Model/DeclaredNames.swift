/// The names that the scanned sources declare themselves.
///
/// A use of them is no mistake although the model lacks them: an array may be filtered by a property of
/// any class, and a program may make entities in code.
package struct DeclaredNames: Sendable {
  /// The properties of each class, by the class's name.
  package var properties: [String: Set<String>] = [:]
  /// Properties that key-value coding can reach, of all classes.
  package var keys: Set<String> = []
  /// Names of entities and properties in code that makes a model.
  package var modelNames: Set<String> = []

  package init() {}

  package mutating func add(_ other: DeclaredNames) {
    for (name, inner) in other.properties { properties[name, default: []].formUnion(inner) }
    keys.formUnion(other.keys)
    modelNames.formUnion(other.modelNames)
  }
}
