import MomentumDiagnostics

// Reports sort keys and selections in the spelling of SQL and of other tools.

extension RequestCompiler {
  // MARK: - Selections

  /// Reports a selection such as `name n` or `name, badge`, as SQL would have it. Returns whether
  /// the text was such a selection.
  mutating func refuseSelectionSpelling(_ text: SelectionSyntax) -> Bool {
    guard text.alias == nil else { return false }
    let written = text.expressionText
    let location = SourceLocation(text.source, text.expression)
    if let keys = WrittenKeys(written).severalKeys {
      report(.severalKeys(written, keys: keys, what: "properties"), at: location)
      return true
    }
    let words = WrittenKeys(written).words
    guard words.count == 2, words.allSatisfy(WrittenKeys.isKeyPath) else { return false }
    let rewrite = "\(words[0]) AS \(words[1])"
    report(
      .selectionWithoutAs(written, rewrite: rewrite), at: location,
      fixIts: [Diagnostic.FixIt("write AS", replace: location, with: rewrite)])
    return true
  }

  // MARK: - Sort keys

  /// Reports a sort key such as `name desc`, `-name` or `name,badge`. Returns whether the text was
  /// such a sort key.
  mutating func refuseSpelling(_ source: SourceFile, _ whole: SourceRange) -> Bool {
    let text = source.text(in: whole)
    let location = SourceLocation(source, whole)
    if let keys = WrittenKeys(text).severalKeys {
      report(.severalKeys(text, keys: keys, what: "sort keys"), at: location)
      return true
    }
    guard let rewrite = sortRewrite(text) else { return false }
    report(
      .sortSpelling(text, rewrite: rewrite), at: location,
      fixIts: [Diagnostic.FixIt("write '\(rewrite)'", replace: location, with: rewrite)])
    return true
  }

  private func sortRewrite(_ text: String) -> String? {
    let key = String(text.dropFirst())
    if text.hasPrefix("-"), WrittenKeys.isKeyPath(key) { return "\(key):desc" }
    if text.hasPrefix("+"), WrittenKeys.isKeyPath(key) { return key }
    let words = WrittenKeys(text).words
    guard words.count == 2, WrittenKeys.isKeyPath(words[0]),
      ["asc", "ascending", "desc", "descending"].contains(words[1].lowercased())
    else { return nil }
    return "\(words[0]):\(words[1].lowercased())"
  }

  /// Reports a sort key such as `employees.@count`, because Core Data sorts only by stored values.
  /// Returns whether the text was such a sort key.
  mutating func refuseAggregate(_ source: SourceFile, _ key: SourceRange) -> Bool {
    let text = source.text(in: key)
    guard text.split(separator: ".").contains(where: { $0.hasPrefix("@") }) else { return false }
    report(.sortAggregate(text), at: SourceLocation(source, key))
    return true
  }
}

/// The text of a key; by mistake, a user may have written several keys.
private struct WrittenKeys {
  let text: String

  init(_ text: String) { self.text = text }

  /// The words between blanks.
  var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The keys between commas, each with or without a direction; `nil` if there is no comma, or a
  /// part is not a key.
  var severalKeys: [String]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { WrittenKeys(String($0)).words.joined(separator: " ") }
    guard parts.count > 1 else { return nil }
    let areKeys = parts.allSatisfy { part in
      let key = part.prefix { $0 != ":" && $0 != " " }
      return WrittenKeys.isKeyPath(String(key.hasPrefix("-") ? key.dropFirst() : key))
    }
    return areKeys ? parts : nil
  }

  /// Whether the text is a key path such as `owner.name`.
  static func isKeyPath(_ text: String) -> Bool { SelectionSyntax(text).isKeyPath }
}
