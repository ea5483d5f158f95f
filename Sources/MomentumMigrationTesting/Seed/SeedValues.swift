internal import Foundation
internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumPropertyList
internal import MomentumSQLite
internal import MomentumStore

/// Makes the values of an entity's rows, following the model's rules.
struct SeedValues {
  /// The purpose of a row in a test.
  private enum Kind {
    case ordinary
    case empty
    case least
    case greatest
    case odd
    case random
  }

  private let model: ObjectModel
  private let entity: EntityID
  private let attributes: [AttributeID]
  /// The names of the attributes in uniqueness constraints. Their values count up, so that they
  /// differ.
  private let unique: Set<String>
  /// The first number for unique values. Each entity of a family has another one, because the
  /// family shares a table and its unique indexes.
  private let firstUnique: Int
  private let bounds: [AttributeID: AttributeBounds]
  private var random: SeedRandom
  /// The name of an attribute for which no value was found; `nil` if all have one.
  private(set) var missing: String?

  static func isStored(_ id: AttributeID, _ model: ObjectModel, _ schema: StoreSchema) -> Bool {
    model[id].derivation == nil
      && (schema.attributeColumns[id] != nil || schema.compositeColumns[id] != nil)
  }

  init(model: ObjectModel, schema: StoreSchema, entity: EntityID, seed: StoreSeed) {
    firstUnique = entity.index * seed.rowsPerEntity
    self.model = model
    self.entity = entity
    let stored = model.attributes(of: entity).filter { SeedValues.isStored($0, model, schema) }
    attributes = stored
    unique = Set(
      model.lineage(of: entity).flatMap { model[$0].uniquenessConstraints }.flatMap { $0 })
    var bounds: [AttributeID: AttributeBounds] = [:]
    for id in stored { bounds[id] = AttributeBounds(model[id]) }
    self.bounds = bounds
    random = SeedRandom(seed.number, model[entity].name)
  }

  /// The values of a row; `nil` if no allowed value is found for a required attribute.
  mutating func row(_ row: Int) -> [AttributeID: JSONText]? {
    let kinds: [Kind] = [.ordinary, .empty, .least, .greatest, .odd]
    let kind = row < kinds.count ? kinds[row] : .random
    var result: [AttributeID: JSONText] = [:]
    for id in attributes {
      let attribute = model[id]
      let isUnique = unique.contains(attribute.name)
      if attribute.isOptional, kind == .empty || kind == .random && random.chance(25) { continue }
      if let value = value(attribute, kind, row, isUnique, bounds[id], depth: 0) {
        result[id] = value
      } else if !attribute.isOptional {
        missing = attribute.name
        return nil
      }
    }
    return result
  }

  private mutating func value(
    _ attribute: Attribute, _ kind: Kind, _ row: Int, _ isUnique: Bool, _ bounds: AttributeBounds?,
    depth: Int
  ) -> JSONText? {
    if case .composite(let id) = attribute.type {
      return composite(id, kind, row, depth)
    }
    if attribute.type == .transformable {
      return SeedArchive.bytes(attribute, row).map { .string(Data($0).base64EncodedString()) }
    }
    let candidates = self.candidates(attribute, kind, row, isUnique)
    return candidates.first { bounds?.brokenRule(by: $0) == nil }.map(Self.json)
  }

  private mutating func composite(
    _ id: CompositeID, _ kind: Kind, _ row: Int, _ depth: Int
  ) -> JSONText? {
    // A checked model has no cycles. The limit is for a model made by code, which could recurse
    // without end.
    guard depth < 16, model.composites.indices.contains(id.index) else { return nil }
    var members: [(key: String, value: JSONText)] = []
    for element in model[id].elements {
      let made =
        element.isOptional && kind == .empty
        ? nil
        : value(element, kind, row, false, AttributeBounds(element), depth: depth + 1)
      if made == nil, !element.isOptional { return nil }
      members.append((element.name, made ?? .null))
    }
    return .object(members)
  }

  // MARK: - Candidates

  /// The value for this kind of row, then others in case the model's rules refuse it.
  private mutating func candidates(
    _ attribute: Attribute, _ kind: Kind, _ row: Int, _ isUnique: Bool
  ) -> [AttributeValue] {
    let kind = isUnique ? .ordinary : kind
    let row = isUnique ? firstUnique + row : row
    switch attribute.type {
    case .integer16: return integers(attribute, Int64(Int16.min), Int64(Int16.max), kind, row)
    case .integer32: return integers(attribute, Int64(Int32.min), Int64(Int32.max), kind, row)
    case .integer64: return integers(attribute, .min, .max, kind, row)
    case .double: return doubles(attribute, 1e300, kind, row).map { .double($0) }
    case .float:
      return doubles(attribute, 3e38, kind, row).map { .double(Double(Float($0))) }
    case .date: return dates(attribute, kind, row)
    case .decimal: return decimals(attribute, kind, row)
    case .string:
      return SeedText.candidates(attribute, isUnique ? nil : textForm(kind), row, &random)
    case .boolean: return [.boolean(row % 2 == 1)]
    case .uuid: return [.uuid(random.uuid())]
    case .uri: return [.uri("https://example.org/\(model[entity].name.lowercased())/\(row)?q=%20")]
    case .binary: return [.binary(bytes(kind, row))]
    case .undefined, .transformable, .objectID, .composite: return []
    }
  }

  private func textForm(_ kind: Kind) -> SeedText.Form {
    switch kind {
    case .ordinary, .empty: .ordinary
    case .least: .shortest
    case .greatest: .longest
    case .odd: .odd
    case .random: .random
    }
  }

  private mutating func integers(
    _ attribute: Attribute, _ low: Int64, _ high: Int64, _ kind: Kind, _ row: Int
  ) -> [AttributeValue] {
    let least = max(
      low, bound(attribute.minimum).map { Int64(clamping: Int($0.rounded(.up))) } ?? low)
    let greatest = min(
      high, bound(attribute.maximum).map { Int64(clamping: Int($0.rounded(.down))) } ?? high)
    // Count up from 1, or from the least value if the attribute's bounds forbid that number.
    let counted =
      least > 0 || greatest < Int64(row) + 1
      ? least.addingReportingOverflow(Int64(row)).partialValue : Int64(row) + 1
    let wanted: Int64 =
      switch kind {
      case .ordinary, .empty: counted
      case .least: least
      case .greatest: greatest
      case .odd: 0
      case .random: Int64(random.below(200)) - 100
      }
    return [wanted, counted, least, greatest].map { .integer($0) }
  }

  private mutating func doubles(
    _ attribute: Attribute, _ greatest: Double, _ kind: Kind, _ row: Int
  ) -> [Double] {
    let low = bound(attribute.minimum)
    let high = bound(attribute.maximum)
    let counted = (low ?? 0) + Double(row) + 0.5
    let wanted: Double =
      switch kind {
      case .ordinary, .empty: counted
      case .least: low ?? -greatest
      case .greatest: high ?? greatest
      case .odd: 1e-9
      case .random: Double(random.below(4000)) / 4 - 500
      }
    return [wanted, counted, low ?? 0, high ?? 0, ((low ?? 0) + (high ?? 0)) / 2]
  }

  private mutating func decimals(
    _ attribute: Attribute, _ kind: Kind, _ row: Int
  ) -> [AttributeValue] {
    // Use at most fifteen digits, which a REAL holds without rounding.
    let numbers: [Double]
    switch kind {
    case .least where attribute.minimum == nil: numbers = [-99_999_999_999.25]
    case .greatest where attribute.maximum == nil: numbers = [99_999_999_999.25]
    case .odd: numbers = [0]
    case .ordinary, .empty, .least, .greatest, .random:
      numbers = doubles(attribute, 99_999_999_999.25, kind, row)
    }
    return (numbers + doubles(attribute, 1000, .ordinary, row)).compactMap {
      Decimal(string: "\($0)").map { .decimal($0) }
    }
  }

  /// Dates in whole milliseconds, in years that calendars support.
  private mutating func dates(
    _ attribute: Attribute, _ kind: Kind, _ row: Int
  ) -> [AttributeValue] {
    let low = bound(attribute.minimum)
    let high = bound(attribute.maximum)
    let counted = (low ?? 700_000_000) + Double(row) * 86_400.125
    let wanted: Double =
      switch kind {
      case .ordinary, .empty: counted
      case .least: low ?? -978_307_200
      case .greatest: high ?? 3_124_224_000
      case .odd: 0
      case .random: Double(random.below(800_000_000_000)) / 1000
      }
    return [wanted, counted, low ?? 0, high ?? 0].map { .date($0) }
  }

  private mutating func bytes(_ kind: Kind, _ row: Int) -> [UInt8] {
    switch kind {
    case .ordinary, .empty: Array("bytes \(row)".utf8)
    case .least: []
    case .greatest: (0..<4096).map { UInt8(truncatingIfNeeded: $0) }
    case .odd: [0]
    case .random: (0..<(1 + random.below(32))).map { _ in UInt8(random.below(256)) }
    }
  }

  /// A bound as a number, limited so that calculations here cannot overflow.
  private func bound(_ value: AttributeValue?) -> Double? {
    let number: Double? =
      switch value {
      case .integer(let number): Double(number)
      case .double(let number), .date(let number): number
      case .decimal(let number): Double("\(number)")
      case .string, .boolean, .binary, .uuid, .uri, nil: nil
      }
    return number.flatMap { abs($0) < 9e18 ? $0 : nil }
  }

  private static func json(_ value: AttributeValue) -> JSONText {
    switch value {
    case .integer(let number): .integer(Int(number))
    case .double(let number), .date(let number): .number(number)
    case .decimal(let number): .string("\(number)")
    case .string(let text), .uri(let text): .string(text)
    case .boolean(let flag): .bool(flag)
    case .uuid(let uuid): .string(uuid.uuidString)
    case .binary(let bytes): .string(Data(bytes).base64EncodedString())
    }
  }
}

/// Makes keyed archives of plain objects, which transformable attributes contain.
private enum SeedArchive {
  /// The archive; `nil` if the attribute is optional and needs a class of the app itself.
  static func bytes(_ attribute: Attribute, _ row: Int) -> [UInt8]? {
    let name = attribute.valueClass ?? ""
    if name.contains("Dictionary") || name.hasPrefix("[") && name.contains(":") {
      return archive(["NSDictionary"], ["NS.keys": .array([]), "NS.objects": .array([])])
    }
    if name.contains("Array") || name.hasPrefix("[") {
      return archive(["NSArray"], ["NS.objects": .array([])])
    }
    if name.isEmpty || name.contains("String") || !attribute.isOptional {
      return archive(.string("seed \(row)"))
    }
    return nil
  }

  private static func archive(_ classes: [String], _ members: [String: PropertyList]) -> [UInt8] {
    let names = (classes + ["NSObject"]).map { PropertyList.string($0) }
    let kind = PropertyList.dictionary([
      "$classname": names[0], "$classes": .array(names),
    ])
    return archive(
      .dictionary(members.merging(["$class": .uid(2)]) { first, _ in first }), kind)
  }

  /// Makes an archive in the format documented in swift-corelibs-foundation's NSKeyedArchiver (open
  /// source).
  private static func archive(_ objects: PropertyList...) -> [UInt8] {
    BinaryPropertyListWriter.write(
      .dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
        "$top": .dictionary(["root": .uid(1)]),
        "$objects": .array([.string("$null")] + objects),
      ]))
  }
}
