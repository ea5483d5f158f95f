/// A keyed archive: a table of objects that refer to each other, and a root object.
///
/// Format: a property list whose `$objects` refer to each other by UIDs and name their class under
/// `$class`. Documented in swift-corelibs-foundation's NSKeyedArchiver (open source).
package struct KeyedArchive: Sendable {
  /// An object of the archive: its class and its members.
  package struct Object: Sendable {
    package var className: String
    package var members: [String: PropertyList]
  }

  /// The target of a reference.
  package enum Node: Sendable {
    case null
    case value(PropertyList)
    case object(Object)
  }

  private let objects: [PropertyList]
  /// The archive's outermost object: that under the key `root` of `$top`, or under its first key.
  package let root: PropertyList

  /// - Throws: An error if the bytes are not a keyed archive.
  package init(_ bytes: [UInt8]) throws(PropertyListError) {
    let list: PropertyList
    do {
      list = try PropertyList.read(bytes)
    } catch let error as PropertyListError {
      throw error
    } catch {
      throw PropertyListError(message: "the bytes are not a property list")
    }
    guard let members = list.dictionary, members["$archiver"]?.string == "NSKeyedArchiver",
      let objects = members["$objects"]?.array, let top = members["$top"]?.dictionary,
      let root = top["root"] ?? top.min(by: { $0.key < $1.key })?.value
    else { throw PropertyListError(message: "the list is not a keyed archive") }
    self.objects = objects
    self.root = root
  }

  /// The greatest number of references that are followed in a row; a longer chain is a cycle.
  private static let hopsMax = 8

  /// Follows a reference. A missing member, which is `nil`, results in `.null`.
  package func node(_ value: PropertyList?) -> Node {
    guard var value else { return .null }
    var hops = 0
    while case .uid(let number) = value {
      guard hops < Self.hopsMax, let index = Int(exactly: number), objects.indices.contains(index)
      else { return .null }
      value = objects[index]
      hops += 1
    }
    switch value {
    case .null, .string("$null"), .uid: return .null
    case .dictionary(let members):
      guard case .uid(let number)? = members["$class"], let index = Int(exactly: number),
        objects.indices.contains(index),
        let name = objects[index].dictionary?["$classname"]?.string
      else { return .value(value) }
      return .object(Object(className: name, members: members))
    case .string, .integer, .unsigned, .real, .boolean, .date, .data, .array:
      return .value(value)
    }
  }

  package func object(_ value: PropertyList?) -> Object? {
    if case .object(let object) = node(value) { object } else { nil }
  }

  package func string(_ value: PropertyList?) -> String? {
    switch node(value) {
    case .null: nil
    case .value(let value): value.string
    case .object(let object): object.members["NS.string"]?.string
    }
  }

  package func integer(_ value: PropertyList?) -> Int64? {
    switch node(value) {
    case .value(.integer(let number)): number
    case .value(.boolean(let flag)): flag ? 1 : 0
    case .value(.real(let number)): Int64(exactly: number)
    case .null, .value, .object: nil
    }
  }

  /// The value of a flag; false if it is missing.
  package func flag(_ value: PropertyList?) -> Bool { integer(value).map { $0 != 0 } ?? false }

  /// The items of an array or a set; empty for any other value.
  package func items(_ value: PropertyList?) -> [PropertyList] {
    switch node(value) {
    case .null: []
    case .value(let value): value.array ?? []
    case .object(let object): object.members["NS.objects"]?.array ?? []
    }
  }

  /// The pairs of a dictionary in archived order, without those whose key is not a string.
  package func pairs(_ value: PropertyList?) -> [(key: String, value: PropertyList)] {
    guard let object = object(value) else { return [] }
    var keys = object.members["NS.keys"]?.array ?? []
    var values = object.members["NS.objects"]?.array ?? []
    // A known-keys dictionary has its keys in a separate object. Observed in the caches of stores.
    if let mapping = self.object(object.members["searchMapping"]) {
      keys = items(mapping.members["keys"])
      values = items(object.members["values"])
    }
    return zip(keys, values).compactMap { key, value in string(key).map { ($0, value) } }
  }
}
