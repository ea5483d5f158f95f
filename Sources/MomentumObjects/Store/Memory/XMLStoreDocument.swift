internal import MomentumPropertyList

/// The content of an XML store as the file has it, before names are looked up in a model.
///
/// Source: observed in 37 files that Core Data wrote, and in a fixture of a public test suite.
struct XMLStoreDocument: Sendable, Hashable {
  struct Attribute: Sendable, Hashable {
    /// Lower case.
    var name: String
    /// `string`, `int16`, `date` …
    var type: String
    var text: String
    var line = 0
  }

  struct Relationship: Sendable, Hashable {
    /// Lower case.
    var name: String
    /// `1/1` for a to-one relationship, also an optional one; `0/0` for a to-many relationship.
    var type: String
    /// The entity, upper case.
    var destination: String
    /// The ids of the related objects, such as `z104`.
    var ids: [String]
    var line = 0
  }

  struct Object: Sendable, Hashable {
    /// The entity, upper case.
    var type: String
    /// `z102`
    var id: String
    var attributes: [Attribute]
    var relationships: [Relationship]
    var line = 0
  }

  /// The version of the format: 134481920 in all files.
  var version: String
  var uuid: String
  /// The highest number that an object was given so far.
  var lastNumber: Int64
  /// Framework, hashes and the app's keys; type and UUID of the store are not in it.
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
