import MomentumModel

// Reading and setting the properties of an object by name.

extension ManagedObject {
  /// The value of a property. Reading a fault fills in all values of the object.
  ///
  /// An unknown name and a value of an incorrect type stop the program: use ``value(forKey:)`` and
  /// ``setValue(_:forKey:)`` if the name is not a constant of the program. If the store cannot be
  /// read, the property reads as empty, a new value is not set, and observers of the context get
  /// ``ContextEvent/failed(_:_:)``.
  public final subscript(key: String) -> PropertyValue {
    get {
      do { return try value(forKey: key) } catch {
        report(error)
        return emptyValue(forKey: key)
      }
    }
    set {
      do { try setValue(newValue, forKey: key) } catch { report(error) }
    }
  }

  /// The value of a property. Throws ``ObjectMisuse`` for an unknown name, ``ObjectError`` if the
  /// store cannot be read.
  public final func value(forKey key: String) throws -> PropertyValue {
    guard let place = plan.place(of: key) else { throw ObjectMisuse.undefinedKey(key, of: self) }
    return try value(at: place)
  }

  /// Sets a property and, for a relationship, its inverse.
  public final func setValue(_ value: PropertyValue, forKey key: String) throws {
    guard let place = plan.place(of: key) else {
      throw ObjectMisuse.undefinedKey(key, of: self, isSetter: true)
    }
    try set(value, at: place)
  }

  /// The value in memory, without reading a fault; `null` if it is not in memory.
  public final func primitiveValue(forKey key: String) throws -> PropertyValue {
    guard let place = plan.place(of: key) else { throw ObjectMisuse.unknownKey(key, plan) }
    return valueInMemory(at: place) ?? .null
  }

  /// Sets a value without marking the object as changed and without setting an inverse.
  public final func setPrimitiveValue(_ value: PropertyValue, forKey key: String) throws {
    guard let place = plan.place(of: key) else { throw ObjectMisuse.unknownKey(key, plan) }
    try realize()
    try store(try PropertyAcceptance(self).accepted(value, at: place), at: place)
  }

  final func value(at place: PropertyPlace) throws -> PropertyValue {
    context?.willUse(self)
    if isFault { try realize(for: place) }
    switch place {
    case .attribute(let index): return try attribute(index)
    case .toOne(let index): return PropertyValue(try toOne(index))
    case .toMany(let index):
      let members = try members(index).elements
      return plan.toManys[index].isOrdered ? .orderedObjects(members) : .objects(members)
    case .fetchedProperty(let index): return .orderedObjects(try fetchedProperty(index))
    }
  }

  final func set(_ value: PropertyValue, at place: PropertyPlace) throws {
    context?.willUse(self)
    let value = try PropertyAcceptance(self).accepted(value, at: place)
    try realize(for: place)
    // In `awakeFromFetch`, setters do not mark the object as changed and do not set inverses
    // (OG-108).
    guard !state.contains(.awaking) else { return try store(value, at: place) }
    switch place {
    case .attribute(let index):
      let attribute = plan.attributes[index]
      if attribute.isTransient, type(of: self).ignoresChanges(forKey: attribute.name) {
        return try store(value, at: place)
      }
      try willChange(place)
      try store(value, at: place)
      didChange(place)
    case .toOne(let index):
      if case .object(let object) = value {
        try RelationshipEnds(self).setToOne(index, object)
      } else {
        try RelationshipEnds(self).setToOne(index, nil)
      }
    case .toMany(let index):
      switch value {
      case .objects(let objects), .orderedObjects(let objects):
        try RelationshipEnds(self).setToMany(index, objects)
      case .null, .attribute, .composite, .transformed, .object:
        try RelationshipEnds(self).setToMany(index, [])
      }
    case .fetchedProperty(let index):
      throw ObjectMisuse(
        "NSInvalidArgumentException",
        "'\(plan.fetchedProperties[index].name)' is a fetched property and cannot be set.")
    }
  }

  // MARK: - Attributes

  /// The attribute values by index in ``EntityPlan/leaves``.
  final var leafValues: [AttributeValue?] { plan.leaves.indices.map { leaf($0) } }

  /// The attribute value with an index in ``EntityPlan/leaves``: the one in memory if it was set,
  /// otherwise the one in the row.
  final func leaf(_ index: Int) -> AttributeValue? {
    if let details, details.held.contains(index) { return details.values[index] }
    return row?.value(index)
  }

  final func attribute(_ index: Int) throws -> PropertyValue {
    try realize()
    let attribute = plan.attributes[index]
    guard attribute.isComposite || attribute.isTransformable else {
      return PropertyValue(leaf(attribute.leaves.lowerBound))
    }
    if let known = details?.transformed[index] { return .transformed(known) }
    let value = try value(ofAttribute: index) { leaf($0) }
    if case .transformed(let transformed) = value { ownDetails().transformed[index] = transformed }
    return value
  }

  /// Makes the value of an attribute from the values that `leaf` returns by index in
  /// ``EntityPlan/leaves``: a single one, or those of the elements of a composite.
  final func value(
    ofAttribute index: Int, _ leaf: (Int) -> AttributeValue?
  ) throws -> PropertyValue {
    let attribute = plan.attributes[index]
    guard !attribute.isComposite else { return composite(attribute, leaf) }
    let stored = leaf(attribute.leaves.lowerBound)
    guard attribute.isDecoded, case .binary(let bytes)? = stored,
      let value = try ValueTransformers.value(of: bytes, for: attribute.attribute)
    else { return PropertyValue(stored) }
    return .transformed(value)
  }

  private func composite(
    _ attribute: AttributePlan, _ leaf: (Int) -> AttributeValue?
  ) -> PropertyValue {
    var result: [String: PropertyValue] = [:]
    for index in attribute.leaves {
      guard let value = leaf(index) else { continue }
      PropertyValue.insert(.attribute(value), plan.leaves[index].path[...], into: &result)
    }
    return result.isEmpty ? .null : .composite(result)
  }

  /// Stores a value that was checked already, without marking the object as changed.
  final func store(_ value: PropertyValue, at place: PropertyPlace) throws {
    switch place {
    case .attribute(let index):
      let attribute = plan.attributes[index]
      let details = valueDetails()
      if attribute.isTransformable { details.transformed[index] = nil }
      if attribute.isComposite {
        for leaf in attribute.leaves {
          details.set(value.leaf(at: plan.leaves[leaf].path[...]), at: leaf)
        }
        return
      }
      let leaf = attribute.leaves.lowerBound
      switch value {
      case .attribute(let stored): details.set(stored, at: leaf)
      case .transformed(let transformed):
        details.transformed[index] = transformed
        // Only a persistent value is turned into data, since a transient one is never stored.
        details.set(
          attribute.isPersistent
            ? .binary(try ValueTransformers.bytes(of: transformed, for: attribute.attribute)) : nil,
          at: leaf)
      case .null, .composite, .object, .objects, .orderedObjects: details.set(nil, at: leaf)
      }
    case .toOne(let index):
      if case .object(let object) = value {
        ownDetails().toOnes[index] = .object(object)
      } else {
        ownDetails().toOnes[index] = .object(nil)
      }
    case .toMany(let index):
      switch value {
      case .objects(let objects), .orderedObjects(let objects):
        ownDetails().toManys[index].members = ObjectSet(objects)
      case .null, .attribute, .composite, .transformed, .object:
        ownDetails().toManys[index].members = ObjectSet()
      }
    case .fetchedProperty: break
    }
  }

  // MARK: - Details

  /// The object's details, which are made at the first call.
  final func ownDetails() -> ObjectDetails {
    if let details { return details }
    let made = ObjectDetails(
      values: [], toOneCount: plan.toOnes.count, toManyCount: plan.toManys.count)
    begin(with: made)
    return made
  }

  /// Sets new details, and notes in the identity map that the object may now keep other objects in
  /// memory.
  final func begin(with details: ObjectDetails) {
    self.details = details
    if plan.hasRelatedObjects { identities?.hasRelatedObjects = true }
  }

  /// The details, whose `values` have an element for each attribute value.
  final func valueDetails() -> ObjectDetails {
    let details = ownDetails()
    if row == nil {
      details.hold(plan.defaults, plan.allLeaves)
    } else if details.values.isEmpty {
      details.values = plan.noValues
    }
    return details
  }

  /// Keeps all values in memory, so that they stay if another row replaces the present one.
  @discardableResult
  final func holdValues() -> ObjectDetails {
    let details = valueDetails()
    if row != nil { details.hold(leafValues, plan.allLeaves) }
    return details
  }

  /// Stops the program if the call itself is incorrect. Any other error comes from the store, whose
  /// contents must not stop a program: observers of the context are notified.
  package final func report(_ error: any Error) {
    if let misuse = error as? ObjectMisuse, !misuse.isOfStore { misuse.trap() }
    context?.notify(.failed(objectID, error))
  }

  /// The value of a property if the store cannot be read.
  package final func emptyValue(forKey key: String) -> PropertyValue {
    switch plan.place(of: key) {
    case .toMany(let index)?: plan.toManys[index].isOrdered ? .orderedObjects([]) : .objects([])
    case .fetchedProperty?: .orderedObjects([])
    case .attribute?, .toOne?, nil: .null
    }
  }
}

extension PropertyValue {
  /// Sets the value at a path such as `["address", "city"]` in nested composites.
  fileprivate static func insert(
    _ value: PropertyValue, _ path: ArraySlice<String>, into values: inout [String: PropertyValue]
  ) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      values[name] = value
      return
    }
    var inner: [String: PropertyValue] = [:]
    if case .composite(let known)? = values[name] { inner = known }
    insert(value, path.dropFirst(), into: &inner)
    values[name] = .composite(inner)
  }

  /// The value of an element at a path in a composite.
  func leaf(at path: ArraySlice<String>) -> AttributeValue? {
    guard let name = path.first else {
      if case .attribute(let value) = self { return value }
      return nil
    }
    guard case .composite(let values) = self else { return nil }
    return values[name]?.leaf(at: path.dropFirst())
  }
}
