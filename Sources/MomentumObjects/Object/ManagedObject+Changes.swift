import MomentumModel

// The unsaved changes that an object has.

extension ManagedObject {
  /// Called before a property changes.
  final func willChange(_ place: PropertyPlace) throws {
    guard !state.contains(.awaking) else { return }
    try context?.rememberValue(self, at: place)
    if let details, details.isChangedInEvent(place) { return }
    if case .attribute(let index) = place {
      guard !isFault else { return }
      let attribute = plan.attributes[index]
      if !attribute.isComposite, !attribute.isTransformable {
        let leaf = attribute.leaves.lowerBound
        ownDetails().keep(PropertyValue(self.leaf(leaf)), at: place, leaf: leaf, row)
        return
      }
    }
    guard let old = valueInMemory(at: place) else { return }
    ownDetails().keep(old, at: place, leaf: nil, row)
  }

  /// Called after a property has changed.
  final func didChange(_ place: PropertyPlace) {
    guard !state.contains(.awaking) else { return }
    ownDetails().assigned.insert(place)
    context?.didChange(self)
  }

  /// The value of a property without reading a store; `nil` if it is not in memory.
  final func valueInMemory(at place: PropertyPlace) -> PropertyValue? {
    switch place {
    case .attribute(let index): return isFault ? nil : try? attribute(index)
    case .toOne(let index):
      guard let details, case .object(let object) = details.toOnes[index] else {
        return isFault ? nil : (try? toOne(index)).map { PropertyValue($0) }
      }
      return PropertyValue(object)
    case .toMany(let index):
      guard let members = details?.toManys[index].members else { return nil }
      return plan.toManys[index].isOrdered
        ? .orderedObjects(members.elements) : .objects(members.elements)
    case .fetchedProperty: return nil
    }
  }

  /// The kinds and indexes of all attributes and relationships.
  final var places: [PropertyPlace] { plan.propertyPlaces }

  // MARK: - Changed and saved values

  /// The persistent properties whose values differ from the saved ones, with their present values.
  /// Never reads from the store.
  public final func changedValues() -> [String: PropertyValue] {
    guard let details else { return [:] }
    var result: [String: PropertyValue] = [:]
    for place in details.assigned where isPersistent(place) && differs(place) {
      if let value = valueInMemory(at: place) { result[plan.name(of: place)] = value }
    }
    if row == nil { addPrimitives(to: &result, details) }
    return result
  }

  /// Adds the values of a new object that were set as primitives, as in `awakeFromInsert`: they differ
  /// from the default values. Observed in tests of a public library.
  private func addPrimitives(
    to values: inout [String: PropertyValue], _ details: ObjectDetails
  ) {
    for (index, attribute) in plan.attributes.enumerated() where attribute.isPersistent {
      let place = PropertyPlace.attribute(index)
      let isSet = attribute.leaves.contains { leaf in
        details.held.contains(leaf) && details.values[leaf] != plan.defaults[leaf]
      }
      guard isSet, !details.assigned.contains(place), let value = valueInMemory(at: place)
      else { continue }
      values[plan.name(of: place)] = value
    }
  }

  /// The persistent properties that changed since the context last processed its changes, with the
  /// values that they had before.
  public final func changedValuesForCurrentEvent() -> [String: PropertyValue] {
    guard let details else { return [:] }
    var result: [String: PropertyValue] = [:]
    for (place, value) in details.valuesBeforeEvent(of: plan) where isPersistent(place) {
      result[plan.name(of: place)] = value
    }
    return result
  }

  /// The saved values of the named properties; `nil` for all persistent properties. Empty for a new
  /// object. A to-many relationship that was not read is left out unless it is named.
  public final func committedValues(forKeys keys: [String]? = nil) throws -> [String: PropertyValue]
  {
    try realize()
    guard let row else { return [:] }
    var result: [String: PropertyValue] = [:]
    for key in keys ?? plan.propertyNames {
      guard let place = plan.place(of: key) else { throw ObjectMisuse.unknownKey(key, plan) }
      guard isPersistent(place) else { continue }
      if keys != nil, case .toMany(let index) = place { _ = try members(index) }
      result[key] = try committedValue(at: place, row)
    }
    return result
  }

  private func committedValue(at place: PropertyPlace, _ row: RowSnapshot) throws -> PropertyValue?
  {
    switch place {
    case .attribute(let index): return try value(ofAttribute: index) { row.value($0) }
    case .toOne(let index):
      return row.toOne(index).flatMap { context?.object(with: $0) }.map { .object($0) } ?? .null
    case .toMany(let index):
      guard let stored = details?.toManys[index].stored, let context else { return nil }
      let objects = stored.map { context.object(with: $0) }
      return plan.toManys[index].isOrdered ? .orderedObjects(objects) : .objects(objects)
    case .fetchedProperty: return nil
    }
  }

  /// Whether a persistent property differs from its saved value; always `true` for a new object.
  public final var hasPersistentChangedValues: Bool {
    guard !isInserted else { return true }
    return details?.assigned.contains { isPersistent($0) && differs($0) } ?? false
  }

  final func isPersistent(_ place: PropertyPlace) -> Bool {
    switch place {
    case .attribute(let index): plan.attributes[index].isPersistent
    case .toOne(let index): !plan.toOnes[index].isTransient
    case .toMany(let index): !plan.toManys[index].isTransient
    case .fetchedProperty: false
    }
  }

  /// Whether the value in memory differs from the saved one; always `true` for an object without a
  /// row.
  final func differs(_ place: PropertyPlace) -> Bool {
    guard let row else { return true }
    guard let details else { return false }
    switch place {
    case .attribute(let index):
      return plan.attributes[index].leaves.contains { details.differs($0, from: row) }
    case .toOne(let index):
      guard case .object(let object) = details.toOnes[index] else { return false }
      return object?.objectID != row.toOne(index)
    case .toMany(let index):
      return details.toManys[index].differs(isOrdered: plan.toManys[index].isOrdered)
    case .fetchedProperty: return false
    }
  }
}

extension ObjectDetails.ToMany {
  /// Whether the members differ from those in the store.
  func differs(isOrdered: Bool) -> Bool {
    guard let members else { return hasPendingChanges }
    let present = members.map(\.objectID)
    guard let stored else { return !present.isEmpty }
    return isOrdered ? present != stored : Set(present) != Set(stored)
  }
}
