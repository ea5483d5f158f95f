import MomentumDiagnostics
import MomentumSwiftSource

/// All scanned Swift files with their declarations, and the models. Names are looked up in both.
struct SwiftProject: Sendable {
  let units: [SwiftUnit]
  let index: SourceIndex
  let model: ScanModel
  /// Texts of constants that Objective-C declares and Swift can use, by the constant's name.
  let foreignConstants: [String: SourceLiteral]
  /// The classes of the sources that inherit from `NSManagedObject`.
  private let managedClasses: Set<String>
  /// The classes in `managedClasses` without an entity, whose subclasses have none either: code
  /// makes their entities.
  private let unmodelledClasses: Set<String>

  init(
    units: [SwiftUnit], index: SourceIndex, model: ScanModel,
    foreignConstants: [String: SourceLiteral] = [:]
  ) {
    self.units = units
    self.index = index
    self.model = model
    self.foreignConstants = foreignConstants
    var subclasses: [String: [String]] = [:]
    for (name, info) in index.types where info.kind == .class {
      for parent in Set(info.inherited) { subclasses[parent, default: []].append(name) }
    }
    var found: Set<String> = [FrameworkNames.managedObject]
    var open = [FrameworkNames.managedObject] + model.classNames
    while let next = open.popLast() {
      for name in subclasses[next] ?? [] where found.insert(name).inserted { open.append(name) }
    }
    managedClasses = found
    // A superclass of an entity's class may have objects of that entity.
    var modelled: Set<String> = [FrameworkNames.managedObject]
    var bases = model.classNames + model.entityNames
    while let next = bases.popLast() {
      guard modelled.insert(next).inserted else { continue }
      bases += index.types[next]?.inherited ?? []
    }
    unmodelledClasses = found.subtracting(modelled)
  }

  /// The entity of a class that the code names; `nil` if no model has one.
  func entity(ofClass name: String) -> EntityPlace? {
    if let place = model.entity(ofClass: name) { return place }
    if let foreign = index.types[name]?.foreignName { return model.entity(ofClass: foreign) }
    return nil
  }

  /// The subject of the objects of a class; `nil` for a class that is not a managed object.
  func subject(ofClass name: String) -> Subject? {
    if let place = entity(ofClass: name) {
      // If several entities have the class, this is one of them. The checks also try those of other
      // models.
      return .entity(place)
    }
    if index.names.outsideClasses.contains(name) { return .foreign }
    if unmodelledClasses.contains(name) { return .declaredInCode }
    return isManagedObject(name) ? .unknown : nil
  }

  /// Whether a class is `NSManagedObject` or inherits from it.
  func isManagedObject(_ name: String) -> Bool { managedClasses.contains(name) }

  func subject(ofEntity name: String) -> Subject {
    if let place = model.entity(named: name) { return .entity(place) }
    return index.names.modelNames.contains(name) ? .declaredInCode : .unknown
  }

  // MARK: - Types

  /// The meaning of a value of a type.
  func meaning(of type: SwiftType) -> Meaning {
    switch type {
    case .optional(let inner), .implicitlyUnwrapped(let inner), .opaque(let inner):
      return meaning(of: inner)
    case .array(let inner):
      if case .object(let subject) = meaning(of: inner) { return .objects(subject) }
      return .plain(.list)
    case .composition(let parts):
      return parts.map { meaning(of: $0) }.first { if case .object = $0 { true } else { false } }
        ?? .unknown
    case .dictionary, .tuple, .other: return .value(type)
    case .named: return named(type)
    }
  }

  private func named(_ type: SwiftType) -> Meaning {
    guard let name = type.lastName else { return .unknown }
    let last = type.genericArguments.last?.unwrapped.type
    if FrameworkNames.requests.contains(name) {
      return .request(last?.lastName.flatMap { subject(ofClass: $0) } ?? .unknown)
    }
    if FrameworkNames.results.contains(name) {
      return .objects(last?.lastName.flatMap { subject(ofClass: $0) } ?? .unknown)
    }
    if FrameworkNames.collections.contains(name), let last {
      let inner = meaning(of: last)
      if name == "Optional" { return inner }
      if case .object(let subject) = inner { return .objects(subject) }
      return .plain(.list)
    }
    if let subject = subject(ofClass: name) { return .object(subject) }
    if name == "NSEntityDescription" { return .description(.unknown) }
    if name == "NSManagedObjectModel" { return .objectModel }
    if let value = SwiftProject.values[name] { return .plain(value) }
    if index.types[name] == nil, FrameworkNames.isForeign(name) { return .foreign }
    return .value(type)
  }

  /// The kinds of values of Swift's and Foundation's types.
  static let values: [String: ArgumentValue] = [
    "Int": .integer, "Int8": .integer, "Int16": .integer, "Int32": .integer, "Int64": .integer,
    "UInt": .integer, "UInt8": .integer, "UInt16": .integer, "UInt32": .integer,
    "UInt64": .integer, "NSInteger": .integer, "Double": .real, "Float": .real, "CGFloat": .real,
    "TimeInterval": .real, "Bool": .boolean, "String": .text, "Substring": .text,
    "NSString": .text, "Date": .date, "NSDate": .date, "Data": .data, "NSData": .data,
    "UUID": .uuid, "NSUUID": .uuid, "URL": .url, "NSURL": .url, "NSNumber": .number,
    "NSDecimalNumber": .number,
  ]
}
