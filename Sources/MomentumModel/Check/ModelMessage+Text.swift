extension ModelMessage {
  public var text: String {
    switch self {
    case .adjustedValue(let role, let text, let type, let used):
      "\(role.rawValue) '\(text)' is not of type '\(type)'; it is read as \(used)"
    case .badCount(let attribute, let value):
      "'\(attribute)' has to be a whole number, not '\(value)'; it is read as if it were not there"
    case .badFlag(let attribute, let value, let used):
      "'\(attribute)' has to be YES or NO, not '\(value)'; it is read as \(used ? "YES" : "NO")"
    case .badValue(let role, let text, let type):
      "\(role.rawValue) '\(text)' cannot be read as '\(type)' and is left out; \(expected(type)) is expected"
    case .caseDiffers(let kind, let name, let other, let owner):
      "\(kind.rawValue) '\(name)'\(owner.map { " of \($0)" } ?? "") differs from '\(other)' only in case"
    case .compositeCycle(let name): "composite '\(name)' contains itself"
    case .compositeLimit(let name, let depth, let leaves):
      "composite '\(name)' can nest at most \(depth) deep and have at most \(leaves) elements in all"
    case .duplicate(let kind, let name, let owner):
      "\(kind.rawValue) '\(name)' is declared twice\(owner.map { " in \($0)" } ?? ""); \(remedy(kind))"
    case .ignoredValue(let role, let text, let type):
      "\(role.rawValue) '\(text)' has no meaning for type '\(type)'; it is ignored"
    case .incompleteElement(let element, let attribute):
      "element '\(element)' needs a value for '\(attribute)'; it is left out"
    case .inheritanceCycle(let name):
      "entity '\(name)' inherits from itself; give it another parent or none"
    case .inheritanceLimit(let name, let depth):
      "entity '\(name)' has more than \(depth) ancestors"
    case .inheritedProperty(let name, let entity, let ancestor):
      "property '\(name)' of entity '\(entity)' is inherited from '\(ancestor)' already"
    case .inverseElsewhere(let name, let owner, let destination):
      "inverse '\(name)' belongs to entity '\(owner)', but the destination is '\(destination)'"
    case .inverseNotMutual(let inverse, let entity):
      "its inverse '\(inverse)' of entity '\(entity)' does not name it as its own inverse"
    case .minimumAboveMaximum: "the minimum is above the maximum"
    case .missingAttribute(let attribute, let element):
      "element '\(element)' needs a value for '\(attribute)'"
    case .missingDerivation:
      "a derived attribute without an expression is read as a plain one"
    case .missingInverse(let name, let entity):
      "relationship '\(name)' of entity '\(entity)' has no inverse"
    case .moreFindings(let count): "\(count) more findings in this model"
    case .undefinedType: "only a transient attribute can do without a type"
    case .unknownChoice(let attribute, let value, let valid, let used, let near):
      "'\(attribute)' cannot be '\(value)' and is read as '\(used)'; valid are \(list(valid))\(meant(near))"
    case .unknownComposite(let name, let hint): "no composite '\(name)' in the model\(meant(hint))"
    case .unknownEntity(let name, let role, let hint):
      "\(words(role)) '\(name)' is not in the model\(consequence(role))\(meant(hint))"
    case .unknownInverse(let name, let entity, let hint):
      "no relationship '\(name)' in entity '\(entity)' to be the inverse, so there is none\(meant(hint))"
    case .unknownProperty(let name, let entity, let owner, let hint):
      "no property '\(name)' in entity '\(entity)'; the \(owner.rawValue) is left out\(meant(hint))"
    case .unknownType(let name, let near):
      "no attribute type '\(name)'; valid are \(list(AttributeType.xmlNames))\(meant(near))"
    }
  }

  private func expected(_ type: String) -> String {
    switch AttributeType(xmlName: type) {
    case .integer16, .integer32, .integer64:
      AttributeType(xmlName: type)?.integerRange.map {
        "a whole number from \($0.lowerBound) to \($0.upperBound)"
      } ?? "a whole number"
    case .boolean: "YES or NO"
    case .double, .float, .decimal: "a number such as 0.5"
    case .date: "a number of seconds since 2001-01-01"
    case .string: "a length"
    case .undefined, .binary, .uuid, .uri, .transformable, .objectID, .composite, nil:
      "another value"
    }
  }

  private func words(_ role: EntityRole) -> String {
    switch role {
    case .destination: "destination entity"
    case .inverse: "inverse entity"
    case .member: "configuration member"
    case .parent: "parent entity"
    case .request: "fetch request entity"
    }
  }

  /// How the model is read in spite of the mistake; empty for an error.
  private func consequence(_ role: EntityRole) -> String {
    switch role {
    case .destination, .parent: ""
    case .inverse: ", so there is no inverse"
    case .member: "; the member is left out"
    case .request: "; the fetch request is left out"
    }
  }

  private func remedy(_ kind: NameKind) -> String {
    switch kind {
    case .entity, .property: "rename or remove one"
    case .composite, .configuration, .fetchRequest, .fetchIndex:
      "the first one is used; rename or remove one"
    }
  }

  private func meant(_ hint: NameHint) -> String {
    guard hint.near == nil, !hint.known.isEmpty else { return meant(hint.near) }
    return "; there \(hint.known.count == 1 ? "is" : "are") \(list(hint.known))"
  }

  private func meant(_ near: String?) -> String { near.map { "; did you mean '\($0)'?" } ?? "" }

  private func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
