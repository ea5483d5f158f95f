internal import MomentumPropertyList

/// The content of an XML store as the file has it, before names are looked up in a model.
///
/// Source: observed in 37 files that Core Data wrote, and in a fixture of a public test suite.
struct XMLStoreDocument: Sendable, Hashable {
  struct Attribute: Sendable, Hashable {
    /// The name in lower case.
    var name: String
    /// The type as the file writes it: `string`, `int16`, `date`, ….
    var type: String
    var text: String
    var line = 0
  }

  struct Relationship: Sendable, Hashable {
    /// The name in lower case.
    var name: String
    /// The numbers of objects: `1/1` for a to-one relationship, even an optional one; `0/0` for a
    /// to-many relationship.
    var type: String
    /// The name of the destination entity in upper case.
    var destination: String
    /// The ids of the related objects, such as `z104`.
    var ids: [String]
    var line = 0
  }

  struct Object: Sendable, Hashable {
    /// The name of the entity in upper case.
    var type: String
    /// The id of the object, for example `z102`.
    var id: String
    var attributes: [Attribute]
    var relationships: [Relationship]
    var line = 0
  }

  /// The version of the format: 134481920 in all files.
  var version: String
  var uuid: String
  /// The highest number that any object has had.
  var lastNumber: Int64
  /// Framework, hashes and the app's own keys. Type and UUID of the store are stored elsewhere.
  var metadata: [String: PropertyList]
  var objects: [Object]

  init(
    uuid: String, lastNumber: Int64, metadata: [String: PropertyList], objects: [Object]
  ) {
    version = "134481920"
    self.uuid = uuid
    self.lastNumber = lastNumber
    self.metadata = metadata
    self.objects = objects
  }
}
