import MomentumModel

// Reports parts of an entity or model that a class or schema cannot have.

extension SwiftDataPlan {
  mutating func reportEntity(_ id: EntityID) {
    let entity = model[id]
    let place = SwiftDataPlace.entity(id)
    if names[id].text != entity.name { report(.className, place, names[id].text) }
    if SwiftDataNames.libraryNames.contains(names[id].text) { report(.nameClash, place) }
    if let name = entity.className, SwiftDataPlan.bareName(name) != entity.name {
      report(.representedClass, place, name)
    }
    if entity.isAbstract { report(.abstractEntity, place) }
    if let parent = entity.parent { report(.inheritance, place, model[parent].name) }
    if entity.versionHashModifier != nil { report(.entityHashModifier, place) }
    if let former = entity.renamingIdentifier, former != entity.name {
      report(.renamedEntity, place, former)
    }
    let info = entity.userInfo.filter { $0.key != "NSPersistentHistoryTombstoneAttributes" }
    if !info.isEmpty { report(.userInfo, place, SwiftDataPlan.keys(of: info)) }
    if !entity.isSyncable { report(.cloudKit, place) }
  }

  mutating func reportModel() {
    for (index, configuration) in model.configurations.enumerated() {
      let members = configuration.members.map { model[$0].name }.sorted()
      report(.configuration, .configuration(index), members.joined(separator: ", "))
    }
    for (index, request) in model.fetchRequests.enumerated() {
      report(.storedRequest, .fetchRequest(index), request.predicateFormat)
    }
  }

  /// A class's name without its module: `Cafe` for `.Cafe` and `CafeApp.Cafe`.
  private static func bareName(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}
