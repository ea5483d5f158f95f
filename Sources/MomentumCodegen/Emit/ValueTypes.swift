package import MomentumModel

/// The value types that the user info of a model's attributes names.
package struct ValueTypes: Sendable {
  /// An enum to generate. All attributes that name it share it.
  package struct Generated: Sendable, Hashable {
    package var name: Identifier
    package var rawType: AttributeType
    package var cases: [AttributeValueType.Case]
  }

  /// The enums, in the order in which they are first named.
  package private(set) var generated: [Generated] = []
  /// The settings in user info that cannot be used, in declared order. An attribute with such a
  /// setting gets the type of its values in the store.
  package private(set) var problems: [ValueTypeProblem] = []
  /// The types that attributes name, including those that the app declares; sorted.
  package private(set) var names: [String] = []
  private var positions: [String: Int] = [:]
  private let taken: Set<String>

  /// Collects the types of a model; a type whose name generated code already uses becomes a
  /// problem.
  package init(_ model: ObjectModel) {
    taken = PortablePlan.typeNames.union(model.entities.map(\.name)).union(
      model.composites.map(\.name))
    let places = ValueTypes.places(in: model)
    for (_, attribute) in places {
      guard let type = try? AttributeValueType.parse(attribute), let cases = type.cases,
        positions[type.name[0].text] == nil, !taken.contains(type.name[0].text),
        type.allowsDefault(of: attribute)
      else { continue }
      positions[type.name[0].text] = generated.count
      generated.append(
        Generated(name: type.name[0], rawType: attribute.type, cases: cases))
    }
    var used: Set<String> = []
    for (place, attribute) in places {
      do throws(ValueTypeProblem.Reason) {
        if let type = try checked(attribute) { used.insert(type.name[0].text) }
      } catch {
        problems.append(ValueTypeProblem(place: place, attribute: attribute.name, reason: error))
      }
    }
    names = used.union(positions.keys).sorted()
  }

  /// The value type of an attribute of an entity or a composite; `nil` if its user info names no
  /// usable type.
  ///
  /// If several attributes share an enum, only one of them needs to list the cases.
  package func type(of attribute: Attribute) -> AttributeValueType? {
    try? checked(attribute)
  }

  private func checked(
    _ attribute: Attribute
  ) throws(ValueTypeProblem.Reason) -> AttributeValueType? {
    guard var type = try AttributeValueType.parse(attribute) else { return nil }
    guard !taken.contains(type.name[0].text) else { throw .nameTaken(type.name[0].text) }
    if type.name.count == 1, let position = positions[type.name[0].text] {
      let declared = generated[position]
      guard declared.rawType == attribute.type else { throw .otherType(declared.rawType.xmlName) }
      guard type.cases == nil || type.cases == declared.cases else { throw .otherCases }
      type.cases = declared.cases
    }
    guard type.allowsDefault(of: attribute) else { throw .defaultValue }
    return type
  }

  private static func places(
    in model: ObjectModel
  ) -> [(ValueTypeProblem.Place, Attribute)] {
    let attributes = model.entityIDs.flatMap { id in
      model[id].attributes.enumerated().map { index, attribute in
        (ValueTypeProblem.Place.attribute(AttributeID(id, index)), attribute)
      }
    }
    let elements = model.composites.enumerated().flatMap { number, composite in
      composite.elements.enumerated().map { index, attribute in
        (ValueTypeProblem.Place.element(CompositeID(number), index), attribute)
      }
    }
    return (attributes + elements).filter { !$0.1.userInfo.isEmpty }
  }
}

extension AttributeValueType {
  /// Whether the attribute's default is one of the cases; true if there is no default or the cases
  /// are unknown.
  fileprivate func allowsDefault(of attribute: Attribute) -> Bool {
    guard let cases, let value = attribute.defaultValue else { return true }
    return cases.contains { $0.rawValue == value }
  }
}

/// The reason why an attribute's user info cannot set a value type.
package struct ValueTypeProblem: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    case attribute(AttributeID)
    /// An element of a composite type, by its index.
    case element(CompositeID, Int)
  }

  package enum Reason: Error, Sendable, Hashable {
    case typeName
    case nameTaken(String)
    case attributeType
    case casesWithoutType
    case casesOfMember
    case casesOfType
    case caseName(String)
    case caseValue(String)
    case sameCase(String)
    case sameValue(String)
    case tooManyCases
    case otherCases
    case otherType(String)
    case defaultValue
  }

  package let place: Place
  package let attribute: String
  package let reason: Reason

  /// The user-info key whose value is wrong.
  package var key: String {
    switch reason {
    case .typeName, .nameTaken, .attributeType, .otherType, .defaultValue:
      AttributeValueType.typeKey
    case .casesWithoutType, .casesOfMember, .casesOfType, .caseName, .caseValue, .sameCase,
      .sameValue, .tooManyCases, .otherCases:
      AttributeValueType.casesKey
    }
  }

  /// The text of the diagnostic that reports the problem.
  package var text: String {
    let type = AttributeValueType.typeKey
    let cases = AttributeValueType.casesKey
    return switch reason {
    case .typeName: "'\(type)' of '\(attribute)' must be a Swift type's name"
    case .nameTaken(let name):
      "'\(type)' of '\(attribute)' cannot be '\(name)', which names something else in generated code"
    case .attributeType: "an attribute of the type of '\(attribute)' cannot have a '\(type)'"
    case .casesWithoutType: "'\(cases)' of '\(attribute)' needs a '\(type)' that names the enum"
    case .casesOfMember:
      "an enum inside another type is not generated; '\(attribute)' needs a '\(type)' without a dot"
    case .casesOfType:
      "'\(cases)' of '\(attribute)' needs an attribute of type String or Integer"
    case .caseName(let name):
      "'\(cases)' of '\(attribute)' cannot have a case named '\(name)'; a case is written 'name=value'"
    case .caseValue(let value):
      "the value '\(value)' in '\(cases)' of '\(attribute)' does not fit the attribute's type"
    case .sameCase(let name): "'\(cases)' of '\(attribute)' names '\(name)' twice"
    case .sameValue(let name):
      "'\(cases)' of '\(attribute)' gives '\(name)' the value of a case before"
    case .tooManyCases:
      "'\(cases)' of '\(attribute)' has more than \(AttributeValueType.caseCountMax) cases"
    case .otherCases:
      "'\(cases)' of '\(attribute)' differs from that of another attribute with the same '\(type)'"
    case .otherType(let name):
      "the '\(type)' of '\(attribute)' has cases of type \(name) at another attribute"
    case .defaultValue: "the default value of '\(attribute)' is none of the cases of its '\(type)'"
    }
  }
}
