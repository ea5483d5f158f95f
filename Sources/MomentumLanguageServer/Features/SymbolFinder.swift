import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumScan

/// Finds what the text at a place of a file names.
package struct SymbolFinder: Sendable {
  let analysis: Analysis
  /// The file with the text of the editor.
  let file: SourceFile
  let offset: Int

  package init(_ analysis: Analysis, _ file: SourceFile, at offset: Int) {
    self.analysis = analysis
    self.file = file
    self.offset = offset
  }

  /// The symbol at the place; `nil` for anything else.
  package func find() -> FoundSymbol? {
    switch FileKind(path: file.path) {
    case .contents: return inContents()
    case .mapping: return inMapping()
    case .source: return inModelClass() ?? inSource()
    case .settings, .other: return nil
    }
  }

  private func covers(_ range: SourceRange) -> Bool {
    range.start <= offset && offset <= range.end
  }

  func covers(_ location: SourceLocation) -> Bool {
    location.file.path == file.path && covers(location.range)
  }

  // MARK: - Models

  private func inContents() -> FoundSymbol? {
    guard let checked = analysis.checkedModel(of: file),
      let model = analysis.model(containing: file.path)
    else { return nil }
    func found(_ symbol: ModelSymbol?, _ range: SourceRange) -> FoundSymbol? {
      symbol.map { FoundSymbol(symbol: $0, model: checked, modelPath: model.path, range: range) }
    }
    var owner: SyntaxElement?
    var element = checked.syntax.root
    while let child = element.children.first(where: { covers($0.range) }) {
      if child.kind == .entity { owner = child }
      element = child
    }
    guard let attribute = element.attributes.first(where: { covers($0.valueRange) }) else {
      return nil
    }
    if let text = checked.embeddedText(at: attribute, in: element) {
      return textSymbol(text, checked).flatMap { found($0.0, $0.1) }
    }
    return found(checked.symbol(of: attribute, in: element, owner), attribute.valueRange)
  }

  /// The symbol that a name in a predicate or expression of a model means.
  private func textSymbol(
    _ text: ModelEmbeddedText, _ checked: CheckedModel
  ) -> (ModelSymbol, SourceRange)? {
    guard let entity = checked.model.entity(named: text.entityName) else { return nil }
    let uses = FormatUses.find(
      text.text.text, of: entity, in: checked.model, isExpression: text.isExpression)
    for use in uses {
      let place = text.text.location(of: use.range)
      if covers(place), let symbol = checked.symbol(of: use.name, in: use.entity) {
        return (symbol, place.range)
      }
    }
    return nil
  }

  // MARK: - Mapping models

  private func inMapping() -> FoundSymbol? {
    guard let word = MappingWord(file, at: offset),
      let mapping = analysis.mapping(containing: file.path)?.syntax
    else { return nil }
    let wanted =
      word.isOfSource
      ? mapping.source.path : mapping.destination.path
    for model in analysis.models {
      guard let checked = model.checked else { continue }
      let symbol: ModelSymbol?
      switch word.kind {
      case .entity: symbol = checked.model.entity(named: word.text).map { _ in .entity(word.text) }
      case .property:
        let entity = mapping.destinationEntity(ofPropertyAt: word.objectStart)
        symbol = entity.flatMap { checked.model.entity(named: $0) }
          .flatMap { checked.symbol(of: word.text, in: $0) }
      }
      guard let symbol else { continue }
      // Prefer the model that the mapping names; another version of it has the name, too.
      let isMeant = wanted.map { path in
        path.split(separator: "/").contains { model.path.hasSuffix("/" + $0) }
      }
      if isMeant == false, analysis.models.count > 1 { continue }
      return FoundSymbol(
        symbol: symbol, model: checked, modelPath: model.path, range: word.range)
    }
    return nil
  }
}

/// What the server can do with a file, by its name.
package enum FileKind: Sendable, Hashable {
  case contents
  case mapping
  case source
  case settings
  case other

  package init(path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self =
      switch name {
      case "contents": .contents
      case "xcmapping.xml": .mapping
      case CheckConfiguration.fileName: .settings
      case _ where [".swift", ".m", ".mm", ".h"].contains { name.hasSuffix($0) }: .source
      case _: .other
      }
  }
}
