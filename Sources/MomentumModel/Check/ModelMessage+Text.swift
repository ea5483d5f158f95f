extension ModelMessage {
  public var text: String {
    switch self {
    case .adjustedValue(let role, let text, let type, let used):
      "\(role.rawValue) '\(text)' is not of type '\(type)'; it is read as \(used)"
    case .badCount(let attribute, let value):
      "'\(attribute)' has to be a whole number from 0 on, not '\(value)'"
    case .badFlag(let attribute, let value): "'\(attribute)' has to be YES or NO, not '\(value)'"
    case .badValue(let role, let text, let type):
      "\(role.rawValue) '\(text)' cannot be read as '\(type)'; \(expected(type)) is expected"
    case .caseDiffers(let kind, let name, let other):
      "\(kind.rawValue) '\(name)' differs from '\(other)' only in case"
    case .compositeCycle(let name): "composite '\(name)' contains itself"
    case .compositeLimit(let name, let depth, let leaves):
      "composite '\(name)' can nest at most \(depth) deep and have at most \(leaves) elements in all"
    case .duplicate(let kind, let name, let owner):
      "\(kind.rawValue) '\(name)' is declared twice\(owner.map { " in '\($0)'" } ?? ""); rename or remove one"
    case .ignoredValue(let role, let text, let type):
      "\(role.rawValue) '\(text)' has no meaning for type '\(type)'; it is ignored"
    case .inheritanceCycle(let name):
      "entity '\(name)' inherits from itself; give it another parent or none"
    case .inheritanceLimit(let name, let depth):
      "entity '\(name)' has more than \(depth) ancestors"
    case .inheritedProperty(let name, let entity, let ancestor):
      "property '\(name)' of entity '\(entity)' is inherited from '\(ancestor)' already"
    case .inverseElsewhere(let name, let owner, let destination):
      "inverse '\(name)' belongs to entity '\(owner)', but the destination is '\(destination)'"
    case .inverseNotMutual(let name, let inverse):
      "'\(inverse)' is the inverse of '\(name)', but does not name it as its own inverse"
    case .minimumAboveMaximum(let name): "the minimum of '\(name)' is above its maximum"
    case .missingAttribute(let attribute, let element):
      "element '\(element)' needs a value for '\(attribute)'"
    case .missingDerivation(let name):
      "derived attribute '\(name)' has no expression; it is read as a plain one"
    case .missingInverse(let name, let entity):
      "relationship '\(name)' of entity '\(entity)' has no inverse"
    case .moreFindings(let count): "\(count) more findings in this model"
    case .undefinedType(let name):
      "attribute '\(name)' has no type; only a transient attribute can do without"
    case .unknownChoice(let attribute, let value, let valid, let near):
      "'\(attribute)' cannot be '\(value)'; valid are \(list(valid))\(meant(near))"
    case .unknownComposite(let name, let hint): "no composite '\(name)' in the model\(meant(hint))"
    case .unknownEntity(let name, let role, let hint):
      "\(words(role)) '\(name)' is not in the model\(meant(hint))"
    case .unknownInverse(let name, let entity, let hint):
      "no relationship '\(name)' in entity '\(entity)' to be the inverse\(meant(hint))"
    case .unknownProperty(let name, let entity, let hint):
      "no property '\(name)' in entity '\(entity)'\(meant(hint))"
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

  private func meant(_ hint: NameHint) -> String {
    guard hint.near == nil, !hint.known.isEmpty else { return meant(hint.near) }
    return "; there \(hint.known.count == 1 ? "is" : "are") \(list(hint.known))"
  }

  private func meant(_ near: String?) -> String { near.map { "; did you mean '\($0)'?" } ?? "" }

  private func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
