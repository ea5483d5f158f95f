import MomentumPropertyList

/// Builds keyed archives object by object, as a compiler of models would.
final class ArchiveBuilder {
  private var objects: [PropertyList] = [.string("$null")]
  private var classes: [String: PropertyList] = [:]

  /// Takes a place that is filled later, so that objects can refer to each other.
  func reserve() -> PropertyList {
    objects.append(.null)
    return .uid(UInt64(objects.count - 1))
  }

  func fill(_ place: PropertyList, _ className: String, _ members: [String: PropertyList]) {
    guard case .uid(let index) = place else { return }
    objects[Int(index)] = .dictionary(members.merging(["$class": named(className)]) { $1 })
  }

  func object(_ className: String, _ members: [String: PropertyList]) -> PropertyList {
    let place = reserve()
    fill(place, className, members)
    return place
  }

  func value(_ list: PropertyList) -> PropertyList {
    objects.append(list)
    return .uid(UInt64(objects.count - 1))
  }

  func string(_ text: String) -> PropertyList { value(.string(text)) }

  func array(_ items: [PropertyList]) -> PropertyList {
    object("NSArray", ["NS.objects": .array(items)])
  }

  func dictionary(_ pairs: [(String, PropertyList)]) -> PropertyList {
    object(
      "NSDictionary",
      ["NS.keys": .array(pairs.map { string($0.0) }), "NS.objects": .array(pairs.map(\.1))])
  }

  /// The dictionary with known keys in which a model keeps its entities.
  func knownKeys(_ pairs: [(String, PropertyList)]) -> PropertyList {
    let mapping = object(
      "NSKnownKeysMappingStrategy1", ["keys": array(pairs.map { string($0.0) })])
    return object(
      "NSKnownKeysDictionary1", ["searchMapping": mapping, "values": array(pairs.map(\.1))])
  }

  func archive(root: PropertyList) -> [UInt8] {
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

  // MARK: - Expressions

  func constant(_ value: PropertyList) -> PropertyList {
    object("NSConstantValueExpression", ["NSConstantValue": self.value(value)])
  }

  func keyPath(_ path: String) -> PropertyList {
    let specifier = object("NSKeyPathSpecifierExpression", ["NSKeyPath": string(path)])
    return object(
      "NSKeyPathExpression",
      ["NSOperand": object("NSSelfExpression", [:]), "NSArguments": array([specifier])])
  }

  func function(_ selector: String, _ arguments: [PropertyList]) -> PropertyList {
    object(
      "NSFunctionExpression",
      ["NSSelectorName": string(selector), "NSArguments": array(arguments)])
  }

  func comparison(
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
