/// Why a store in memory, or a store that is read and written as one file, cannot be opened, read
/// or saved.
package struct MemoryStoreError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The file is a store of another type.
    case wrongType(found: String, wanted: String)
    /// The file is not a complete store of its type. `line` counts from 1; `nil` if it is unknown.
    case corrupt(reason: String, line: Int?)
    /// The store was made with other entities than the model's.
    case incompatible
    case derivedAttribute(entity: String, attribute: String)
    /// Two names of the model that differ only in case. An XML store has the names of entities in
    /// upper case and all other names in lower case.
    case sameName(String, String)
    case fileFailed(operation: String, reason: String)
    case readOnly
    /// The file says that the highest possible number is already in use.
    case noMoreNumbers
    /// A request that needs SQL.
    case unsupported(String)
  }

  package var kind: Kind
  /// The path of the store's file; `nil` for a store without a file.
  package var path: String?

  package init(_ kind: Kind, path: String? = nil) {
    self.kind = kind
    self.path = path
  }

  /// The code of Core Data's error; `nil` if Core Data raises an exception.
  package var code: Int? {
    switch kind {
    case .wrongType: 134010
    case .corrupt: 259
    case .incompatible: 134100
    case .derivedAttribute: nil
    case .sameName: 134030
    case .fileFailed(let operation, _): operation == "read" ? 256 : 512
    case .readOnly: 513
    case .noMoreNumbers: 134030
    case .unsupported: 134060
    }
  }
}

extension MemoryStoreError: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .wrongType(let found, let wanted):
      "the store has the type \(found), not \(wanted)"
    case .corrupt(let reason, let line):
      "the store cannot be read" + (line.map { ", line \($0)" } ?? "") + ": \(reason)"
    case .incompatible:
      "The model used to open the store is incompatible with the one used to create the store"
    case .derivedAttribute(let entity, let attribute):
      "'\(attribute)' of '\(entity)' is a derived attribute, which only a SQLite store computes"
    case .sameName(let one, let other):
      "'\(one)' and '\(other)' have the same name in an XML store, which keeps one case only"
    case .fileFailed(let operation, let reason): "cannot \(operation) the store: \(reason)"
    case .readOnly: "attempt to write a readonly database"
    case .noMoreNumbers: "the store has no more numbers to give"
    case .unsupported(let construct): "\(construct) is not computed in memory"
    }
  }
}
