import Foundation
import MomentumModel

extension ManagedObject: CustomStringConvertible {
  /// The entity, the identity and the values in memory, in the form of Core Data. It reads nothing
  /// from the store.
  ///
  /// Source: observed in logs of several apps.
  public final var description: String {
    let head = "<\(type(of: self))> (entity: \(plan.name); id: <\(objectID.uri)>; data: "
    guard !isFault else { return head + "<fault>)" }
    let lines = plan.propertyNames.map { name in "    \(name) = \(text(of: name));\n" }
    return head + "{\n\(lines.joined())})"
  }

  private func text(of name: String) -> String {
    switch plan.place(of: name) {
    case .attribute(let index)?: return text((try? attribute(index)) ?? .null)
    case .toOne(let index)?:
      return ((try? toOneID(index)) ?? nil).map { "\"<\($0.uri)>\"" } ?? "nil"
    case .toMany(let index)?:
      guard let members = details?.toManys[index].members else {
        return "\"<relationship fault: '\(name)'>\""
      }
      return "(\n" + members.map { "        \"<\($0.objectID.uri)>\"" }.joined(separator: ",\n")
        + "\n    )"
    case .fetchedProperty?: return "\"<fetched property fault: '\(name)'>\""
    case nil: return "nil"
    }
  }

  private func text(_ value: PropertyValue) -> String {
    switch value {
    case .null: "nil"
    case .attribute(.string(let text)), .attribute(.uri(let text)):
      text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && !text.isEmpty
        ? text : "\"\(text)\""
    case .attribute(.integer(let number)): "\(number)"
    case .attribute(.double(let number)): "\(number)"
    case .attribute(.decimal(let number)): "\(number)"
    case .attribute(.boolean(let flag)): flag ? "1" : "0"
    case .attribute(.date(let seconds)): "\(seconds)"
    case .attribute(.binary(let bytes)): "{length = \(bytes.count)}"
    case .attribute(.uuid(let uuid)): "\"\(uuid.uuidString)\""
    case .composite(let values): "{\(values.keys.sorted().joined(separator: ", "))}"
    case .transformed: "(transformed value)"
    case .object(let object): "\"<\(object.objectID.uri)>\""
    case .objects(let objects), .orderedObjects(let objects): "(\(objects.count) objects)"
    }
  }
}
