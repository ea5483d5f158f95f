import MomentumModel

// Checks the rules of the model before a save. All violations of an object are reported at once.

extension ManagedObject {
  /// Checks one value without saving it. First the object's class checks it and may replace it;
  /// then it is checked by the rules of the model.
  ///
  /// Throws an ``ObjectError``, or what the class throws.
  public final func validateValue(_ value: inout PropertyValue, forKey key: String) throws {
    guard plan.place(of: key) != nil else { throw ObjectMisuse.undefinedKey(key, of: self) }
    try validate(&value, forKey: key)
    try validateByRules(value, forKey: key)
  }

  /// Checks one value by the rules of the model, without asking the class.
  package final func validateByRules(_ value: PropertyValue, forKey key: String) throws {
    guard let place = plan.place(of: key) else { throw ObjectMisuse.undefinedKey(key, of: self) }
    let errors = ObjectValidator(self).violations(of: value, at: place)
    if let error = ObjectError.combined(errors) { throw error }
  }
}

/// Checks one object.
struct ObjectValidator {
  let object: ManagedObject
  private let plan: EntityPlan
  /// The model with the rules that were added in code; `nil` for an object that was never in a
  /// context.
  private let model: ModelPlan?

  init(_ object: ManagedObject) {
    self.object = object
    plan = object.plan
    model = object.identities?.model
  }

  private var hasOwnClass: Bool { object.hasOwnClass }

  /// Checks all properties. A check of the class for a key comes before the rules of the model.
  func validateProperties() throws {
    try object.realize()
    var errors: [any Error] = []
    // An object of the class `ManagedObject` itself has no checks in code, so only the attributes
    // with rules in the model are checked: most attributes have none.
    if hasOwnClass || model?.rules.isEmpty == false {
      for index in plan.attributes.indices {
        do { try validate(at: .attribute(index)) } catch { errors.append(error) }
      }
    } else if !plan.allowsAttributes(object.details, object.row) {
      for index in plan.attributesWithRules {
        do { try validate(at: .attribute(index)) } catch { errors.append(error) }
      }
    }
    for place in plan.relationshipPlaces {
      do { try validate(at: place) } catch { errors.append(error) }
    }
    if errors.isEmpty { return }
    if let error = ObjectError.combined(errors) { throw error }
  }

  /// Checks the attributes by the rules of the model, without asking the class.
  func validateAttributes() throws {
    let errors = plan.attributesWithRules.flatMap { index in
      violations(ofAttribute: index) { object.leaf($0) }
    }
    if let error = ObjectError.combined(errors) { throw error }
  }

  private func validate(at place: PropertyPlace) throws {
    try validateByClass(place)
    if let error = ObjectError.combined(try violations(at: place)) { throw error }
  }

  /// Lets the class check a value first; it may replace the value.
  private func validateByClass(_ place: PropertyPlace) throws {
    // Plain objects have no checks of their own, and making the values would cost more than all
    // other checks.
    guard hasOwnClass, let value = object.valueInMemory(at: place) else { return }
    var replaced = value
    try object.validate(&replaced, forKey: plan.name(of: place))
    if replaced != value { try object.set(replaced, at: place) }
  }

  // MARK: - Rules of the model

  /// The violations of the model's rules by the present value of a property.
  private func violations(at place: PropertyPlace) throws -> [ObjectError] {
    switch place {
    case .attribute(let index): return violations(ofAttribute: index) { object.leaf($0) }
    case .toOne(let index):
      if case .object(let other)? = object.details?.toOnes[index] {
        return violations(ofToOne: index, other)
      }
      // Check the identity alone and do not fetch the related object: its row existed at the last
      // save, and a fetch would cost a statement for each relationship of each saved object.
      return try object.toOneID(index) == nil ? violations(ofToOne: index, nil) : []
    case .toMany(let index):
      // Members that were not read were valid at the last save, and reading them would cost a
      // statement for each relationship.
      guard let details = object.details,
        !details.toManys[index].isFault || details.toManys[index].hasPendingChanges
      else { return [] }
      return violations(ofToMany: index, try object.members(index).elements)
    case .fetchedProperty: return []
    }
  }

  /// The errors for the rules of the model that a value of a property would break.
  func violations(of value: PropertyValue, at place: PropertyPlace) -> [ObjectError] {
    switch (place, value) {
    case (.attribute(let index), .transformed), (.attribute(let index), .object),
      (.attribute(let index), .objects), (.attribute(let index), .orderedObjects):
      // A transformed value or an object has no bounds to compare with: only the rule that a value
      // is required applies, which the `true` here satisfies as any other value would.
      return violations(ofAttribute: index) { _ in .boolean(true) }
    case (.attribute(let index), _):
      return violations(ofAttribute: index) { value.leaf(at: plan.leaves[$0].path[...]) }
    case (.toOne(let index), .object(let object)): return violations(ofToOne: index, object)
    case (.toOne(let index), _): return violations(ofToOne: index, nil)
    case (.toMany(let index), .objects(let objects)),
      (.toMany(let index), .orderedObjects(let objects)):
      return violations(ofToMany: index, objects)
    case (.toMany(let index), _): return violations(ofToMany: index, [])
    case (.fetchedProperty, _): return []
    }
  }

  private func violations(
    ofAttribute index: Int, _ leafValue: (Int) -> AttributeValue?
  ) -> [ObjectError] {
    let attribute = plan.attributes[index]
    guard !attribute.isTransient else { return [] }
    // The elements of an optional composite may all be missing.
    if attribute.isComposite, attribute.attribute.isOptional,
      attribute.leaves.allSatisfy({ leafValue($0) == nil })
    {
      return []
    }
    return attribute.leaves.flatMap { leaf -> [ObjectError] in
      let element = plan.leaves[leaf]
      guard let value = leafValue(leaf) else {
        // The store computes a derived value, so a new object does not have it, and a required
        // derived attribute makes the insertion fail (OG-610). A saved object may not have read the
        // value yet.
        let isMissing =
          !element.isOptional && (!attribute.isDerived || object.isInserted)
        return isMissing
          ? [ObjectError(.missingValue, objects: [object.objectID], key: element.name)] : []
      }
      let errors = element.bounds.broken(by: value).map {
        ObjectError($0, objects: [object.objectID], key: element.name, values: [.attribute(value)])
      }
      guard let model, !model.rules.isEmpty else { return errors }
      return errors + addedViolations(of: value, key: element.name, model)
    }
  }

  private func violations(ofToOne index: Int, _ other: ManagedObject?) -> [ObjectError] {
    let relationship = plan.toOnes[index]
    guard !relationship.isTransient else { return [] }
    guard let other else {
      guard !relationship.isOptional else { return [] }
      return [ObjectError(.missingValue, objects: [object.objectID], key: relationship.name)]
    }
    // If an object's deletion was saved, the foreign key leads to no row, which the delete rule No
    // Action allows.
    guard other.context == nil, other.objectID.isTemporary else { return [] }
    return [
      ObjectError(
        .notValid, objects: [object.objectID], key: relationship.name,
        "Dangling reference to an invalid object in '\(relationship.name)': it was deleted before "
          + "it was saved.", values: [.identity(other.objectID)])
    ]
  }

  private func violations(ofToMany index: Int, _ members: [ManagedObject]) -> [ObjectError] {
    let relationship = plan.toManys[index].relationship
    guard !relationship.isTransient else { return [] }
    let members = members.filter { !$0.isDeleted }
    let code: ObjectError.Code
    if members.isEmpty {
      // A required relationship without a minimum count may be empty (`Relationship.leastObjects`).
      guard !relationship.isOptional, relationship.minimumCount > 0 else { return [] }
      code = .missingValue
    } else if members.count < relationship.minimumCount {
      code = .tooFewObjects
    } else if relationship.maximumCount > 0, members.count > relationship.maximumCount {
      code = .tooManyObjects
    } else {
      return []
    }
    return [
      ObjectError(
        code, objects: [object.objectID], key: relationship.name,
        values: members.map { .identity($0.objectID) })
    ]
  }

  // MARK: - Deletions

  /// Checks the delete rule Deny: the object cannot be deleted while a relationship with this rule
  /// leads to an object that is not deleted, too.
  func validateDeletion() throws {
    guard !object.state.contains(.inaccessible) else { return }
    var errors: [ObjectError] = []
    for place in plan.relationshipPlaces where object.deleteRule(at: place) == .deny {
      var rest = try object.related(at: place).filter { !$0.isDeleted }
      guard !rest.isEmpty else { continue }
      // A foreign key that leads to no row does not prevent the deletion.
      let faults = rest.filter { $0.isFault }
      if !faults.isEmpty, let context = object.context {
        context.isPropagating = true
        defer { context.isPropagating = false }
        try context.prefetcher.realize(faults)
        rest.removeAll { $0.isDeleted }
      }
      guard !rest.isEmpty else { continue }
      errors.append(
        ObjectError(
          .deniedDelete, objects: [object.objectID], key: plan.name(of: place),
          values: rest.map { .identity($0.objectID) }))
    }
    if let error = ObjectError.combined(errors) { throw error }
  }
}
