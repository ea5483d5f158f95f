import MomentumDiagnostics
import MomentumSwiftSource

/// Reads the types that conform to `SchemaMigrationPlan`.
struct MigrationPlanReader {
  let sources: SwiftDataSources

  func plans() -> [SwiftMigrationPlan] {
    sources.types.filter { type in
      type.inheritedTypes.contains { $0.name?.split(separator: ".").last == "SchemaMigrationPlan" }
    }.map { plan($0) }
  }

  private func plan(_ type: SwiftDataSources.TypeRecord) -> SwiftMigrationPlan {
    let schemas = ModelList(sources: sources).names(member: "schemas", of: type)
    var plan = SwiftMigrationPlan(
      name: type.name, schemas: schemas.names.map { (name(of: $0), $0.location) }, stages: [],
      unreadSchemas: schemas.unread, location: sources.location(type))
    let stages = ListReader(sources: sources).read(member: "stages", of: type)
    plan.unreadStages = stages.unread
    for item in stages.items {
      switch stage(item) {
      case .stage(let stage):
        plan.stages.append(stage)
        if stage.from == nil || stage.to == nil {
          plan.unreadStages.append(UnreadList(reason: .version, location: stage.location))
        }
      case .unread(let unread): plan.unreadStages.append(unread)
      }
    }
    return plan
  }

  /// The name of the schema that a name leads to; for a typealias, the name of its target.
  private func name(of name: ModelList.Name) -> String {
    sources.type(name.path, from: name.scope, file: name.file).map { sources.types[$0].name }
      ?? name.path.last ?? ""
  }

  // MARK: - Stages

  private enum Read {
    case stage(SwiftMigrationPlan.Stage)
    case unread(UnreadList)
  }

  /// A stage that is written in the list, or the static variable that the list names.
  private func stage(_ written: ListReader.Item) -> Read {
    let item: ListReader.Item
    switch ListReader(sources: sources).followed(written) {
    case .value(let value): item = value
    case .unread(let unread): return .unread(unread)
    }
    let expression = item.expression.unparenthesized
    let location = sources.location(item.file, expression.tokens)
    guard case .call(let callee, let arguments) = expression.kind, let word = callee.path?.last,
      let kind = SwiftMigrationPlan.Stage.Kind(rawValue: word)
    else {
      let reason = UnreadList.Reason(expression, in: sources.tokens(item.file))
      return .unread(UnreadList(reason: reason, location: location))
    }
    var stage = SwiftMigrationPlan.Stage(
      kind: kind, from: version("fromVersion", arguments, item),
      to: version("toVersion", arguments, item), location: location)
    stage.hasWillMigrate = isGiven("willMigrate", arguments)
    stage.hasDidMigrate = isGiven("didMigrate", arguments)
    return .stage(stage)
  }

  private func version(
    _ label: String, _ arguments: [SwiftExpression.Argument], _ item: ListReader.Item
  ) -> String? {
    guard let value = arguments.first(where: { $0.label == label })?.value else { return nil }
    let place = ListReader.Item(expression: value, file: item.file, scope: item.scope)
    return ModelList(sources: sources).name(place).map { name(of: $0) }
  }

  private func isGiven(_ label: String, _ arguments: [SwiftExpression.Argument]) -> Bool {
    arguments.contains { argument in
      if argument.label != label { return false }
      if case .nilLiteral = argument.value.kind { return false }
      return true
    }
  }
}
