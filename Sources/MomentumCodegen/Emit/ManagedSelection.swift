import MomentumModel

/// The entities that get code, by their codegen setting and configuration.
///
/// Documented: <https://developer.apple.com/documentation/coredata/generating-code>: Class
/// Definition writes both files in a build, Category/Extension the properties, Manual/None no file.
/// Assumed: the menu command leaves out the class file of a Category/Extension entity, whose class
/// the app has.
struct ManagedSelection {
  private let model: ObjectModel
  private let selection: CodegenOptions.Selection
  /// The entities of the chosen configuration; `nil` for all entities.
  private let members: Set<EntityID>?

  init(_ model: ObjectModel, _ options: CodegenOptions) {
    self.model = model
    selection = options.selection
    members = options.configuration.map { name in
      Set(model.configurations.filter { $0.name == name }.flatMap(\.members))
    }
  }

  func writesClass(of entity: EntityID) -> Bool {
    writesProperties(of: entity) && model[entity].codeGeneration != .category
  }

  func writesProperties(of entity: EntityID) -> Bool {
    isMember(entity) && isSelected(model[entity].codeGeneration)
  }

  func isMember(_ entity: EntityID) -> Bool { members?.contains(entity) ?? true }

  private func isSelected(_ setting: Entity.CodeGeneration) -> Bool {
    switch (selection, setting) {
    case (.menu, .manual), (.menu, .classDefinition), (.menu, .category): true
    case (.build, .classDefinition), (.build, .category): true
    case (.build, .manual): false
    case (.manual, .manual): true
    case (.manual, .classDefinition), (.manual, .category): false
    }
  }
}

/// Phrases that tell a user which parts of the model get no Core Data code.
struct ManagedOmissions {
  let model: ObjectModel
  let options: CodegenOptions

  /// One phrase for each kind of omitted part that the model has.
  var texts: [String] { [outsiders, settings, fetchedProperties, requests].compactMap { $0 } }

  private var selection: ManagedSelection { ManagedSelection(model, options) }

  private var classed: [EntityID] {
    model.entityIDs.filter { ManagedClasses.className(of: model[$0]) != nil }
  }

  private var outsiders: String? {
    let others = classed.filter { !selection.isMember($0) }.map { model[$0].name }
    guard let name = options.configuration, !others.isEmpty else { return nil }
    return "\(left(others, "entity", "entities")), not in the configuration '\(name)'"
  }

  private var settings: String? {
    let others = classed.filter { selection.isMember($0) && !selection.writesProperties(of: $0) }
      .map { model[$0].name }
    guard !others.isEmpty else { return nil }
    let text = left(others, "entity", "entities")
    return switch options.selection {
    case .build: "\(text), set to codegen Manual/None; '--codegen menu' writes all"
    case .manual: "\(text), which Xcode generates; '--codegen menu' writes all"
    case .menu: text
    }
  }

  private var fetchedProperties: String? {
    guard !options.hasFetchedProperties else { return nil }
    let names = classed.filter { selection.writesProperties(of: $0) }.flatMap { id in
      model[id].fetchedProperties.map { "\(model[id].name).\($0.name)" }
    }
    guard !names.isEmpty else { return nil }
    let text = left(names, "fetched property", "fetched properties")
    return "\(text), as Xcode leaves them out; '--fetched-properties' writes them"
  }

  private var requests: String? {
    let names = model.fetchRequests.map(\.name)
    guard !options.hasRequestFunctions, !names.isEmpty else { return nil }
    let text = left(names, "stored fetch request", "stored fetch requests")
    return "\(text), as Xcode leaves them out; '--style swift-format' writes a function for each"
  }

  private static let namesMax = 8

  /// A phrase that names what is left out: `2 entities are left out ('Article', 'Tag')`.
  private func left(_ names: [String], _ one: String, _ several: String) -> String {
    var shown = names.prefix(Self.namesMax).map { "'\($0)'" }
    if names.count > Self.namesMax { shown.append("…") }
    let list = shown.joined(separator: ", ")
    return names.count == 1
      ? "1 \(one) is left out (\(list))" : "\(names.count) \(several) are left out (\(list))"
  }
}
