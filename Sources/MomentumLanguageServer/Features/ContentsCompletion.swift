import MomentumCompiler
import MomentumDiagnostics
import MomentumModel

/// Proposes elements, attributes and values in a `contents` file.
struct ContentsCompletion {
  /// The last readable state of the model: while somebody types, the text is often not well-formed.
  let model: ObjectModel
  let bytes: [UInt8]

  func list(at offset: Int) -> CompletionList? {
    guard let context = XMLContext(bytes, at: offset) else { return nil }
    let around = EnclosingTag.all(bytes, before: context.tagStart)
    switch context.position {
    case .elementName:
      let kind = around.first.flatMap { ModelElementKind(rawValue: $0.element) }
      let children = kind.map { ModelGrammar.row(of: $0).children } ?? [.model]
      return list(children.map { CompletionItem($0.rawValue, .keyword) }, context)
    case .attributeName:
      guard let kind = ModelElementKind(rawValue: context.element) else { return nil }
      let present = Set(context.attributes.map(\.name)).subtracting([context.prefix])
      let names = ModelGrammar.row(of: kind).attributeNames.filter {
        !present.contains($0) && !ContentsCompletion.ownNames.contains($0)
      }
      return list(names.map { CompletionItem($0, .property) }, context)
    case .attributeValue(let name):
      return value(of: name, context, around.first { $0.element == "entity" }?.attributes["name"])
    }
  }

  /// Attributes that Momentum writes for itself and nobody types.
  private static let ownNames: Set<String> = [
    "hasComputedDefault", "hasUnknownHash", "isSwiftData", "listsAllIndexes", "unknownForm",
  ]

  private func list(_ items: [CompletionItem], _ context: XMLContext) -> CompletionList {
    CompletionList(items, prefix: context.prefix, replaced: context.prefixRange)
  }

  // MARK: - Values

  private func value(
    of name: String, _ context: XMLContext, _ owner: String?
  ) -> CompletionList? {
    switch (context.element, name) {
    case (_, "parentEntity"), (_, "destinationEntity"), (_, "inverseEntity"),
      ("fetchRequest", "entity"), ("memberEntity", "name"), ("element", "name"):
      return list(entities, context)
    case (_, "inverseName"):
      return list(
        relationships(of: context["inverseEntity"] ?? context["destinationEntity"]), context)
    case ("constraint", "value"), ("index", "value"), ("fetchIndexElement", "property"):
      return list(properties(of: owner), context)
    case ("fetchRequest", "predicateString"):
      return predicate(context, entity: context["entity"])
    case (_, "expression"), (_, "derivationExpression"), (_, "partialIndexPredicate"):
      return predicate(context, entity: owner)
    case (_, "composite"):
      return list(model.composites.map { CompletionItem($0.name, .entity) }, context)
    default:
      return ContentsCompletion.choices[name].map { choices in
        list(choices.map { CompletionItem($0, .enumeration) }, context)
      }
    }
  }

  private func predicate(_ context: XMLContext, entity name: String?) -> CompletionList {
    let completion = PredicateCompletion(
      model: model, entity: name.flatMap { model.entity(named: $0) })
    let (items, prefix) = completion.items(after: context.prefix)
    let end = context.prefixRange.end
    return CompletionList(
      items, prefix: prefix, replaced: SourceRange(end - prefix.utf8.count, end))
  }

  private var entities: [CompletionItem] {
    model.entities.map { entity in
      CompletionItem(
        entity.name, .entity, entity.parent.map { "of \(model[$0].name)" })
    }
  }

  private func relationships(of name: String?) -> [CompletionItem] {
    guard let entity = name.flatMap({ model.entity(named: $0) }) else { return [] }
    return model.relationships(of: entity).map { id in
      CompletionItem(model[id].name, .reference, "to \(model[model[id].destination].name)")
    }
  }

  private func properties(of name: String?) -> [CompletionItem] {
    let completion = PredicateCompletion(
      model: model, entity: name.flatMap { model.entity(named: $0) }, isKeyOnly: true)
    return completion.items(after: "").items
  }

  private static let flags: [ModelAttributeName] = [
    .optional, .transient, .indexed, .syncable, .isAbstract, .usesScalarValueType, .derived,
    .allowsExternalBinaryDataStorage, .preserveAfterDeletion, .allowsCloudEncryption, .toMany,
    .ordered, .spotlightIndexingEnabled, .storedInTruthFile, .usedWithCloudKit,
    .usedWithSwiftData, .includeSubentities, .includePropertyValues, .includesPendingChanges,
    .returnObjectsAsFaults, .returnDistinctResults,
  ]

  /// The values of the attributes that have a few.
  private static let choices: [String: [String]] = {
    var result: [String: [String]] = [:]
    for flag in flags { result[flag.rawValue] = ["YES", "NO"] }
    result["attributeType"] = AttributeType.xmlNames
    result["deletionRule"] = ["Nullify", "Cascade", "Deny", "No Action"]
    result["codeGenerationType"] = ["class", "category"]
    result["order"] = ["ascending", "descending"]
    result["expressionType"] = ["String"]
    result["type"] = ["Binary", "RTree"]
    return result
  }()
}
