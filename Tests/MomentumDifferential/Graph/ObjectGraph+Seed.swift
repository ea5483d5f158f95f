import Foundation
import MomentumDiagnostics
import MomentumModel

extension ObjectGraph {
  /// The objects as `momentum import` takes them; every relationship is given from both sides.
  package var seedText: String {
    let items = objects.enumerated().map { index, object in
      JSONText.object([
        ("entity", .string(model[object.entity].name)), ("id", .string("o\(index)")),
        ("attributes", .object(attributes(of: object))),
        ("relationships", .object(relationships(of: object))),
      ])
    }
    return JSONText.object([("objects", .array(items))]).compact
  }

  private func attributes(of object: Object) -> [(key: String, value: JSONText)] {
    // What is computed cannot be given.
    model.attributes(of: object.entity).filter { model[$0].derivation == nil }.map { id in
      (model[id].name, json(Leaf(id), model[id], object))
    }
  }

  private func json(_ leaf: Leaf, _ attribute: Attribute, _ object: Object) -> JSONText {
    guard case .composite(let id) = attribute.type else {
      return object.values[leaf].map { Self.json($0) } ?? .null
    }
    let isThere = object.values.keys.contains {
      $0.attribute == leaf.attribute && $0.path.starts(with: leaf.path)
    }
    guard isThere else { return .null }
    return .object(
      model[id].elements.map { element in
        let inner = Leaf(leaf.attribute, path: leaf.path + [element.name])
        return (element.name, json(inner, element, object))
      })
  }

  private static func json(_ value: AttributeValue) -> JSONText {
    switch value {
    case .integer(let number): .integer(Int(number))
    case .double(let number), .date(let number): .number(number)
    case .decimal(let number): .string("\(number)")
    case .string(let text), .uri(let text): .string(text)
    case .boolean(let flag): .bool(flag)
    case .uuid(let uuid): .string(uuid.uuidString)
    case .binary(let bytes): .string(Data(bytes).base64EncodedString())
    }
  }

  private func relationships(of object: Object) -> [(key: String, value: JSONText)] {
    model.relationships(of: object.entity).compactMap { id in
      let targets = (object.links[id] ?? []).map { JSONText.string("o\($0)") }
      guard let first = targets.first else { return nil }
      return (model[id].name, model[id].isToMany ? .array(targets) : first)
    }
  }
}
