import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery

// Resolves key paths of a request outside its predicate: for grouping and for prefetching.

extension RequestCompiler {
  /// Splits a key path, which is a whole text or a part of one, into keys with locations.
  func keys(_ source: SourceFile, _ range: SourceRange) -> [KeyPathResolver.Key] {
    var keys: [KeyPathResolver.Key] = []
    var offset = range.start
    for key in source.text(in: range).split(separator: ".", omittingEmptySubsequences: false) {
      let part = SourceRange(offset, offset + key.utf8.count)
      keys.append(KeyPathResolver.Key(String(key), at: SourceLocation(source, part)))
      offset = part.end + 1
    }
    return keys
  }

  /// Resolves a key path. `objectID` means the object, like `SELF`, if no property has the name.
  mutating func resolve(_ source: SourceFile, _ range: SourceRange) -> ResolvedKeyPath? {
    let isObjectID =
      source.text(in: range) == "objectID"
      && model.property(named: "objectID", in: request.entity) == nil
    return KeyPathResolver(model: model).resolve(
      isObjectID ? [] : keys(source, range), from: request.entity, &diagnostics)
  }

  // MARK: - Groups

  mutating func resolveGrouping() {
    for text in text.propertiesToGroupBy {
      let source = SourceFile(path: "<group by>", text: text)
      let whole = source.trimmed(SourceRange(0, source.utf8.count))
      if groupBySelection(source, whole) { continue }
      guard let resolved = resolve(source, whole) else { continue }
      if resolved.crossesToMany {
        report(.groupOverToMany(source.text(in: whole)), at: SourceLocation(source, whole))
      } else {
        group(by: resolved.path)
      }
    }
    guard !text.propertiesToGroupBy.isEmpty else { return warnAboutOneRow() }
    guard request.resultType == .dictionaries else { return report(.groupNeedsDictionaries) }
    // Errors in the keys have been reported; the checks below would only report their consequences.
    guard !diagnostics.hasErrors else { return }
    if selections.isEmpty { report(.notGrouped(nil)) }
    refuseAggregatesBesideExpressions()
    for (index, selection) in selections.enumerated()
    where !request.expressionsToGroupBy.contains(index) && !isGrouped(selection.property.value) {
      report(.notGrouped(selection.text), at: selection.location)
    }
  }

  /// Reports aggregates over to-many relationships in a request that groups by expressions: such an
  /// aggregate has a SELECT of its own, which can find the rows of a group only by properties.
  private mutating func refuseAggregatesBesideExpressions() {
    guard !request.expressionsToGroupBy.isEmpty else { return }
    for selection in selections {
      guard case .expression(let expression, _) = selection.property.value,
        expression.needsRowsOfGroup(in: model)
      else { continue }
      report(.groupBesideToMany(selection.text), at: selection.location)
    }
  }

  private mutating func group(by path: TypedKeyPath) {
    if !isGrouped(path) { request.propertiesToGroupBy.append(path) }
  }

  /// Groups by a selected expression, which is named by the name after `AS` or by its own text: `n`
  /// for `uppercase:(name) AS n`. Returns `false` for a key path that names no selection. If a
  /// property has the same name as a selection, the selection is taken.
  private mutating func groupBySelection(_ source: SourceFile, _ range: SourceRange) -> Bool {
    let text = source.text(in: range)
    let location = SourceLocation(source, range)
    if unreadNames.contains(text) { return true }
    guard
      let index = selections.firstIndex(where: { $0.property.name == text && $0.isNamed })
        ?? selections.firstIndex(where: { $0.text == text && !$0.property.value.isPath })
    else {
      guard !SelectionSyntax(text).isKeyPath, !text.isEmpty else { return false }
      report(.groupNotSelected(text), at: location)
      return true
    }
    switch selections[index].property.value {
    case .path(let path): group(by: path)
    case .objectID: group(by: ownObject)
    case .expression(let expression, _):
      if expression.hasRowAggregate {
        report(.groupByAggregate(text), at: location)
      } else if !request.expressionsToGroupBy.contains(index) {
        request.expressionsToGroupBy.append(index)
      }
    }
    return true
  }

  private func isGrouped(_ value: PropertyToFetch.Value) -> Bool {
    switch value {
    case .path(let path): isGrouped(path)
    case .objectID: isGrouped(ownObject)
    case .expression(let expression, _): expression.pathsOutsideOfAggregates.allSatisfy(isGrouped)
    }
  }

  func isGrouped(_ path: TypedKeyPath) -> Bool { request.propertiesToGroupBy.contains(path) }

  private var ownObject: TypedKeyPath {
    TypedKeyPath(root: request.entity, steps: [], target: .object)
  }

  /// Warns about a plain key next to an aggregate such as `@sum` without groups: there is one
  /// result row, and the key's value is taken from an arbitrary object.
  private mutating func warnAboutOneRow() {
    guard let aggregate = selections.first(where: { $0.property.value.hasRowAggregate }),
      request.resultType == .dictionaries,
      let plain = selections.first(where: { !isGrouped($0.property.value) })
    else { return }
    report(.aggregateOfAll(plain.text, aggregate: aggregate.text), at: plain.location)
  }

  // MARK: - Prefetching

  /// The greatest number of steps in a prefetched path: each step is a statement, and a level of
  /// nesting in the output.
  private static let prefetchStepsMax = 20

  mutating func resolvePrefetching() {
    for text in text.prefetchedPaths {
      let source = SourceFile(path: "<prefetch>", text: text)
      let whole = source.trimmed(SourceRange(0, source.utf8.count))
      guard let path = relationships(keys(source, whole)),
        !request.prefetchedRelationships.contains(path)
      else { continue }
      request.prefetchedRelationships.append(path)
    }
  }

  /// Resolves a path of relationships. Unlike in a predicate, the path may have any number of
  /// to-many relationships.
  private mutating func relationships(_ keys: [KeyPathResolver.Key]) -> [RelationshipID]? {
    var entity = request.entity
    var path: [RelationshipID] = []
    guard keys.count <= RequestCompiler.prefetchStepsMax else {
      report(.prefetchLength(max: RequestCompiler.prefetchStepsMax), at: keys[0].location)
      return nil
    }
    for key in keys {
      guard case .relationship(let id) = model.property(named: key.name, in: entity),
        !model[id].isTransient
      else {
        let names = model.relationships(of: entity).map { model[$0].name }
        report(
          .unknownRelationship(
            key.name, entity: model[entity].name, near: nearName(to: key.name, among: names)),
          at: key.location)
        return nil
      }
      path.append(id)
      entity = model[id].destination
    }
    return path
  }
}

extension SourceFile {
  /// The range without the white space at its ends.
  func trimmed(_ range: SourceRange) -> SourceRange {
    var (start, end) = (range.start, range.end)
    while start < end, utf8[start].isBlank { start += 1 }
    while end > start, utf8[end - 1].isBlank { end -= 1 }
    return SourceRange(start, end)
  }
}

extension UInt8 {
  /// A blank, a tab or a line end.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
