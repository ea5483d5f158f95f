import MomentumModel
import MomentumObjects

/// One of the two stores on which a ``BatchProgram`` runs.
struct BatchSide {
  let store: any ObjectStore
  let model: ModelPlan

  /// The saved objects: their identities, versions, and values and links as text.
  struct State {
    var ids: [String: ObjectID] = [:]
    var versions: [String: Int64] = [:]
    var lines: [String] = []
    var labels: [String: [String]] = [:]
  }

  /// A context that has read nothing.
  func context() throws -> ObjectContext {
    let coordinator = StoreCoordinator(model)
    try coordinator.add(store)
    let context = ObjectContext(coordinator)
    context.retainsRegisteredObjects = true
    return context
  }

  func state() throws -> State {
    var state = State()
    let context = try context()
    for entity in ShopModel.labels {
      for object in try context.fetch(ObjectRequest(entity)) {
        let label = object.text("label") ?? "-"
        state.ids[label] = object.objectID
        state.versions[label] = try store.row(object.objectID)?.version
        state.labels[entity, default: []].append(label)
        state.lines.append(line(object, label))
      }
      state.labels[entity]?.sort()
    }
    state.lines.sort()
    return state
  }

  private func line(_ object: ManagedObject, _ label: String) -> String {
    let plan = object.objectID.entity
    let values = plan.attributes.map { "\($0.name)=\(text(object[$0.name]))" }
    let links = plan.toOnes.map(\.name) + plan.toManys.map(\.name)
    let ends = links.map { "\($0)=\(self.ends(object[$0]))" }
    return ([label, object.entityName] + values.sorted() + ends.sorted()).joined(separator: " ")
  }

  /// The elements of a composite attribute stand in any order.
  private func text(_ value: PropertyValue) -> String {
    guard case .composite(let elements) = value else { return "\(value)" }
    return elements.map { "\($0.key): \(text($0.value))" }.sorted().joined(separator: ", ")
  }

  private func ends(_ value: PropertyValue) -> [String] {
    switch value {
    case .object(let object): [object.text("label") ?? "-"]
    case .objects(let members): members.map { $0.text("label") ?? "-" }.sorted()
    case .orderedObjects(let members): members.map { $0.text("label") ?? "-" }
    case _: []
    }
  }

  // MARK: - Running

  /// Runs a step, and returns its result as text: counts and labels, or the code of an error.
  func run(_ step: BatchProgram.Step, _ before: State) throws -> String {
    let context = try context()
    do {
      switch step {
      case .save(let objects):
        try save(objects, before, context)
        return "saved"
      case .insert(let policy, let rows):
        context.mergePolicy = policy
        return try shown(try context.executeForChanges(.insert("Item", rows)), before)
      case .update(let entity, let condition, let set, let computing, let includesSubentities):
        return try shown(
          try context.executeForChanges(
            .update(
              entity, where: ObjectPredicate(condition), set: set, computing: computing,
              includesSubentities: includesSubentities)), before)
      case .delete(let entity, let condition, let limit):
        var request = ObjectRequest(entity, where: ObjectPredicate(condition))
        if let limit { request.limit = limit }
        request.sortKeys = [ObjectSort("label", ascending: false)]
        return try shown(try context.executeForChanges(.delete(request)), before)
      case .deleteObjects(let labels):
        let ids = labels.compactMap { before.ids[$0] }
        guard let entity = ids.first?.entityName else { return "nothing" }
        let own = ids.filter { $0.entityName == entity }
        return try shown(try context.executeForChanges(.deleteObjects(own)), before)
      }
    } catch let error as ObjectError {
      let text = error.code.rawValue == 134_060 ? error.description : ""
      return "error \(error.code.rawValue) \(text)"
    }
  }

  /// The labels of the objects of a result. Those of new objects are read.
  private func shown(_ changes: MergedChanges, _ before: State) throws -> String {
    var known = Dictionary(before.ids.map { ($0.value, $0.key) }) { first, _ in first }
    for (label, id) in try state().ids { known[id] = label }
    func labels(_ ids: [ObjectID]) -> [String] { ids.map { known[$0] ?? "?" }.sorted() }
    return "inserted \(labels(changes.inserted)) updated \(labels(changes.updated)) "
      + "deleted \(labels(changes.deleted))"
  }

  private func save(
    _ objects: [BatchProgram.NewObject], _ before: State, _ context: ObjectContext
  ) throws {
    var made: [String: ManagedObject] = [:]
    for new in objects {
      let object = try context.insert(new.entity)
      object["label"] = .string(new.label)
      if object.objectID.entity.root == context.model.entity(named: "Book")?.id {
        object["shelf"] = new.shelf
        object["price"] = .double(Double(new.label.count))
      }
      made[new.label] = object
      for (key, labels) in new.links {
        let ends = labels.compactMap { label in
          made[label] ?? before.ids[label].map { context.object(with: $0) }
        }
        guard let first = ends.first else { continue }
        let isToMany = object.objectID.entity.toManys.contains { $0.name == key }
        object[key] = isToMany ? .objects(ends) : .object(first)
      }
    }
    try context.save()
  }
}
