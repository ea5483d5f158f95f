internal import MomentumDiagnostics
internal import MomentumModelFiles
internal import MomentumPropertyList

/// Reads the file of an XML store.
struct XMLStoreReader {
  private let file: SourceFile

  /// Throws a ``MemoryStoreError`` with the line if the file is not a complete XML store.
  static func read(_ bytes: [UInt8], path: String) throws -> XMLStoreDocument {
    let file = SourceFile(path: path, utf8: bytes)
    var diagnostics = Diagnostics()
    guard
      let root = XMLReader.read(
        file, limits: limits, allowsDocumentType: true, &diagnostics)
    else {
      let first = diagnostics.all.first
      throw MemoryStoreError(
        .corrupt(reason: first?.text ?? "it is not XML", line: first?.location?.line), path: path)
    }
    return try XMLStoreReader(file: file).document(root)
  }

  /// The limits for a file. They are higher than for a model: a to-many relationship has the ids of
  /// all its members in one value.
  private static var limits: XMLLimits {
    var limits = XMLLimits()
    limits.sizeMax = 1 << 30
    limits.elementsMax = 50_000_000
    limits.attributesMax = 200_000_000
    limits.valueLengthMax = 256 << 20
    return limits
  }

  private func document(_ root: XMLElement) throws -> XMLStoreDocument {
    guard root.name == "database" else {
      throw failure("'database' was expected, not '\(root.name)'", root)
    }
    guard let information = root.children.first(where: { $0.name == "databaseInfo" }) else {
      throw failure("'databaseInfo' is missing", root)
    }
    let uuid = try text("UUID", in: information)
    let number = try text("nextObjectID", in: information)
    guard let lastNumber = Int64(number), lastNumber >= 0 else {
      throw failure("'nextObjectID' has to be a number", information)
    }
    var document = XMLStoreDocument(
      uuid: uuid, lastNumber: lastNumber, metadata: try metadata(information), objects: [])
    document.version = try text("version", in: information)
    var ids: Set<String> = []
    for child in root.children where child.name != "databaseInfo" {
      guard child.name == "object" else { throw failure("unknown element '\(child.name)'", child) }
      let object = try self.object(child)
      guard ids.insert(object.id).inserted else {
        throw failure("two objects have the id '\(object.id)'", child)
      }
      document.objects.append(object)
    }
    return document
  }

  private func text(_ name: String, in element: XMLElement) throws -> String {
    guard let child = element.children.first(where: { $0.name == name }), !child.text.isEmpty else {
      throw failure("'\(name)' is missing", element)
    }
    return child.text
  }

  /// Reads the metadata. An empty `metadata` element is allowed; such a store opens without a check
  /// of its version.
  private func metadata(_ information: XMLElement) throws -> [String: PropertyList] {
    guard
      let element = information.children.first(where: { $0.name == "metadata" }),
      let list = element.children.first(where: { $0.name == "plist" })
    else { return [:] }
    let bytes = Array(file.utf8[list.range.start..<list.range.end])
    do {
      guard let members = try PropertyList.read(bytes).dictionary else {
        throw failure("the metadata has to be a dictionary", list)
      }
      return members
    } catch let error as PropertyListError {
      throw failure(error.message, list)
    }
  }

  private func object(_ element: XMLElement) throws -> XMLStoreDocument.Object {
    var object = XMLStoreDocument.Object(
      type: try value("type", of: element), id: try value("id", of: element), attributes: [],
      relationships: [], line: line(element))
    for child in element.children {
      switch child.name {
      case "attribute":
        object.attributes.append(
          XMLStoreDocument.Attribute(
            name: try value("name", of: child), type: try value("type", of: child),
            text: try wholeText(child), line: line(child)))
      case "relationship":
        let ids = child.attributes.first { $0.name == "idrefs" }?.value ?? ""
        object.relationships.append(
          XMLStoreDocument.Relationship(
            name: try value("name", of: child), type: try value("type", of: child),
            destination: try value("destination", of: child),
            ids: ids.split(separator: " ").map(String.init), line: line(child)))
      default: throw failure("unknown element '\(child.name)'", child)
      }
    }
    return object
  }

  private func value(_ name: String, of element: XMLElement) throws -> String {
    guard let value = element.attributes.first(where: { $0.name == name })?.value else {
      throw failure("'\(element.name)' has no '\(name)'", element)
    }
    return value
  }

  /// The whole text of an attribute, including blanks at its ends.
  private func wholeText(_ element: XMLElement) throws -> String {
    guard element.children.isEmpty else {
      throw failure("an attribute has text only", element)
    }
    // An element such as `<attribute name="a" type="string"/>` has no end tag and no text.
    guard element.range.end > element.tagRange.end else { return "" }
    let inner = file.utf8[element.tagRange.end..<element.range.end]
    // The end tag begins at the last `<`.
    let end = inner.lastIndex(of: UInt8(ascii: "<")) ?? inner.endIndex
    return StoreText.decoded(inner[..<end]) ?? element.text
  }

  private func line(_ element: XMLElement) -> Int {
    SourceLocation(file, element.tagRange).line
  }

  private func failure(_ reason: String, _ element: XMLElement) -> MemoryStoreError {
    MemoryStoreError(.corrupt(reason: reason, line: line(element)), path: file.path)
  }
}
