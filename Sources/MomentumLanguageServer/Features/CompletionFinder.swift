import MomentumCompiler
package import MomentumDiagnostics
package import MomentumModel
import MomentumScan

/// Proposes what can be typed at a place.
///
/// The analysis may be of an earlier state of the texts: a completion must not wait for the next
/// one. Only the file itself is read anew.
package struct CompletionFinder: Sendable {
  let analysis: Analysis
  let file: SourceFile
  let offset: Int
  /// The last readable state of the model that the file belongs to, if it is in a model.
  let model: ObjectModel?
  let catalogue: DiagnosticCatalogue

  package init(
    _ analysis: Analysis, _ file: SourceFile, at offset: Int, lastModel model: ObjectModel?,
    _ catalogue: DiagnosticCatalogue
  ) {
    self.analysis = analysis
    self.file = file
    self.offset = offset
    self.model = model
    self.catalogue = catalogue
  }

  package func find() -> CompletionList? {
    switch FileKind(path: file.path) {
    case .contents:
      let model = model ?? ReadModel(file).checked?.model ?? ObjectModel(entities: [])
      return ContentsCompletion(model: model, bytes: file.utf8).list(at: offset)
    case .mapping: return mapping()
    case .source: return source()
    case .settings: return SettingsCompletion(file: file, catalogue: catalogue).list(at: offset)
    case .other: return nil
    }
  }

  private func mapping() -> CompletionList? {
    guard let word = MappingWord(file, at: offset) else { return nil }
    let models = analysis.models.compactMap { $0.checked?.model }
    let names: [CompletionItem] =
      switch word.kind {
      case .entity:
        Set(models.flatMap { $0.entities.map(\.name) }).sorted().map {
          CompletionItem($0, .entity)
        }
      case .property:
        Set(
          models.flatMap { model in
            model.entityIDs.flatMap { model.ownPropertyNames(of: $0) }
          }
        ).sorted().map { CompletionItem($0, .property) }
      }
    let replaced = SourceRange(word.range.start, offset)
    return CompletionList(names, prefix: file.text(in: replaced), replaced: replaced)
  }

  // MARK: - Sources

  /// Proposals in a text of a source that names something of the model.
  private func source() -> CompletionList? {
    guard let old = analysis.scan else { return nil }
    var files = old.files
    let scanned = ScannedFile(file)
    let index: Int
    if let known = analysis.sourceIndex[file.path] {
      files[known] = scanned
      index = known
    } else {
      index = files.count
      files.append(scanned)
    }
    let scan = SourceScan(files, model: old.scanModel)
    for site in scan.sites(of: index) {
      if let list = list(for: site, scan.scanModel) { return list }
    }
    return nil
  }

  private func list(for site: ScanSite, _ models: ScanModel) -> CompletionList? {
    switch site.kind {
    case .predicate(let format), .expression(let format):
      return keys(format.format, site.subject, models, isKeyOnly: false)
    case .sortKey(let key, _), .key(let key, _), .valueForKey(let key, _):
      return keys(key, site.subject, models, isKeyOnly: true)
    case .entityName(let name, _):
      return names(name, models.entityNames, .entity)
    case .template(let name, _):
      return names(name, models.templateNames, .value)
    case .sortBlock: return nil
    }
  }

  private func names(
    _ literal: SourceLiteral, _ names: [String], _ kind: CompletionItem.Kind
  ) -> CompletionList? {
    guard let before = textBefore(literal) else { return nil }
    return CompletionList(
      names.map { CompletionItem($0, kind) }, prefix: before,
      replaced: SourceRange(offset - before.utf8.count, offset))
  }

  private func keys(
    _ literal: SourceLiteral, _ subject: Subject, _ models: ScanModel, isKeyOnly: Bool
  ) -> CompletionList? {
    guard let before = textBefore(literal) else { return nil }
    var items: [CompletionItem]
    let prefix: String
    if case .entity(let place) = subject {
      (items, prefix) = PredicateCompletion(
        model: models.model(of: place), entity: place.entity, isKeyOnly: isKeyOnly
      ).items(after: before)
    } else {
      // The sources do not say which entity is meant: any key may be.
      let none = PredicateCompletion(
        model: ObjectModel(entities: []), entity: nil, isKeyOnly: isKeyOnly)
      (items, prefix) = none.items(after: before)
      items = models.allKeys.sorted().map { CompletionItem($0, .property) } + items
    }
    return CompletionList(
      items, prefix: prefix, replaced: SourceRange(offset - prefix.utf8.count, offset))
  }

  /// The text of a literal before the cursor; `nil` if the cursor is not in it.
  private func textBefore(_ literal: SourceLiteral) -> String? {
    let location = literal.location
    guard location.file.path == file.path || literal.text.isEmpty,
      location.range.start < offset, offset <= literal.endOffset(in: file.path)
    else { return nil }
    let text = Array(literal.text.utf8)
    var end = 0
    // The last part of the text that comes from bytes before the cursor.
    while end < text.count,
      literal.location(of: SourceRange(end, end)).range.start < offset
    {
      end += 1
    }
    return String(decoding: text[..<end], as: UTF8.self)
  }
}

extension SourceLiteral {
  /// The offset before the closing quote.
  fileprivate func endOffset(in path: String) -> Int {
    let whole = wholeLocation
    guard whole.file.path == path else { return -1 }
    // An empty literal has no piece: its location has the quotes.
    return text.isEmpty ? location.range.end - 1 : whole.range.end
  }
}
