import MomentumObjects

/// The classes of managed objects, by the names that models have.
///
/// Linux cannot find a class by its bare name. A class is known when the program has used or
/// registered it; the others are looked for in modules of known classes, then among the classes that
/// the images of the process declare (CL-7).
final class ManagedObjectClasses: Sendable {
  static let shared = ManagedObjectClasses()

  private struct State {
    var types: [String: NSManagedObject.Type] = [:]
    /// The modules of known classes, the program's own first.
    var modules: [String] = [ProcessInfo.processInfo.processName.replacing("-", with: "_")]
    /// The names that no class has. The images are not searched for them again.
    var missing: Set<String> = []
  }

  private let state = Locked(State())

  /// Notes a class by its full name, its bare name and its Objective-C name.
  func register(_ type: NSManagedObject.Type) {
    guard type != NSManagedObject.self else { return }
    let name = String(reflecting: type)
    guard state.withLock({ $0.types[name] == nil }) else { return }
    let (bare, objectiveCName) = (Self.bare(name), type.objectiveCName)
    state.withLock { state in
      state.types[name] = type
      for name in [objectiveCName, bare] where state.types[name] == nil {
        state.types[name] = type
      }
      state.missing = []
      if name.count > bare.count {
        let module = String(name.prefix { $0 != "." })
        if !state.modules.contains(module) { state.modules.append(module) }
      }
    }
  }

  static func bare(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }

  /// The class of an entity; `NSManagedObject` if it has none or the class is not known.
  func type(of entity: NSEntityDescription) -> NSManagedObject.Type {
    var next: NSEntityDescription? = entity
    while let entity = next {
      if let name = entity.managedObjectClassName, name != "NSManagedObject", !name.isEmpty,
        let found = type(named: name)
      {
        return found
      }
      next = entity.superentity
    }
    return NSManagedObject.self
  }

  /// The class of a managed object, by its name with or without its module.
  func type(named written: String) -> NSManagedObject.Type? {
    let name = written.hasPrefix(".") ? String(written.dropFirst()) : written
    let (known, modules, isMissing) = state.withLock {
      ($0.types[name], $0.modules, $0.missing.contains(name))
    }
    if let known { return known }
    let bare = Self.bare(name)
    if !isMissing {
      let names = (name.contains(".") ? [name] : []) + modules.map { "\($0).\(bare)" }
      if let found = names.lazy.compactMap(Self.type(fullName:)).first { return note(found) }
      let declared = ClassesOfImages.names()
      let suffix = "." + bare
      let sameName = declared.lazy.filter { $0.hasSuffix(suffix) }.compactMap(Self.type(fullName:))
      if let found = sameName.first { return note(found) }
      // The class may have an Objective-C name that is not its Swift name.
      for type in declared.compactMap(Self.type(fullName:)) { register(type) }
    }
    return state.withLock { state in
      if let found = state.types[name] ?? state.types[bare] { return found }
      state.missing.insert(name)
      return nil
    }
  }

  private func note(_ type: NSManagedObject.Type) -> NSManagedObject.Type {
    register(type)
    return type
  }

  private static func type(fullName: String) -> NSManagedObject.Type? {
    NSClassFromString(fullName) as? NSManagedObject.Type
  }

  /// A class that is no managed object, by its name with or without its module.
  func anyClass(named name: String) -> AnyClass? {
    let modules = state.withLock { $0.modules } + ModelFiles.targets
    let names = (name.contains(".") ? [name] : []) + modules.map { "\($0).\(Self.bare(name))" }
    return names.lazy.compactMap { NSClassFromString($0) }.first
  }

  /// The managed object of a core.
  func object(of core: ManagedObject) -> NSManagedObject {
    guard let core = core as? ObjectCore else {
      CoreDataException.raise(
        "NSInternalInconsistencyException", "\(core.objectID.uri) is an object of another library.")
    }
    if let face = core.face { return face }
    let known = (core.context as? ContextCore)?.face?.entity(of: core)
    guard let entity = known ?? ModelRegistry.shared.entity(of: core) else {
      CoreDataException.raise(
        "NSObjectInaccessibleException",
        "the context of '\(core.objectID.uri)' does not exist any more.")
    }
    let type = type(of: entity)
    ObjectBirth.core = core
    let object = type.init(entity: entity, insertInto: nil)
    if !core.isFault, !core.isInserted { object.awakeFromFetch() }
    return object
  }
}

extension NSManagedObject {
  /// Makes a class known by its name before objects of it are read.
  ///
  /// Only a class that is not at the top level of its module needs this: the others are found by
  /// their names.
  public static func registerClass() { ManagedObjectClasses.shared.register(self) }

  /// A class by its name, with or without its module. `momentum adapt` writes this for
  /// `NSClassFromString(_:)`, which on Linux knows a class only by its name with the module.
  public static func anyClass(fromString name: String) -> AnyClass? {
    let classes = ManagedObjectClasses.shared
    return NSClassFromString(name) ?? classes.type(named: name) ?? classes.anyClass(named: name)
  }
}
