import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

/// Resolves the expressions of one entity mapping in the old model.
struct MappingValueResolver {
  typealias Refusal = MappingExpression.Refusal

  let old: ObjectModel
  /// The source entity; `nil` for a mapping without a source, in which `$source` has no value.
  let source: EntityID?
  let policyClassName: String?

  func value(_ expression: MappingExpression) throws(Refusal) -> ResolvedMapping.Value {
    switch expression {
    case .constant(let literal): return .constant(try constant(literal))
    case .source(let keys): return try value(at: keys)
    case .now: return .now
    case .destinations, .destinationsOfRelationship:
      throw Refusal(reason: "objects where a value is wanted")
    case .variable(let name): throw Refusal(reason: "the variable '$\(name)' as a value")
    case .policy(let selector, let arguments):
      guard let policyClassName else {
        throw Refusal(reason: "the method '\(selector)' of a policy, without a policy class")
      }
      var values: [ResolvedMapping.Argument] = []
      for argument in arguments { values.append(try self.argument(argument)) }
      return .policy(
        ResolvedMapping.PolicyCall(
          className: policyClassName, selector: selector, arguments: values))
    }
  }

  private func argument(
    _ expression: MappingExpression
  ) throws(Refusal) -> ResolvedMapping.Argument {
    switch expression {
    case .variable(let name): return .variable(name)
    case .source(let keys):
      guard case .end(let path, let entity) = try walk(keys) else {
        return .value(try value(expression))
      }
      guard path.allSatisfy({ !old[$0].isToMany }) else {
        throw Refusal(reason: "several objects as an argument of a policy's method")
      }
      return .object(path, entity)
    case .constant, .now, .policy: return .value(try value(expression))
    case .destinations, .destinationsOfRelationship:
      throw Refusal(reason: "new objects as an argument of a policy's method")
    }
  }

  private func constant(_ literal: Literal) throws(Refusal) -> SQLValue {
    switch literal {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .double(let number): return .real(number)
    case .string(let text): return .text(text)
    case .decimal(let digits):
      guard let number = Double(digits), number.isFinite else {
        throw Refusal(reason: "a number that no column holds")
      }
      return .real(number)
    }
  }

  // MARK: - Key paths

  /// The end of a key path: an object, an attribute with the names of elements of a composite, or
  /// the URI of an object. The relationships are those that lead from the source to the object.
  private enum Walked {
    case end([RelationshipID], EntityID)
    case attribute([RelationshipID], AttributeID, [String])
    case uri([RelationshipID], isWhole: Bool)
    /// A key of a value, as in `$source.date.description`: Core Data asks the value for the key,
    /// but no column holds the result.
    case keyOfValue(reason: String)
  }

  /// The relationships from the source to the objects at the end of a key path, and the entity of
  /// these objects.
  func objects(_ keys: [String]) throws(Refusal) -> (path: [RelationshipID], end: EntityID) {
    guard case .end(let path, let entity) = try walk(keys) else {
      throw Refusal(
        path: (["$source"] + keys).joined(separator: "."), reason: "it ends at a value")
    }
    return (path, entity)
  }

  private func value(at keys: [String]) throws(Refusal) -> ResolvedMapping.Value {
    let text = keys.joined(separator: ".")
    let steps: [RelationshipID]
    let value: ResolvedMapping.Value
    switch try walk(keys) {
    case .end: throw Refusal(path: "$source.\(text)", reason: "it ends at an object")
    case .attribute(let path, let id, let leaf):
      steps = path
      value = .attribute(path, id, leaf: leaf)
    case .uri(let path, let isWhole):
      steps = path
      value = .uri(path, isWhole: isWhole)
    // Do not name the path in the refusal: Core Data can follow it, so it must not be reported as
    // unknown.
    case .keyOfValue(let reason): throw Refusal(reason: reason)
    }
    guard steps.allSatisfy({ !old[$0].isToMany }) else {
      throw Refusal(path: "$source.\(text)", reason: "it has several values")
    }
    return value
  }

  private func walk(_ keys: [String]) throws(Refusal) -> Walked {
    let text = "$source." + keys.joined(separator: ".")
    guard var entity = source else {
      throw Refusal(path: text, reason: "the entity mapping has no source")
    }
    var path: [RelationshipID] = []
    for (index, key) in keys.enumerated() {
      let rest = Array(keys[(index + 1)...])
      if key == "objectID", old.property(named: key, in: entity) == nil {
        return objectID(path, rest)
      }
      switch old.property(named: key, in: entity) {
      case .relationship(let id):
        guard !old[id].isTransient else {
          throw Refusal(path: text, reason: "'\(key)' is not stored")
        }
        path.append(id)
        entity = old[id].destination
      case .attribute(let id): return try attribute(id, path, rest, text)
      case .fetchedProperty: throw Refusal(path: text, reason: "'\(key)' is a fetched property")
      case nil:
        throw Refusal(path: text, reason: "'\(old[entity].name)' has no property '\(key)'")
      }
    }
    return .end(path, entity)
  }

  private func attribute(
    _ id: AttributeID, _ path: [RelationshipID], _ rest: [String], _ text: String
  ) throws(Refusal) -> Walked {
    guard !old[id].isTransient else {
      throw Refusal(path: text, reason: "'\(old[id].name)' is not stored")
    }
    var type = old[id].type
    for key in rest {
      guard case .composite(let composite) = type else {
        return .keyOfValue(reason: "the key '\(key)' of a value of type \(type.xmlName)")
      }
      guard let element = old[composite].elements.first(where: { $0.name == key }) else {
        throw Refusal(path: text, reason: "'\(old[composite].name)' has no element '\(key)'")
      }
      type = element.type
    }
    return .attribute(path, id, rest)
  }

  /// Resolves keys of an object's ID: `objectID.URIRepresentation.path` (observed in public
  /// projects) and `objectID.URIRepresentation.absoluteString`.
  private func objectID(_ path: [RelationshipID], _ keys: [String]) -> Walked {
    switch keys {
    case ["URIRepresentation", "path"]: .uri(path, isWhole: false)
    case ["URIRepresentation", "absoluteString"]: .uri(path, isWhole: true)
    case _: .keyOfValue(reason: "of an object's id only the text of its URI is known")
    }
  }
}
