import MomentumModel
import MomentumSQLite

// The rules of the model, checked before a save. All violations of an object are reported at once.

extension ManagedObject {
  /// Checks all properties. A check of the class for a key comes before the rules of the model.
  final func validateProperties() throws {
    try realize()
    var errors: [ObjectError] = []
    // Objects without a class of their own have no rules beside those of the model, and most
    // attributes have none of these.
    let hasClass = type(of: self) != ManagedObject.self
    for index in hasClass ? plan.attributes.indices.map({ $0 }) : plan.attributesWithRules {
      collect(&errors) {
        if hasClass { try validateByClass(.attribute(index)) }
        try validate(plan.attributes[index])
      }
    }
    for index in plan.toOnes.indices {
      collect(&errors) {
        if hasClass { try validateByClass(.toOne(index)) }
        try validate(toOne: index)
      }
    }
    for index in plan.toManys.indices {
      collect(&errors) {
        if hasClass { try validateByClass(.toMany(index)) }
        try validate(toMany: index)
      }
    }
    if errors.isEmpty { return }
    if let error = ObjectError.combined(errors) { throw error }
  }

  /// Checks the attributes by the rules of the model, without asking the class.
  final func validateAttributes() throws {
    var errors: [ObjectError] = []
    for index in plan.attributesWithRules {
      collect(&errors) { try validate(plan.attributes[index]) }
    }
    if let error = ObjectError.combined(errors) { throw error }
  }

  private func collect(_ errors: inout [ObjectError], _ body: () throws -> Void) {
    do { try body() } catch let error as ObjectError {
      errors.append(error)
    } catch {
      errors.append(ObjectError(.notValid, objects: [objectID], "\(error)"))
    }
  }

  /// Asks the class first; it may replace the value.
  private func validateByClass(_ place: PropertyPlace) throws {
    guard let value = valueInMemory(at: place) else { return }
    var replaced = value
    try validate(&replaced, forKey: plan.name(of: place))
    if replaced != value { try set(replaced, at: place) }
  }

  private func validate(_ attribute: AttributePlan) throws {
    guard !attribute.isTransient else { return }
    for leaf in attribute.leaves {
      let element = plan.leaves[leaf]
      guard let value = self.leaf(leaf) else {
        // A derived attribute gets its value in the store. Elements of an optional composite may
        // be missing together with it.
        let isMissing = !element.isOptional && !attribute.isDerived
        let composite = attribute.isComposite && attribute.attribute.isOptional
        if isMissing, !(composite && attribute.leaves.allSatisfy { self.leaf($0) == nil }) {
          throw ObjectError(.missingValue, objects: [objectID], key: element.name)
        }
        continue
      }
      if let code = element.bounds.broken(by: value) {
        throw ObjectError(code, objects: [objectID], key: element.name)
      }
    }
  }

  /// An object that is not in memory is not made: its row was there at the last save.
  private func validate(toOne index: Int) throws {
    let relationship = plan.toOnes[index]
    guard !relationship.isTransient else { return }
    guard try toOneID(index) != nil else {
      guard relationship.isOptional else {
        throw ObjectError(.missingValue, objects: [objectID], key: relationship.name)
      }
      return
    }
    guard case .object(let other?) = details?.toOnes[index] else { return }
    if other.context == nil, !other.isInserted {
      throw ObjectError(
        .notValid, objects: [objectID], key: relationship.name,
        "Dangling reference to an invalid object in '\(relationship.name)': it was deleted before "
          + "it was saved.")
    }
  }

  private func validate(toMany index: Int) throws {
    let relationship = plan.toManys[index].relationship
    // Members that were not read were valid at the last save, and reading them would cost a
    // statement for each relationship.
    guard !relationship.isTransient, let details,
      !details.toManys[index].isFault || details.toManys[index].hasPendingChanges
    else { return }
    let members = try members(index).filter { !$0.isDeleted }
    if members.isEmpty, relationship.isOptional { return }
    if members.isEmpty {
      throw ObjectError(.missingValue, objects: [objectID], key: relationship.name)
    }
    if members.count < relationship.minimumCount {
      throw ObjectError(.tooFewObjects, objects: [objectID], key: relationship.name)
    }
    if relationship.maximumCount > 0, members.count > relationship.maximumCount {
      throw ObjectError(.tooManyObjects, objects: [objectID], key: relationship.name)
    }
  }

  /// Checks the delete rule Deny: the object cannot be deleted while it has objects that stay.
  final func validateDeletion() throws {
    guard !state.contains(.inaccessible) else { return }
    var errors: [ObjectError] = []
    let places =
      plan.toOnes.indices.map { PropertyPlace.toOne($0) }
      + plan.toManys.indices.map { PropertyPlace.toMany($0) }
    for place in places where deleteRule(at: place) == .deny {
      if try related(at: place).contains(where: { !$0.isDeleted }) {
        errors.append(
          ObjectError(.deniedDelete, objects: [objectID], key: plan.name(of: place)))
      }
    }
    if let error = ObjectError.combined(errors) { throw error }
  }
}

/// The bounds of one value with the code for each violation.
struct LeafBounds: Sendable {
  private let bounds: AttributeBounds?
  private let minimum: AttributeBounds?

  /// Whether every value is allowed.
  var isEmpty: Bool { bounds == nil }

  init(_ attribute: Attribute) {
    let all = AttributeBounds(attribute)
    bounds = all.isEmpty ? nil : all
    // The bounds without the maximum tell whether a value is too small or too large.
    var lower = attribute
    lower.maximum = nil
    lower.regularExpression = nil
    minimum = bounds == nil ? nil : AttributeBounds(lower)
  }

  /// The code of the first broken rule; `nil` if the value keeps all of them.
  func broken(by value: AttributeValue) -> ObjectError.Code? {
    guard let bounds, bounds.brokenRule(by: value) != nil else { return nil }
    let isSmall = minimum?.brokenRule(by: value) != nil
    switch value {
    case .string(let text):
      if isSmall { return .textTooShort }
      return bounds.isTooLong(text) ? .textTooLong : .textPattern
    case .date: return isSmall ? .dateTooSoon : .dateTooLate
    case .integer, .double, .decimal: return isSmall ? .numberTooSmall : .numberTooLarge
    case .boolean, .binary, .uuid, .uri: return .notValid
    }
  }
}
