/// The names that the scanned sources declare themselves.
///
/// A use of them is no mistake although the model lacks them: an array may be filtered by a property of
/// any class, and a program may make entities in code.
package struct DeclaredNames: Sendable {
  /// The properties of each class, by the class's name.
  package var properties: [String: Set<String>] = [:]
  /// Properties that key-value coding can reach, of all classes.
  package var keys: Set<String> = []
  /// The texts of files that make a model in code: any of them may name an entity or a property.
  package var modelNames: Set<String> = []
  /// The classes and protocols that each class inherits from, as far as they are written.
  package var inherited: [String: [String]] = [:]
  /// Classes that `#keyPath` names, and that neither the sources nor the models have: classes of a
  /// package that is not scanned. A model of that package has their entities.
  package var outsideClasses: Set<String> = []

  package init() {}

  package mutating func add(_ other: DeclaredNames) {
    for (name, inner) in other.properties { properties[name, default: []].formUnion(inner) }
    keys.formUnion(other.keys)
    modelNames.formUnion(other.modelNames)
    for (name, inner) in other.inherited { inherited[name, default: []] += inner }
    outsideClasses.formUnion(other.outsideClasses)
  }

  /// A class with the classes that it inherits from.
  func lineage(of name: String) -> [String] {
    var seen: Set<String> = [name]
    var result = [name]
    var index = 0
    while index < result.count {
      for parent in inherited[result[index]] ?? [] where seen.insert(parent).inserted {
        result.append(parent)
      }
      index += 1
    }
    return result
  }
}
