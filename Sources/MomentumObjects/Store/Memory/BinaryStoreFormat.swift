internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumPropertyList

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads and writes a store as one binary property list. The format is Momentum's own: Core Data's
/// is a private archive that no public source describes.
///
///     {format: "Momentum store", version: 1, lastNumber: 103, information: {…}, objects: [
///       {entity: "Venue", number: 102, values: {name: "Pier"}, toOnes: {city: 103}, toManys: {…}}]}
struct BinaryStoreFormat: StoreFileFormat {
  let type = "Binary"
  private static let format = "Momentum store"
  private static let version: Int64 = 1

  func information(_ bytes: [UInt8], path: String) throws -> StoreInformation {
    StoreInformation(try members(bytes, path)["information"]?.dictionary ?? [:])
  }

  // MARK: - Reading

  private func members(_ bytes: [UInt8], _ path: String) throws -> [String: PropertyList] {
    let list: PropertyList
    do { list = try PropertyList.read(bytes) } catch let error as PropertyListError {
      throw failure(error.message, path)
    }
    guard let members = list.dictionary, members["format"]?.string == Self.format else {
      throw failure("it is not a binary store of Momentum; those of Core Data cannot be read", path)
    }
    guard members["version"]?.integer == Self.version else {
      throw failure("a newer version of Momentum wrote it", path)
    }
    return members
  }

  func read(_ bytes: [UInt8], path: String, _ model: ModelPlan) throws -> StoreContents {
    let members = try members(bytes, path)
    guard let lastNumber = members["lastNumber"]?.integer, let objects = members["objects"]?.array,
      let information = members["information"]?.dictionary
    else { throw failure("a part of the list is missing", path) }
    let nodes = try objects.map { try node($0.dictionary ?? [:], model, path) }
    guard Set(nodes.map(\.number)).count == nodes.count else {
      throw failure("two objects have the same number", path)
    }
    return StoreContents(
      information: StoreInformation(information),
      lastNumber: max(lastNumber, nodes.map(\.number).max() ?? 0), nodes: nodes)
  }

  private func node(
    _ object: [String: PropertyList], _ model: ModelPlan, _ path: String
  ) throws -> StoreNode {
    guard let name = object["entity"]?.string, let entity = model.entity(named: name),
      let number = object["number"]?.integer, number > 0
    else { throw failure("an object has no known entity or no number", path) }
    let values = object["values"]?.dictionary ?? [:]
    let toOnes = object["toOnes"]?.dictionary ?? [:]
    let toManys = object["toManys"]?.dictionary ?? [:]
    return StoreNode(
      entity: entity, number: number,
      values: try entity.leaves.map { leaf in
        guard let list = values[Self.name(of: leaf, model)] else { return nil }
        guard let value = Self.value(list, leaf.type) else {
          throw failure("'\(Self.name(of: leaf, model))' of '\(name)' has another type", path)
        }
        return value
      },
      toOnes: entity.toOnes.map { toOnes[$0.name]?.integer },
      toManys: entity.toManys.map { toManys[$0.name]?.array?.compactMap(\.integer) ?? [] })
  }

  private func failure(_ reason: String, _ path: String) -> MemoryStoreError {
    MemoryStoreError(.corrupt(reason: reason, line: nil), path: path)
  }

  // MARK: - Writing

  func write(_ contents: StoreContents, path: String, _ model: ModelPlan) throws -> [UInt8] {
    BinaryPropertyListWriter.write(
      .dictionary([
        "format": .string(Self.format), "version": .integer(Self.version),
        "lastNumber": .integer(contents.lastNumber),
        "information": .dictionary(contents.information.values),
        "objects": .array(contents.nodes.map { object($0, model) }),
      ]))
  }

  private func object(_ node: StoreNode, _ model: ModelPlan) -> PropertyList {
    var values: [String: PropertyList] = [:]
    for (index, leaf) in node.entity.leaves.enumerated() where !leaf.isTransient {
      values[Self.name(of: leaf, model)] = node.values[index].map { Self.list($0) }
    }
    var toOnes: [String: PropertyList] = [:]
    for (index, relationship) in node.entity.toOnes.enumerated() where !relationship.isTransient {
      toOnes[relationship.name] = node.toOnes[index].map { .integer($0) }
    }
    var toManys: [String: PropertyList] = [:]
    for (index, relationship) in node.entity.toManys.enumerated() where !relationship.isTransient {
      guard !node.toManys[index].isEmpty else { continue }
      toManys[relationship.name] = .array(node.toManys[index].map { .integer($0) })
    }
    return .dictionary([
      "entity": .string(node.entity.name), "number": .integer(node.number),
      "values": .dictionary(values), "toOnes": .dictionary(toOnes),
      "toManys": .dictionary(toManys),
    ])
  }

  // MARK: - Values

  private static func name(of leaf: LeafPlan, _ model: ModelPlan) -> String {
    ([model.model[leaf.attribute].name] + leaf.path).joined(separator: ".")
  }

  private static func list(_ value: AttributeValue) -> PropertyList {
    switch value {
    case .integer(let number): .integer(number)
    case .double(let number), .date(let number): .real(number)
    case .decimal(let number): .string("\(number)")
    case .string(let text), .uri(let text): .string(text)
    case .boolean(let flag): .boolean(flag)
    case .binary(let bytes): .data(bytes)
    case .uuid(let uuid): .string(uuid.uuidString)
    }
  }

  private static func value(_ list: PropertyList, _ type: AttributeType) -> AttributeValue? {
    switch (list, type) {
    case (.integer(let number), .integer16), (.integer(let number), .integer32),
      (.integer(let number), .integer64):
      .integer(number)
    case (.real(let number), .double), (.real(let number), .float): .double(number)
    case (.real(let number), .date): .date(number)
    case (.boolean(let flag), .boolean): .boolean(flag)
    case (.data(let bytes), .binary), (.data(let bytes), .transformable): .binary(bytes)
    case (.string(let text), .string): .string(text)
    case (.string(let text), .uri): .uri(text)
    case (.string(let text), .uuid), (.string(let text), .decimal):
      XMLStoreValue.value(text, type)
    case _: nil
    }
  }
}
