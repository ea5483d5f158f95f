package import MomentumDiagnostics

/// What reading XML has to say, sorted by id.
package enum XMLMessage: DiagnosticMessage, Hashable {
  case attributeLimit(Int)
  case attributesLimit(Int)
  case binaryPropertyList
  case depthLimit(Int)
  case documentType
  case elementLimit(Int)
  case emptyFile
  case encoding(String)
  /// The reason, in our words.
  case malformed(String)
  case mergeConflict
  case notText
  case notUTF8
  case sizeLimit(Int)
  case valueLimit(Int)

  package var id: String {
    switch self {
    case .attributeLimit: "xml.attribute-limit"
    case .attributesLimit: "xml.attributes-limit"
    case .binaryPropertyList: "xml.binary-property-list"
    case .depthLimit: "xml.depth-limit"
    case .documentType: "xml.document-type"
    case .elementLimit: "xml.element-limit"
    case .emptyFile: "xml.empty-file"
    case .encoding: "xml.encoding"
    case .malformed: "xml.malformed"
    case .mergeConflict: "xml.merge-conflict"
    case .notText: "xml.not-text"
    case .notUTF8: "xml.not-utf8"
    case .sizeLimit: "xml.size-limit"
    case .valueLimit: "xml.value-limit"
    }
  }

  package var severity: Severity { .error }

  package var text: String {
    switch self {
    case .attributeLimit(let limit): "an element can have at most \(limit) attributes"
    case .attributesLimit(let limit): "a file can have at most \(limit) attributes"
    case .binaryPropertyList:
      "a binary property list where XML was expected; a compiled model or a model of Xcode 3 has to be opened in Xcode and saved as a data model"
    case .depthLimit(let limit): "elements can nest at most \(limit) deep"
    case .documentType: "a document type declaration is refused; Xcode writes none"
    case .elementLimit(let limit): "a file can have at most \(limit) elements"
    case .emptyFile: "the file is empty; a 'model' element was expected"
    case .encoding(let name): "the encoding '\(name)' is not read; the file has to be UTF-8"
    case .malformed(let reason): "not well-formed XML: \(reason)"
    case .mergeConflict: "a merge conflict was left in the file"
    case .notText: "a binary file where XML was expected"
    case .notUTF8: "the bytes from here on are not UTF-8"
    case .sizeLimit(let limit): "a file can have at most \(limit >> 20) MB"
    case .valueLimit(let limit): "an attribute value can have at most \(limit) bytes"
    }
  }
}
