package import MomentumDiagnostics
package import MomentumModel
package import MomentumPredicate

extension PropertyRename {
  /// The edits of the model: the declaration with its renaming identifier, and every place of the
  /// model that names the property.
  package func modelEdits(in syntax: ModelSyntax) -> [Diagnostic.FixIt] {
    PropertyModelEdits(rename: self, syntax: syntax).all()
  }

  /// The places in a predicate or an expression that name the property.
  package func uses(
    in source: SourceFile, of owner: EntityID, isExpression: Bool = false
  ) -> [KeyUse] {
    var ignored = Diagnostics()
    let all: [KeyUse]
    if isExpression {
      all =
        PredicateParser.parseExpression(source, isChecked: true, &ignored)
        .map { KeyUses.find(in: $0, of: owner, model: model) } ?? []
    } else {
      all =
        PredicateParser.parse(source, isChecked: true, &ignored)
        .map { KeyUses.find(in: $0, of: owner, model: model) } ?? []
    }
    return all.filter(isRenamed)
  }

  /// The new name as a format writes it: with a `#` if it would be a word of the language, or if the
  /// old name had one.
  package func replacement(for use: KeyUse, in source: SourceFile) -> String {
    let isMarked = source.text(in: use.range).hasPrefix("#")
    return isMarked ? "#" + newName : PredicatePrinter.escaped(newName)
  }
}

private struct PropertyModelEdits {
  let rename: PropertyRename
  let syntax: ModelSyntax

  private var model: ObjectModel { rename.model }
  private var name: String { rename.name }
  private var newName: String { rename.newName }

  func all() -> [Diagnostic.FixIt] {
    declarationEdits() + inverseEdits() + listEdits() + textEdits()
  }

  private func edit(_ range: SourceRange, _ text: String) -> Diagnostic.FixIt {
    Diagnostic.FixIt("rename", replace: syntax.location(range), with: text)
  }

  // MARK: - Declaration

  private func declarationEdits() -> [Diagnostic.FixIt] {
    guard let element = declaration, let written = element[.name] else { return [] }
    var edits = [edit(written.valueRange, newName)]
    // The identifier tells a migration which column of the old store has the values.
    if element[.elementID] == nil, element[.renamingIdentifier] == nil,
      element.kind != .fetchedProperty
    {
      let end = written.valueRange.end + 1
      edits.append(edit(SourceRange(end, end), " elementID=\"\(name)\""))
    }
    return edits
  }

  private var declaration: SyntaxElement? {
    let node = syntax.entities[rename.entity.index]
    return [node.attributes, node.relationships, node.fetchedProperties].lazy
      .flatMap { $0 }.first { $0[.name]?.value == name }
  }

  private func inverseEdits() -> [Diagnostic.FixIt] {
    let owner = model[rename.entity].name
    return syntax.entities.flatMap { $0.relationships.map { $0 } }.compactMap { element in
      guard element[.inverseName]?.value == name,
        (element[.inverseEntity] ?? element[.destinationEntity])?.value == owner,
        let written = element[.inverseName]
      else { return nil }
      return edit(written.valueRange, newName)
    }
  }

  /// The edits of constraints and indexes of the entity and its sub-entities.
  private func listEdits() -> [Diagnostic.FixIt] {
    model.entityIDs.filter { rename.isRenamed(lookedUpIn: $0) }.flatMap { id in
      syntax.entities[id.index].element.children.flatMap { listEdits(in: $0) }
    }
  }

  private func listEdits(in element: SyntaxElement) -> [Diagnostic.FixIt] {
    var edits = element.children.flatMap { listEdits(in: $0) }
    let written: SyntaxAttribute? =
      switch element.kind {
      case .constraint, .index: element[.value]
      case .fetchIndexElement: element[.property]
      default: nil
      }
    if let written, written.value == name { edits.append(edit(written.valueRange, newName)) }
    return edits
  }

  // MARK: - Texts

  /// The edits of predicates and expressions in stored requests, fetched properties, indexes and
  /// derivations.
  private func textEdits() -> [Diagnostic.FixIt] {
    syntax.embeddedTexts.flatMap { embedded -> [Diagnostic.FixIt] in
      guard let owner = model.entity(named: embedded.entityName) else { return [] }
      let source = SourceFile(path: embedded.text.file.path, text: embedded.text.text)
      return rename.uses(in: source, of: owner, isExpression: isExpression(embedded.owner)).map {
        use in
        Diagnostic.FixIt(
          "rename", replace: embedded.text.location(of: use.range),
          with: rename.replacement(for: use, in: source))
      }
    }
  }

  private func isExpression(_ owner: ModelEmbeddedText.Owner) -> Bool {
    switch owner {
    case .fetchIndexElement, .derivation: true
    case .fetchRequest, .fetchedProperty, .fetchIndex: false
    }
  }
}
