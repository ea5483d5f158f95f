package import MomentumModel
import MomentumModelFiles
import MomentumSQL
import MomentumStore
import MomentumText

/// A fetch index that might help a request.
package struct SuggestedIndex: Sendable, Hashable {
  /// The entity to which the index must be added: the one that declares the attributes, or the
  /// lowest of several such entities.
  package var entity: EntityID
  /// The index as an element of the model, with a name that is not in use.
  package var index: FetchIndex
  /// The index's name in a store, which Core Data makes from entity and name: `Z_Venue_byName`.
  package var storeName: String
  /// The statement that makes the index:
  /// `CREATE INDEX Z_Venue_byName ON ZVENUE (ZNAME COLLATE BINARY ASC)`.
  package var statement: String

  /// The element for a `contents` file, each line indented as Xcode does inside an entity.
  package var element: String { element(indent: "        ", lineEnd: "\n") + "\n" }

  /// The element with its own indentation and line ends, and without a final line end.
  func element(indent: String, lineEnd: String) -> String {
    let inner = lineEnd.isEmpty ? "" : indent + "    "
    var text =
      "\(indent)<fetchIndex name=\"\(MarkupEscape.attribute.escaped(index.name))\">\(lineEnd)"
    for element in index.elements {
      let key =
        switch element.key {
        case .property(let name): "property=\"\(MarkupEscape.attribute.escaped(name))\""
        case .expression(let text): "expression=\"\(MarkupEscape.attribute.escaped(text))\""
        }
      let order = element.isAscending ? "ascending" : "descending"
      text +=
        "\(inner)<fetchIndexElement \(key) type=\"\(element.kind.rawValue)\" order=\"\(order)\"/>"
        + lineEnd
    }
    return text + indent + "</fetchIndex>"
  }
}

/// One or more indexes to try together: an OR needs an index for each side.
struct IndexCandidate: Hashable {
  struct Element: Hashable {
    /// The name of the attribute or the to-one relationship; for a composite, followed by the names
    /// of its elements: `range.low`.
    var key: String
    /// The entity that declares the attribute.
    var owner: EntityID
    var column: String
    var isAscending: Bool
  }

  struct Index: Hashable {
    /// The entity whose objects are searched for.
    var entity: EntityID
    var elements: [Element]
  }

  var indexes: [Index]

  /// The order in which candidates are tried: first fewer indexes, then fewer elements.
  var size: (Int, Int) { (indexes.count, indexes.reduce(0) { $0 + $1.elements.count }) }
}

extension IndexCandidate.Index {
  /// The index with a name that is in use neither in the entity nor in the store.
  ///
  /// - Parameter taken: The names in use, in lower case because SQLite ignores case.
  func suggestion(
    model: ObjectModel, schema: StoreSchema, taken: inout Set<String>
  ) -> SuggestedIndex {
    let owners = Set(elements.map(\.owner))
    // The lowest entity has all the attributes, own or inherited.
    let owner = model.lineage(of: entity).first { owners.contains($0) } ?? entity
    let declared = Set(model[owner].fetchIndexes.map { $0.name.lowercased() })
    let base = "by" + elements.map { Self.word($0.key) }.joined(separator: "And")
    var name = base
    var number = 2
    while declared.contains(name.lowercased())
      || taken.contains(storeName(name, model[owner].name).lowercased())
    {
      name = base + String(number)
      number += 1
    }
    let storeName = storeName(name, model[owner].name)
    taken.insert(storeName.lowercased())
    let terms = elements.map {
      "\(name: $0.column) COLLATE BINARY \(sql: $0.isAscending ? "ASC" : "DESC")" as SQLFragment
    }
    return SuggestedIndex(
      entity: owner,
      index: FetchIndex(
        name: name,
        elements: elements.map { .init(.property($0.key), isAscending: $0.isAscending) }),
      storeName: storeName,
      statement: SQLIndex(name: storeName, table: schema[owner].table, terms: terms).statement)
  }

  private func storeName(_ name: String, _ entity: String) -> String { "Z_\(entity)_\(name)" }

  /// A property as a word in an index's name: `PriceCategory` for `priceCategory`, `RangeLow` for
  /// `range.low`.
  private static func word(_ key: String) -> String {
    let words = key.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.isEmpty ? "Property" : name
  }
}
