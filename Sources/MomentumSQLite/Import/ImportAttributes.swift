internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// Converts the attributes of an object in the file to values by column, checked against the model.
struct ImportAttributes {
  private let source: ImportSource
  private let model: ObjectModel
  private let schema: StoreSchema
  /// The own and inherited attributes of each entity, by index of the entity. If a sub-entity
  /// declares an attribute again, the list has only the sub-entity's attribute.
  private let attributes: [[AttributeID]]
  /// Whether a value that breaks a validation rule of the model is reported as an error.
  private let checksRules: Bool

  init(source: ImportSource, model: ObjectModel, schema: StoreSchema, checksRules: Bool) {
    self.checksRules = checksRules
    self.source = source
    self.model = model
    self.schema = schema
    attributes = model.entityIDs.map { entity in
      model.attributes(of: entity).filter { id in
        model.property(named: model[id].name, in: entity) == .attribute(id)
      }
    }
  }

  /// Checks the attributes of an object and returns their values by column.
  ///
  /// - Parameter missing: Receives the errors for values that a new object needs and this one
  ///   lacks. The caller drops them if the object exists in the store, which has these values.
  func values(
    of object: ImportObject, missing: inout Diagnostics, _ issues: inout Diagnostics
  ) -> [String: SQLValue] {
    let known = attributes[object.entity.index]
    checkNames(object, known, &issues)
    var columns: [String: SQLValue] = [:]
    for id in known {
      let attribute = model[id]
      let given = object.attributes.first { $0.name == attribute.name }
      guard let slot = slot(id, attribute, given, &issues) else { continue }
      if let given {
        fill(slot, given.value, object, &columns, &issues)
      } else {
        fill(slot, nil, object, &columns, &missing)
      }
    }
    return columns
  }

  /// The columns of the attributes that the file has for the object, sorted.
  func givenColumns(of object: ImportObject) -> [String] {
    let columns = attributes[object.entity.index].flatMap { id -> [String] in
      guard object.attributes.contains(where: { $0.name == model[id].name }) else { return [] }
      return schema.attributeColumns[id].map { [$0] } ?? schema.compositeColumns[id]?.map(\.column)
        ?? []
    }
    return columns.sorted()
  }

  /// The column of an attribute; `nil` if the attribute is not stored in one column.
  func column(_ name: String, of entity: EntityID) -> String? {
    guard case .attribute(let id)? = model.property(named: name, in: entity) else { return nil }
    return schema.attributeColumns[id]
  }

  private func checkNames(
    _ object: ImportObject, _ known: [AttributeID], _ issues: inout Diagnostics
  ) {
    for member in object.attributes
    where !known.contains(where: {
      model.entities[$0.entity.index].attributes[$0.index].name == member.name
    }) {
      let names = known.map { model[$0].name }
      issues.report(
        ImportMessage.unknownProperty(
          kind: "attribute", name: member.name, entity: model[object.entity].name,
          near: nearName(to: member.name, among: names)),
        at: source.location(member.nameRange))
    }
  }

  /// An attribute, or an element of a composite one, and where it is stored.
  private struct Slot {
    var attribute: Attribute
    /// The name in messages: `address.city`.
    var name: String
    var place: Place
  }

  private enum Place {
    case column(String)
    case elements([Slot])
  }

  /// Finds the columns of an attribute. `nil` if it has none; if the file has a value for it, that
  /// is reported as an error.
  private func slot(
    _ id: AttributeID, _ attribute: Attribute, _ given: JSONMember?, _ issues: inout Diagnostics
  ) -> Slot? {
    if let given, attribute.derivation != nil {
      report(.derivedAttribute(attribute.name), given.nameRange, &issues)
      return nil
    }
    if let column = schema.attributeColumns[id] {
      return Slot(attribute: attribute, name: attribute.name, place: .column(column))
    }
    if let leaves = schema.compositeColumns[id], case .composite(let composite) = attribute.type {
      let elements = elements(composite, [], attribute.name, leaves)
      return Slot(attribute: attribute, name: attribute.name, place: .elements(elements))
    }
    if let given { report(.notStored(property: attribute.name), given.nameRange, &issues) }
    return nil
  }

  private func elements(
    _ id: CompositeID, _ path: [String], _ name: String, _ leaves: [CompositeLeaf]
  ) -> [Slot] {
    // A checked model has no cycles; a model built in code may have one, and the recursion would
    // not end.
    guard path.count < 16, model.composites.indices.contains(id.index) else { return [] }
    return model[id].elements.compactMap { element in
      let path = path + [element.name]
      let name = name + "." + element.name
      if case .composite(let inner) = element.type {
        return Slot(
          attribute: element, name: name, place: .elements(elements(inner, path, name, leaves)))
      }
      return leaves.first { $0.path == path }.map {
        Slot(attribute: element, name: name, place: .column($0.column))
      }
    }
  }

  private func fill(
    _ slot: Slot, _ node: JSONNode?, _ object: ImportObject,
    _ columns: inout [String: SQLValue], _ issues: inout Diagnostics
  ) {
    switch slot.place {
    case .column(let column):
      columns[column] = value(slot, node, object, &issues)
    case .elements(let slots):
      var members: [JSONMember] = []
      switch node?.value {
      case nil, .null:
        // NULL is a value of an optional composite, even if an element is required.
        if slot.attribute.isOptional { return fillNull(slots, &columns) }
      case .object(let inner): members = inner
      case .boolean, .number, .string, .array:
        let kind = node?.kind ?? ""
        report(
          .wrongType(property: slot.name, expected: "an object", found: kind),
          node?.range ?? object.range, &issues)
        return
      }
      let names = slots.map(\.attribute.name)
      for member in members where !names.contains(member.name) {
        report(
          .unknownKey(member.name, near: nearName(to: member.name, among: names)),
          member.nameRange, &issues)
      }
      for inner in slots {
        let given = members.first { $0.name == inner.attribute.name }?.value
        fill(inner, given, object, &columns, &issues)
      }
    }
  }

  /// Sets every column to NULL: all objects of an entity need the same columns.
  private func fillNull(_ slots: [Slot], _ columns: inout [String: SQLValue]) {
    for slot in slots {
      switch slot.place {
      case .column(let column): columns[column] = .null
      case .elements(let inner): fillNull(inner, &columns)
      }
    }
  }

  /// The column's value from the file or, if the file has none, the default of the attribute. NULL
  /// if an error was reported.
  private func value(
    _ slot: Slot, _ node: JSONNode?, _ object: ImportObject, _ issues: inout Diagnostics
  ) -> SQLValue {
    let attribute = slot.attribute
    let isMissing = ImportMessage.missingValue(
      property: slot.name, entity: model[object.entity].name)
    guard let node else {
      if let value = attribute.defaultValue { return stored(value, attribute) }
      // Triggers compute a derived value after the row is inserted.
      if checksRules, !attribute.isOptional, attribute.derivation == nil {
        report(isMissing, object.range, &issues)
      }
      return .null
    }
    if node.value == .null {
      if checksRules, !attribute.isOptional { report(isMissing, node.range, &issues) }
      return .null
    }
    // An export writes a value that does not have the attribute's type as `{"$text": "x"}`; store
    // it unchanged.
    if let column = node.value.rawColumn { return column }
    do {
      let value = try AttributeValue(node.value, type: attribute.type)
      if checksRules, let rule = AttributeBounds(attribute).brokenRule(by: value) {
        throw ImportValueError.outOfRange(rule)
      }
      return stored(value, attribute)
    } catch ImportValueError.wrongType(let expected) {
      report(
        .wrongType(property: slot.name, expected: expected, found: node.kind), node.range, &issues)
    } catch ImportValueError.outOfRange(let rule) {
      report(.outOfRange(property: slot.name, rule: rule), node.range, &issues)
    } catch ImportValueError.unsupported(let type) {
      report(.unsupportedType(property: slot.name, type: type), node.range, &issues)
    } catch {
      preconditionFailure("only ImportValueError is thrown here")
    }
    return .null
  }

  /// Adds the first byte of a binary that may be stored in a file of its own: the byte says where
  /// the value is.
  ///
  /// The byte is 1 if the value is in the column (observed in 27 stores).
  private func stored(_ value: AttributeValue, _ attribute: Attribute) -> SQLValue {
    if attribute.allowsExternalStorage, case .blob(let bytes) = value.stored {
      return .blob([1] + bytes)
    }
    return value.stored
  }

  private func report(
    _ message: ImportMessage, _ range: SourceRange, _ issues: inout Diagnostics
  ) {
    issues.report(message, at: source.location(range))
  }
}
