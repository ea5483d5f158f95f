import MomentumDiagnostics
import MomentumSwiftSource

/// Reads `SchemaMigrationPlan`s.
struct MigrationPlanReader {
  let sources: SwiftDataSources

  func plans() -> [SwiftMigrationPlan] {
    sources.types.filter { type in
      type.inheritedTypes.contains { $0.name?.split(separator: ".").last == "SchemaMigrationPlan" }
    }.map { plan($0) }
  }

  private func plan(_ type: SwiftDataSources.TypeRecord) -> SwiftMigrationPlan {
    var plan = SwiftMigrationPlan(
      name: type.name, schemas: [], stages: [], location: sources.location(type))
    for (file, member) in sources.members(of: type) where member.kind == .variable {
      guard let value = StoredValue.expression(of: member, in: sources.tokens(file)) else {
        continue
      }
      if member.name == "schemas" {
        plan.schemas = ModelList(sources: sources).names(value, file: file, scope: type.path).map {
          ($0.path.last ?? "", $0.location)
        }
      } else if member.name == "stages", case .array(let items) = value.unparenthesized.kind {
        plan.stages = items.compactMap { stage($0, of: type, file: file) }
      }
    }
    return plan
  }

  /// A stage that is written in the list, or the static variable that the list names.
  private func stage(
    _ expression: SwiftExpression, of type: SwiftDataSources.TypeRecord, file: Int
  ) -> SwiftMigrationPlan.Stage? {
    if case .call(let callee, let arguments) = expression.unparenthesized.kind {
      return stage(callee, arguments, sources.location(file, expression.tokens))
    }
    guard let name = expression.path?.last else { return nil }
    for (file, member) in sources.members(of: type)
    where member.kind == .variable && member.name == name {
      let value = StoredValue.expression(of: member, in: sources.tokens(file))
      guard case .call(let callee, let arguments)? = value?.unparenthesized.kind else { continue }
      return stage(callee, arguments, sources.location(file, member))
    }
    return nil
  }

  private func stage(
    _ callee: SwiftExpression, _ arguments: [SwiftExpression.Argument], _ location: SourceLocation
  ) -> SwiftMigrationPlan.Stage? {
    guard let word = callee.path?.last, let kind = SwiftMigrationPlan.Stage.Kind(rawValue: word)
    else { return nil }
    func version(_ label: String) -> String? {
      guard let value = arguments.first(where: { $0.label == label })?.value,
        case .member(let base?, "self") = value.unparenthesized.kind
      else { return nil }
      return base.path?.last
    }
    func isGiven(_ label: String) -> Bool {
      arguments.contains { argument in
        if argument.label != label { return false }
        if case .nilLiteral = argument.value.kind { return false }
        return true
      }
    }
    var stage = SwiftMigrationPlan.Stage(
      kind: kind, from: version("fromVersion"), to: version("toVersion"), location: location)
    stage.hasWillMigrate = isGiven("willMigrate")
    stage.hasDidMigrate = isGiven("didMigrate")
    return stage
  }
}
