import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumScan
import MomentumSwiftSource

extension SymbolFinder {
  /// The class or property of SwiftData that is declared at the place.
  func inModelClass() -> FoundSymbol? {
    for model in analysis.models {
      guard let file = model.file, file.isSwift, let checked = model.checked else { continue }
      for entity in checked.model.entityIDs {
        let name = checked.model[entity].name
        let symbols =
          [ModelSymbol.entity(name)]
          + checked.model.ownPropertyNames(of: entity).map { .property(entity: name, name: $0) }
        for symbol in symbols {
          guard let place = checked.definition(of: symbol), covers(place) else { continue }
          return FoundSymbol(
            symbol: symbol, model: checked, modelPath: model.path, range: place.range)
        }
      }
    }
    return nil
  }

  /// The symbol that a text, a class or a member of a source names.
  func inSource() -> FoundSymbol? {
    guard let scan = analysis.scan, let index = analysis.sourceIndex[file.path] else { return nil }
    for site in analysis.sites[index] {
      if let found = symbol(at: site, scan.scanModel) { return found }
    }
    guard let word = SourceWord(file, at: offset) else { return nil }
    let uses = scan.memberUses(of: [word.text], objectiveC: [word.text], in: index)
    for use in uses where covers(use.location) {
      guard case .entity(let place) = use.subject else { continue }
      return found(place, word.range) { $0.symbol(of: word.text, in: place.entity) }
    }
    guard let place = scan.scanModel.entity(ofClass: word.text), word.isCode else { return nil }
    return found(place, word.range) { .entity($0.model[place.entity].name) }
  }

  private func symbol(at site: ScanSite, _ model: ScanModel) -> FoundSymbol? {
    switch site.kind {
    case .predicate(let format): return symbol(in: format.format, site.subject, isExpression: false)
    case .expression(let format): return symbol(in: format.format, site.subject, isExpression: true)
    case .sortKey(let key, _), .key(let key, _), .valueForKey(let key, _):
      return symbol(inKey: key, site.subject)
    case .entityName(let name, _):
      guard name.gaps.isEmpty, covers(name.wholeLocation),
        let place = model.entity(named: name.text)
      else { return nil }
      return found(place, name.wholeLocation.range) { _ in .entity(name.text) }
    case .template(let name, _):
      guard name.gaps.isEmpty, covers(name.wholeLocation), let template = model.template(name.text)
      else { return nil }
      return found(template.subject, name.wholeLocation.range) { _ in .fetchRequest(name.text) }
    case .sortBlock: return nil
    }
  }

  private func symbol(
    in format: SourceLiteral, _ subject: Subject, isExpression: Bool
  ) -> FoundSymbol? {
    guard case .entity(let place) = subject, format.gaps.isEmpty,
      let checked = analysis.checkedModel(of: place)
    else { return nil }
    let uses = FormatUses.find(
      format.text, of: place.entity, in: checked.model, isExpression: isExpression)
    for use in uses {
      let location = format.location(of: use.range)
      guard covers(location) else { continue }
      return found(place, location.range) { $0.symbol(of: use.name, in: use.entity) }
    }
    return nil
  }

  /// The symbol of one name of a key path: `city` of `address.city`.
  private func symbol(inKey key: SourceLiteral, _ subject: Subject) -> FoundSymbol? {
    guard case .entity(let place) = subject, key.gaps.isEmpty,
      let model = analysis.checkedModel(of: place)?.model
    else { return nil }
    var entity: EntityID? = place.entity
    var start = 0
    for part in key.text.split(separator: ".", omittingEmptySubsequences: false) {
      let range = SourceRange(start, start + part.utf8.count)
      start = range.end + 1
      if part.hasPrefix("@") { continue }
      guard let owner = entity, let property = model.property(named: String(part), in: owner) else {
        return nil
      }
      let location = key.location(of: range)
      // The whole key path has one location if the compiler checked it: `#keyPath(Person.name)`.
      if key.isVerbatim(range), covers(location) {
        return found(place, location.range) { $0.symbol(of: String(part), in: owner) }
      }
      entity = if case .relationship(let id) = property { model[id].destination } else { nil }
    }
    return nil
  }

  private func found(
    _ place: EntityPlace, _ range: SourceRange, _ symbol: (CheckedModel) -> ModelSymbol?
  ) -> FoundSymbol? {
    guard let checked = analysis.checkedModel(of: place), let symbol = symbol(checked) else {
      return nil
    }
    let path = analysis.models[analysis.scannedModels[place.model]].path
    return FoundSymbol(symbol: symbol, model: checked, modelPath: path, range: range)
  }
}

/// The name around a place of a source.
struct SourceWord {
  let text: String
  let range: SourceRange
  /// Whether no quote is beside the name, so that it is code and no text.
  let isCode: Bool

  init?(_ file: SourceFile, at offset: Int) {
    let bytes = file.utf8
    guard offset <= bytes.count else { return nil }
    var start = offset
    var end = offset
    while start > 0, SourceWord.isLetter(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, SourceWord.isLetter(bytes[end]) { end += 1 }
    guard start < end else { return nil }
    range = SourceRange(start, end)
    text = file.text(in: range)
    let quote = UInt8(ascii: "\"")
    isCode =
      !(start > 0 && bytes[start - 1] == quote) && !(end < bytes.count && bytes[end] == quote)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }
}
