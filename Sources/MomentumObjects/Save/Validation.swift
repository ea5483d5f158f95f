import MomentumModel
import MomentumSQLite

// Checks the rules of the model before a save. All violations of an object are reported at once.

extension ManagedObject {
  /// Checks one value without saving it. First the object's class checks it and may replace it,
  /// then the rules of the model do.
  ///
  /// Throws an ``ObjectError``, or what the class throws.
  public final func validateValue(_ value: inout PropertyValue, forKey key: String) throws {
    guard let place = plan.place(of: key) else { throw ObjectMisuse.undefinedKey(key, of: self) }
    try validate(&value, forKey: key)
    if let error = ObjectError.combined(try violations(of: value, at: place)) { throw error }
  }

  /// Checks all properties. For each property the class checks first, then the rules of the model.
  final func validateProperties() throws {
    try realize()
    var errors: [any Error] = []
    // An object of the class `ManagedObject` has only the rules of the model, and most attributes
    // have none.
    let needsAll =
      type(of: self) != ManagedObject.self || context?.model.rules.isEmpty == false
    for index in needsAll ? Array(plan.attributes.indices) : plan.attributesWithRules {
      do { try validate(at: .attribute(index)) } catch { errors.append(error) }
    }
    for place in relationshipPlaces {
      do { try validate(at: place) } catch { errors.append(error) }
    }
    if errors.isEmpty { return }
    if let error = ObjectError.combined(errors) { throw error }
  }

  /// Checks the attributes by the rules of the model only, without the checks of the class.
  final func validateAttributes() throws {
    let errors = plan.attributesWithRules.flatMap { index in
      violations(ofAttribute: index) { leaf($0) }
    }
    if let error = ObjectError.combined(errors) { throw error }
  }

  private func validate(at place: PropertyPlace) throws {
    try validateByClass(place)
    if let error = ObjectError.combined(try violations(at: place)) { throw error }
  }

  /// Lets the class check a value first; it may replace the value.
  private func validateByClass(_ place: PropertyPlace) throws {
    // Objects of the class `ManagedObject` have no checks, and making the value would take longer
    // than all other checks.
    guard type(of: self) != ManagedObject.self, let value = valueInMemory(at: place) else { return }
    var replaced = value
    try validate(&replaced, forKey: plan.name(of: place))
    if replaced != value { try set(replaced, at: place) }
  }

  // MARK: - Rules of the model

  /// The violations of the model's rules by the present value of a property.
  private func violations(at place: PropertyPlace) throws -> [ObjectError] {
    switch place {
    case .attribute(let index): return violations(ofAttribute: index) { leaf($0) }
    case .toOne(let index):
      if case .object(let other)? = details?.toOnes[index] {
        return violations(ofToOne: index, other)
      }
      // Check the identity alone and do not fetch the related object: its row existed at the last
      // save, and a fetch would cost a statement for each relationship of each saved object.
      return try toOneID(index) == nil ? violations(ofToOne: index, nil) : []
    case .toMany(let index):
      // Members that were not read were valid at the last save, and reading them would cost a
      // statement for each relationship.
      guard let details,
        !details.toManys[index].isFault || details.toManys[index].hasPendingChanges
      else { return [] }
      return violations(ofToMany: index, try members(index).elements)
    case .fetchedProperty: return []
    }
  }

  /// The violations of the model's rules that a value would cause in a property.
  private func violations(
    of value: PropertyValue, at place: PropertyPlace
  ) throws -> [ObjectError] {
    switch (place, value) {
    case (.attribute(let index), .transformed), (.attribute(let index), .object),
      (.attribute(let index), .objects), (.attribute(let index), .orderedObjects):
      // Such a value only satisfies the rule that a value is required; no other rule applies to it.
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
          !element.isOptional && (!attribute.isDerived || isInserted)
        return isMissing ? [ObjectError(.missingValue, objects: [objectID], key: element.name)] : []
      }
      let errors = element.bounds.broken(by: value).map {
        ObjectError($0, objects: [objectID], key: element.name, values: [.attribute(value)])
      }
      guard context?.model.rules.isEmpty == false else { return errors }
      return errors + addedViolations(of: value, key: element.name)
    }
  }

  private func violations(ofToOne index: Int, _ other: ManagedObject?) -> [ObjectError] {
    let relationship = plan.toOnes[index]
    guard !relationship.isTransient else { return [] }
    guard let other else {
      guard !relationship.isOptional else { return [] }
      return [ObjectError(.missingValue, objects: [objectID], key: relationship.name)]
    }
    // If an object's deletion was saved, the foreign key leads to no row, which the delete rule No
    // Action allows.
    guard other.context == nil, other.objectID.isTemporary else { return [] }
    return [
      ObjectError(
        .notValid, objects: [objectID], key: relationship.name,
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
      guard !relationship.isOptional else { return [] }
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
        code, objects: [objectID], key: relationship.name,
        values: members.map { .identity($0.objectID) })
    ]
  }

  // MARK: - Deletions

  /// Checks the delete rule Deny: an object cannot be deleted while the relationship has objects
  /// that are not deleted too.
  final func validateDeletion() throws {
    guard !state.contains(.inaccessible) else { return }
    var errors: [ObjectError] = []
    for place in relationshipPlaces where deleteRule(at: place) == .deny {
      var rest = try related(at: place).filter { !$0.isDeleted }
      guard !rest.isEmpty else { continue }
      // A foreign key that leads to no row does not prevent the deletion.
      let faults = rest.filter { $0.isFault }
      if !faults.isEmpty, let context {
        context.isPropagating = true
        defer { context.isPropagating = false }
        try context.realize(faults)
        rest.removeAll { $0.isDeleted }
      }
      guard !rest.isEmpty else { continue }
      errors.append(
        ObjectError(
          .deniedDelete, objects: [objectID], key: plan.name(of: place),
          values: rest.map { .identity($0.objectID) }))
    }
    if let error = ObjectError.combined(errors) { throw error }
  }
}

/// The rules for one value, with the error code for each violation.
struct LeafBounds: Sendable {
  private let minimum: AttributeBounds?
  private let maximum: AttributeBounds?
  private let form: AttributeBounds?

  /// Whether there are no rules, so that every value is allowed.
  var isEmpty: Bool { minimum == nil && maximum == nil && form == nil }

  init(_ attribute: Attribute) {
    guard !AttributeBounds(attribute).isEmpty else {
      (minimum, maximum, form) = (nil, nil, nil)
      return
    }
    func bounds(_ change: (inout Attribute) -> Void) -> AttributeBounds? {
      var part = attribute
      change(&part)
      let bounds = AttributeBounds(part)
      return bounds.isEmpty ? nil : bounds
    }
    minimum = bounds { ($0.maximum, $0.regularExpression) = (nil, nil) }
    maximum = bounds { ($0.minimum, $0.regularExpression) = (nil, nil) }
    form = bounds { ($0.minimum, $0.maximum) = (nil, nil) }
  }

  /// The error codes of all rules that a value breaks.
  func broken(by value: AttributeValue) -> [ObjectError.Code] {
    let codes: (small: ObjectError.Code, large: ObjectError.Code)
    switch value {
    case .string: codes = (.textTooShort, .textTooLong)
    case .date: codes = (.dateTooSoon, .dateTooLate)
    case .integer, .double, .decimal: codes = (.numberTooSmall, .numberTooLarge)
    case .boolean, .binary, .uuid, .uri: return []
    }
    var broken: [ObjectError.Code] = []
    if minimum?.brokenRule(by: value) != nil { broken.append(codes.small) }
    if maximum?.brokenRule(by: value) != nil { broken.append(codes.large) }
    if form?.brokenRule(by: value) != nil { broken.append(.textPattern) }
    return broken
  }
}
