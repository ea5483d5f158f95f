internal import Foundation
package import MomentumDiagnostics
internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// An object of a store as an export writes it.
package struct ExportRecord {
  package var entity: String
  /// The primary key, `Z_PK`.
  package var key: Int64
  /// How often the object was saved, `Z_OPT`.
  package var version: Int64
  /// The stored attributes that are not derived, in the order of the model; the value of a
  /// composite attribute is a JSON object.
  package var attributes: [(name: String, value: JSONNode.Value)] = []
  /// The to-one relationships, each with a reference to its object as text, for example `Venue/p1`;
  /// `nil` if the relationship has no object.
  package var toOnes: [(name: String, object: String?)] = []
  /// The to-many relationships, each with references to its objects as text. Those that an import
  /// derives from their inverse are left out.
  package var toManys: [(name: String, objects: [String])] = []

  /// A reference to the object as text: entity name, slash, `p`, primary key, for example
  /// `Venue/p1`.
  package var id: String { "\(entity)/p\(key)" }
}

extension JSONNode.Value {
  /// Converts a column's value so that an import restores exactly the same column.
  ///
  /// A value that does not fit the attribute's type is written with its SQLite type:
  /// `{"$text": "x"}`.
  init(exported value: SQLValue, of attribute: Attribute) {
    if value == .null {
      self = .null
      return
    }
    var inner = value
    if attribute.allowsExternalStorage, case .blob(let bytes) = value, bytes.first == 1 {
      inner = .blob(Array(bytes.dropFirst()))
    }
    if attribute.allowsExternalStorage == (inner != value),
      let node = Self.typed(inner, attribute.type),
      let back = try? AttributeValue(node, type: attribute.type),
      ExportedColumn.isSame(back.stored, inner)
    {
      self = node
    } else {
      self = Self.raw(value)
    }
  }

  private static func typed(_ value: SQLValue, _ type: AttributeType) -> JSONNode.Value? {
    switch (AttributeValue(stored: value, type: type), value) {
    case (.integer(let number), _): .number(String(number))
    case (.boolean(let isTrue), _): .boolean(isTrue)
    case (.double(let number), _): number.isFinite ? .number("\(number)") : infinity(number)
    // A decimal is a double in the column, and the shortest text of a double reads back as the same
    // double.
    case (.decimal, .real(let number)): .number("\(number)")
    case (.decimal(let number), _): .number("\(number)")
    case (.date(let seconds), _):
      ExportedColumn.date(seconds).map { .string($0) }
        ?? (seconds.isFinite ? .number("\(seconds)") : infinity(seconds))
    case (.string(let text), _), (.uri(let text), _): .string(text)
    case (.uuid(let uuid), _): .string(uuid.uuidString)
    case (.binary(let bytes), _): .string(Data(bytes).base64EncodedString())
    case (nil, _): nil
    }
  }

  private static func infinity(_ number: Double) -> JSONNode.Value {
    .string(number == .infinity ? "Infinity" : "-Infinity")
  }

  private static func raw(_ value: SQLValue) -> JSONNode.Value {
    let member: (name: String, value: JSONNode.Value) =
      switch value {
      case .null: ("$null", .null)
      case .integer(let number): ("$integer", .number(String(number)))
      case .real(let number):
        ("$real", number.isFinite ? .number("\(number)") : infinity(number))
      case .text(let text): ("$text", .string(text))
      case .blob(let bytes): ("$blob", .string(Data(bytes).base64EncodedString()))
      }
    return .object([JSONMember(member.name, member.value)])
  }

  /// The SQLite value in an object such as `{"$text": "x"}`, which ``raw(_:)`` writes; `nil` for
  /// any other JSON.
  var rawColumn: SQLValue? {
    guard case .object(let members) = self, members.count == 1, let member = members.first else {
      return nil
    }
    switch (member.name, member.value.value) {
    case ("$null", .null): return .null
    case ("$integer", .number(let text)): return Int64(text).map { .integer($0) }
    case ("$real", .number(let text)): return Double(text).map { .real($0) }
    case ("$real", .string("Infinity")): return .real(.infinity)
    case ("$real", .string("-Infinity")): return .real(-.infinity)
    case ("$text", .string(let text)): return .text(text)
    case ("$blob", .string(let text)): return Data(base64Encoded: text).map { .blob(Array($0)) }
    case (_, .null), (_, .boolean), (_, .number), (_, .string), (_, .array), (_, .object):
      return nil
    }
  }

  /// The JSON on one line.
  package var compact: String {
    switch self {
    case .null: "null"
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .number(let text): text
    case .string(let text): JSONText.string(text).compact
    case .array(let items): "[" + items.map(\.value.compact).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { "\(JSONText.string($0.name).compact): \($0.value.value.compact)" }
        .joined(separator: ", ") + "}"
    }
  }
}

extension JSONMember {
  init(_ name: String, _ value: JSONNode.Value) {
    let nowhere = SourceRange(0, 0)
    self.init(name: name, nameRange: nowhere, value: JSONNode(value, at: nowhere))
  }
}
