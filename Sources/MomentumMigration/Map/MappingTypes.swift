import MomentumModel
import MomentumSQL

/// Tells whether an attribute takes a value's type. Core Data raises an exception for a value of
/// another class.
struct MappingTypes {
  let old: ObjectModel
  let new: ObjectModel

  enum Problem {
    case type(given: String, taken: String)
    case storage(String)
  }

  private enum Family: String {
    case number = "a number"
    case text = "a text"
    case date = "a date"
    case uuid = "a UUID"
    case uri = "a URI"
    case data = "data"
    case transformed = "a transformed value"
    case composite = "a composite value"
    case none = "nothing that is stored"
  }

  private static func family(_ type: AttributeType) -> Family {
    switch type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: .number
    case .string: .text
    case .date: .date
    case .binary: .data
    case .uuid: .uuid
    case .uri: .uri
    case .transformable: .transformed
    case .composite: .composite
    case .undefined, .objectID: .none
    }
  }

  /// Why a value does not fit the attribute; `nil` if it fits. The result of a policy's method is
  /// tested when the method is called, since its type is not known here.
  func problem(with value: ResolvedMapping.Value, for id: AttributeID) -> Problem? {
    let taken = MappingTypes.family(new[id].type)
    let given: Family
    switch value {
    case .constant(.null), .policy: return nil
    case .constant(.integer), .constant(.real): given = .number
    case .constant(.text): given = .text
    case .constant(.blob): given = .data
    case .uri: given = .text
    case .now: given = .date
    case .attribute(_, let source, let leaf):
      let type = self.type(of: source, leaf)
      given = MappingTypes.family(type)
      if let reason = storageProblem(source, type, id) { return .storage(reason) }
    }
    if taken == .transformed, given != .transformed {
      return .storage("a value that a transformer turns into data")
    }
    guard given == taken, given != .none else {
      return .type(given: given.rawValue, taken: new[id].type.name(in: new))
    }
    return nil
  }

  private func type(of id: AttributeID, _ leaf: [String]) -> AttributeType {
    var type = old[id].type
    for key in leaf {
      guard case .composite(let composite) = type else { return .undefined }
      type = old[composite].elements.first { $0.name == key }?.type ?? .undefined
    }
    return type
  }

  private func storageProblem(
    _ source: AttributeID, _ type: AttributeType, _ id: AttributeID
  ) -> String? {
    // With external storage, the first byte in the column tells where the value is. Without it,
    // there is no such byte, so a copied value would be misread.
    if old[source].allowsExternalStorage != new[id].allowsExternalStorage {
      return "a value that moves into or out of external storage"
    }
    if case .composite(let left) = type, case .composite(let right) = new[id].type,
      old[left].elements.map(\.name).sorted() != new[right].elements.map(\.name).sorted()
    {
      return "a composite value with other elements"
    }
    return nil
  }
}

extension AttributeType {
  /// The type's name in Xcode's editor; the composite's name for a composite type.
  fileprivate func name(in model: ObjectModel) -> String {
    if case .composite(let id) = self { return model[id].name }
    return xmlName
  }
}
