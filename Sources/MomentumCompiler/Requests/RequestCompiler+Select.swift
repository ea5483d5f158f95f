import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery

// Compiles the selection: key paths, the object itself, and expressions.

extension RequestCompiler {
  /// A selected property with its text.
  struct Selection {
    /// The selected text, without `AS` and its name.
    var text: String
    /// The place of `text`, for findings.
    var location: SourceLocation
    var property: PropertyToFetch
    /// Whether the name was written after `AS`. If not, the name is the text.
    var isNamed: Bool
    /// The place of the name; without `AS`, the place of the text.
    var nameLocation: SourceLocation
  }

  mutating func resolveSelections() {
    for text in text.propertiesToFetch {
      let parts = SelectionSyntax(text)
      guard let selection = selection(parts) else {
        unreadNames.insert(parts.aliasName ?? parts.expressionText)
        continue
      }
      if let first = selections.first(where: { $0.property.name == selection.property.name }) {
        report(
          .duplicateName(selection.property.name), at: selection.nameLocation,
          notes: [Diagnostic.Note("the first one", at: first.nameLocation)])
        continue
      }
      if request.resultType == .managedObjects, !isOwnProperty(selection.property.value) {
        report(.propertyOfObjects(selection.text), at: selection.location)
      }
      selections.append(selection)
    }
    request.propertiesToFetch = selections.map(\.property)
  }

  private mutating func selection(_ text: SelectionSyntax) -> Selection? {
    let location = SourceLocation(text.source, text.expression)
    let nameLocation = text.alias.map { SourceLocation(text.source, $0) } ?? location
    if text.alias != nil, text.aliasName == nil {
      report(.selectionName, at: nameLocation)
    }
    guard !text.expression.isEmpty else {
      report(.emptySelection, at: location)
      return nil
    }
    guard let value = value(text).flatMap({ typed($0, text) }) else { return nil }
    let name = text.aliasName ?? text.expressionText
    return Selection(
      text: text.expressionText, location: location,
      property: PropertyToFetch(name: name, value: value), isNamed: text.aliasName != nil,
      nameLocation: nameLocation)
  }

  private mutating func value(_ text: SelectionSyntax) -> PropertyToFetch.Value? {
    guard text.isKeyPath else {
      return refuseSelectionSpelling(text) ? nil : expression(text)
    }
    guard let resolved = resolve(text.source, text.expression) else { return nil }
    if resolved.crossesToMany {
      report(
        .toManyToFetch(text.expressionText), at: SourceLocation(text.source, text.expression))
      return nil
    }
    let isSelf = resolved.path.steps.isEmpty && resolved.path.target == .object
    return isSelf ? .objectID : .path(resolved.path)
  }

  // MARK: - Result types

  /// Applies the result type that follows the name in `AS n: Integer 64`, as `expressionResultType`
  /// does in Core Data.
  private mutating func typed(
    _ value: PropertyToFetch.Value, _ text: SelectionSyntax
  ) -> PropertyToFetch.Value? {
    guard let range = text.resultType else { return value }
    let location = SourceLocation(text.source, range)
    let name = text.source.text(in: range)
    guard let type = ResultTypeName.type(name) else {
      let near = nearName(to: name, among: ResultTypeName.names)
      report(.unknownResultType(name, near: near), at: location)
      return nil
    }
    let (expression, found) = expression(of: value)
    guard let expression, ResultTypeName.isGiven(found, as: type) else {
      report(
        .resultType(text.expressionText, found: found.name(in: model), wanted: type.xmlName),
        at: location)
      return nil
    }
    return .expression(expression, .attribute(type))
  }

  private func expression(
    of value: PropertyToFetch.Value
  ) -> (expression: TypedExpression?, type: PredicateType) {
    switch value {
    case .path(let path): (.keyPath(path), type(of: path))
    case .objectID: (nil, .object(request.entity))
    case .expression(let expression, let type): (expression, type)
    }
  }

  /// Whether the value is a property of the fetched entity itself or its object ID. Documented in
  /// NSFetchRequest.h: partially fetched objects contain only these; expressions need dictionaries.
  private func isOwnProperty(_ value: PropertyToFetch.Value) -> Bool {
    switch value {
    case .path(let path):
      switch path.target {
      case .object: path.steps.count == 1
      case .attribute, .compositeElement: path.steps.isEmpty
      }
    case .objectID: true
    case .expression: false
    }
  }

  // MARK: - Expressions

  private mutating func expression(_ text: SelectionSyntax) -> PropertyToFetch.Value? {
    // Parse only the text before `AS`; afterwards the findings are changed to show the whole text.
    let cut = SourceFile(
      path: text.source.path, text: text.source.text(in: SourceRange(0, text.expression.end)))
    var findings = Diagnostics()
    let value = value(of: cut, &findings)
    for finding in findings.all { diagnostics.report(finding.shown(in: text.source)) }
    return value
  }
}

extension Diagnostic {
  /// The finding with its places in `source`. The finding was made for a file that has only the
  /// beginning of this text.
  func shown(in source: SourceFile) -> Diagnostic {
    var copy = self
    copy.location?.file = source
    for index in copy.notes.indices { copy.notes[index].location?.file = source }
    for index in copy.fixIts.indices { copy.fixIts[index].location.file = source }
    return copy
  }
}
