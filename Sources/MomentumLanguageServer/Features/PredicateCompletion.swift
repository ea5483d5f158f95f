import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

/// Proposes what can follow in a predicate, given the text before the cursor.
struct PredicateCompletion {
  let model: ObjectModel
  /// The entity of the fetched objects; `nil` if it is not known.
  let entity: EntityID?
  /// Whether the text is a key path alone, without operators and functions.
  var isKeyOnly = false

  /// The letters of a key path, with `@` of collection operators and `$` of variables.
  private static func isPart(_ byte: UInt8) -> Bool {
    SourceWord.isLetter(byte) || [0x2E, 0x40, 0x24, 0x23].contains(byte)
  }

  /// - Returns: The items, and the part of the text before the cursor that they replace.
  func items(after text: String) -> (items: [CompletionItem], prefix: String) {
    let bytes = Array(text.utf8)
    guard !PredicateCompletion.isInsideQuotes(bytes) else { return ([], "") }
    var start = bytes.count
    while start > 0, PredicateCompletion.isPart(bytes[start - 1]) { start -= 1 }
    let path = String(decoding: bytes[start...], as: UTF8.self)
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = parts.last ?? ""
    if parts.count > 1 {
      return (members(after: parts.dropLast(), before: start, in: text), last)
    }
    if last.hasPrefix("$") { return (variables(in: text), last) }
    return (properties(of: entity) + (isKeyOnly ? [] : words(text)), last)
  }

  // MARK: - Key paths

  private func members(
    after path: ArraySlice<String>, before start: Int, in text: String
  ) -> [CompletionItem] {
    var place = entity
    var isToMany = false
    for (index, name) in path.enumerated() {
      if index == 0, name.hasPrefix("$") {
        (place, isToMany) = (variableEntity(name, in: text), false)
        continue
      }
      if index == 0, name.uppercased() == "SELF" { continue }
      if name.hasPrefix("@") { continue }
      let bare = name.hasPrefix("#") ? String(name.dropFirst()) : name
      guard let owner = place else { return [] }
      guard case .relationship(let id)? = model.property(named: bare, in: owner) else { return [] }
      place = model[id].destination
      isToMany = isToMany || model[id].isToMany
    }
    let operators =
      isToMany && path.last?.hasPrefix("@") == false
      ? ["@count", "@sum", "@avg", "@min", "@max"].map { CompletionItem($0, .function) } : []
    return properties(of: place) + operators
  }

  private func properties(of entity: EntityID?) -> [CompletionItem] {
    guard let entity else { return [] }
    return model.lineage(of: entity).flatMap { owner in
      model[owner].attributes.map { attribute in
        CompletionItem(
          attribute.name, .property, PredicateType.attribute(attribute.type).name(in: model))
      }
        + model[owner].relationships.map { relationship in
          CompletionItem(
            relationship.name, .reference,
            (relationship.isToMany ? "to-many " : "to-one ") + model[relationship.destination].name)
        }
        + model[owner].fetchedProperties.map { CompletionItem($0.name, .property, "fetched") }
    }
  }

  // MARK: - Variables

  /// The variables that the text has, such as `$x` of a subquery.
  private func variables(in text: String) -> [CompletionItem] {
    var names: Set<String> = []
    for part in text.split(separator: "$").dropFirst() {
      let name = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if !name.isEmpty, name.endIndex != text.endIndex { names.insert("$" + name) }
    }
    return names.sorted().map { CompletionItem($0, .variable) }
  }

  /// The entity of a subquery's variable: that of `reports` in `SUBQUERY(reports, $x, $x.`
  private func variableEntity(_ name: String, in text: String) -> EntityID? {
    let pieces = text.components(separatedBy: "SUBQUERY(")
    for piece in pieces.dropFirst().reversed() {
      let arguments = piece.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      guard arguments.count == 3, arguments[1].filter({ !$0.isWhitespace }) == name else {
        continue
      }
      var place = entity
      for key in arguments[0].filter({ !$0.isWhitespace }).split(separator: ".") {
        guard let owner = place,
          case .relationship(let id)? = model.property(named: String(key), in: owner)
        else { return nil }
        place = model[id].destination
      }
      return place
    }
    return nil
  }

  // MARK: - Words

  private func words(_ text: String) -> [CompletionItem] {
    let functions = FunctionTable.all.map { row in
      CompletionItem(row.bareName ?? row.selector, .function, row.example ?? row.group.rawValue)
    }
    return functions + Keyword.allCases.map { CompletionItem($0.rawValue, .keyword) }
      + (text.contains("$") ? variables(in: text) : [])
  }

  /// Whether the cursor is in a string of the predicate.
  private static func isInsideQuotes(_ bytes: [UInt8]) -> Bool {
    var open: UInt8?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if let quote = open {
        if byte == quote { open = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        open = byte
      }
      index += 1
    }
    return open != nil
  }
}
