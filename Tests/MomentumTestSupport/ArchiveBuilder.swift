package import MomentumPropertyList

/// Builds keyed archives object by object, as a compiler of models would.
package final class ArchiveBuilder {
  private var objects: [PropertyList] = [.string("$null")]
  private var classes: [String: PropertyList] = [:]

  package init() {}

  /// Takes a place that is filled later, so that objects can refer to each other.
  package func reserve() -> PropertyList {
    objects.append(.null)
    return .uid(UInt64(objects.count - 1))
  }

  package func fill(_ place: PropertyList, _ className: String, _ members: [String: PropertyList]) {
    guard case .uid(let index) = place else { return }
    objects[Int(index)] = .dictionary(members.merging(["$class": named(className)]) { $1 })
  }

  package func object(_ className: String, _ members: [String: PropertyList]) -> PropertyList {
    let place = reserve()
    fill(place, className, members)
    return place
  }

  package func value(_ list: PropertyList) -> PropertyList {
    objects.append(list)
    return .uid(UInt64(objects.count - 1))
  }

  package func string(_ text: String) -> PropertyList { value(.string(text)) }

  package func array(_ items: [PropertyList]) -> PropertyList {
    object("NSArray", ["NS.objects": .array(items)])
  }

  package func dictionary(_ pairs: [(String, PropertyList)]) -> PropertyList {
    object(
      "NSDictionary",
      ["NS.keys": .array(pairs.map { string($0.0) }), "NS.objects": .array(pairs.map(\.1))])
  }

  /// The dictionary with known keys in which a model keeps its entities.
  package func knownKeys(_ pairs: [(String, PropertyList)]) -> PropertyList {
    let mapping = object(
      "NSKnownKeysMappingStrategy1", ["keys": array(pairs.map { string($0.0) })])
    return object(
      "NSKnownKeysDictionary1", ["searchMapping": mapping, "values": array(pairs.map(\.1))])
  }

  package func archive(root: PropertyList) -> [UInt8] {
    BinaryPropertyListWriter.write(
      .dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
        "$top": .dictionary(["root": root]), "$objects": .array(objects),
      ]))
  }

  private func named(_ name: String) -> PropertyList {
    if let known = classes[name] { return known }
    let made = value(.dictionary(["$classname": .string(name), "$classes": .array([])]))
    classes[name] = made
    return made
  }

  /// A compiled model of one entity with one optional text.
  package static func model(entity: String, attribute: String) -> [UInt8] {
    let builder = ArchiveBuilder()
    let text = builder.object(
      "NSAttributeDescription",
      [
        "NSPropertyName": builder.string(attribute), "NSAttributeType": .integer(700),
        "NSIsOptional": .boolean(true),
      ])
    let only = builder.object(
      "NSEntityDescription",
      [
        "NSEntityName": builder.string(entity),
        "NSClassNameForEntity": builder.string("NSManagedObject"),
        "NSProperties": builder.dictionary([(attribute, text)]),
      ])
    return builder.archive(
      root: builder.object(
        "NSManagedObjectModel", ["NSEntities": builder.knownKeys([(entity, only)])]))
  }

  /// Bytes as a raw DEFLATE stream that packs nothing, as `Z_MODELCACHE` holds a model. Up to 65,535 bytes.
  package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    return [1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      + bytes
  }

  // MARK: - Expressions

  package func constant(_ value: PropertyList) -> PropertyList {
    object("NSConstantValueExpression", ["NSConstantValue": self.value(value)])
  }

  package func keyPath(_ path: String) -> PropertyList {
    let specifier = object("NSKeyPathSpecifierExpression", ["NSKeyPath": string(path)])
    return object(
      "NSKeyPathExpression",
      ["NSOperand": object("NSSelfExpression", [:]), "NSArguments": array([specifier])])
  }

  package func function(_ selector: String, _ arguments: [PropertyList]) -> PropertyList {
    object(
      "NSFunctionExpression",
      ["NSSelectorName": string(selector), "NSArguments": array(arguments)])
  }

  package func comparison(
    _ left: PropertyList, _ number: Int64, _ right: PropertyList, options: Int64 = 0,
    modifier: Int64 = 0
  ) -> PropertyList {
    let kind = object(
      "NSComparisonPredicateOperator",
      [
        "NSOperatorType": .integer(number), "NSOptions": .integer(options),
        "NSModifier": .integer(modifier),
      ])
    return object(
      "NSComparisonPredicate",
      ["NSLeftExpression": left, "NSRightExpression": right, "NSPredicateOperator": kind])
  }
}
