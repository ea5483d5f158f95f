import MomentumModel

/// Numbers for the objects of a custom store, which identifies its objects by texts.
final class CustomReferences: Sendable {
  fileprivate struct Key: Hashable {
    var root: Int
    var text: String
  }

  fileprivate struct State {
    var numbers: [Key: Int64] = [:]
    var texts: [Int64: String] = [:]
    var escaped: [Key: Int64] = [:]
    var last: Int64 = 0
    /// The `ObjectPlace` of each entity, from which identities are made. Its store identifier is
    /// empty while the store is loaded; `nil` before that.
    var places: ObjectPlaces?
  }

  private let model: ModelPlan
  private let state = Locked(State())

  init(_ model: ModelPlan) { self.model = model }

  /// Begins to make identities with the identifier of the store.
  func open(_ identifier: String) -> ObjectPlaces {
    let places = ObjectPlaces(
      store: identifier, model, references: { [weak self] in self?.text($0) ?? "" })
    state.withLock { $0.places = places }
    return places
  }

  func text(_ number: Int64) -> String? { state.withLock { $0.texts[number] } }

  func id(_ entityName: String, _ reference: String) throws -> ObjectID {
    guard let entity = model.entity(named: entityName) else {
      throw ObjectMisuse.unknownEntity(entityName)
    }
    guard let places = state.withLock({ $0.places }) else {
      throw ObjectMisuse(
        "NSInternalInconsistencyException",
        "a store has to load its metadata before it makes the identity of an object")
    }
    return ObjectID(places[entity], number(reference, entity))
  }

  func number(_ reference: String, _ entity: EntityPlan) -> Int64 {
    let key = Key(root: entity.root.index, text: reference)
    return state.withLock { state in
      if let known = state.numbers[key] { return known }
      state.last += 1
      state.add(key, state.last)
      return state.last
    }
  }

  /// Assigns consecutive numbers to new references.
  func numbers(_ references: [String], _ root: EntityPlan) throws -> ClosedRange<Int64> {
    try state.withLock { state in
      let first = state.last + 1
      for reference in references {
        let key = Key(root: root.root.index, text: reference)
        guard state.numbers[key] == nil else {
          throw ObjectMisuse(
            "NSInternalInconsistencyException",
            "the store has given the reference '\(reference)' to two objects of \(root.name)")
        }
        state.last += 1
        state.add(key, state.last)
      }
      return first...max(first, state.last)
    }
  }

  /// The number for the text in a URI: that of the object whose URI has this text, or else that of
  /// a new object with this text as its reference (observed: a URI is not decoded).
  func number(inURI text: String, _ entity: EntityPlan) -> Int64? {
    guard !text.isEmpty else { return nil }
    let key = Key(root: entity.root.index, text: text)
    return state.withLock { $0.escaped[key] } ?? number(text, entity)
  }
}

extension CustomReferences.State {
  fileprivate mutating func add(_ key: CustomReferences.Key, _ number: Int64) {
    numbers[key] = number
    texts[number] = key.text
    var escapedKey = key
    escapedKey.text = ObjectPlace.escaped(key.text)
    escaped[escapedKey] = number
  }
}
