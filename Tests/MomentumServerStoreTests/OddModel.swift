import Foundation
import MomentumRuntime

/// A model as nobody would write it: names that are SQL, or have quotes, placeholders and letters
/// outside of ASCII.
enum OddModel: StoredModel {
  static let model = RuntimeModel(
    name: "Odd'; DROP SCHEMA \"$1\" --",
    contents: """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Order&quot;; DROP TABLE x; --">
          <attribute name="select" attributeType="String"/>
          <attribute name="grö&quot;ße $1 名" optional="YES" attributeType="Integer 32"/>
          <relationship name="user's" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="user" inverseName="?, $2" inverseEntity="user"/>
        </entity>
        <entity name="user">
          <attribute name="'" optional="YES" attributeType="String"/>
          <relationship name="partner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="user" inverseName="partner" inverseEntity="user"/>
          <relationship name="?, $2" toMany="YES" minCount="1" deletionRule="No Action" destinationEntity="Order&quot;; DROP TABLE x; --" inverseName="user's" inverseEntity="Order&quot;; DROP TABLE x; --"/>
        </entity>
      </model>
      """)
}

/// An object of the first entity.
struct OddOrder: StoredEntity, Hashable {
  typealias Model = OddModel

  struct ID: ObjectKey, Hashable, Sendable {
    var rawValue: Int64
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath
    init(_ path: PropertyPath) { self.path = path }
    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var select: AttributePath<String> { AttributePath(path, "select") }
    var size: AttributePath<Int32?> { AttributePath(path, "grö\"ße $1 名") }
    var user: ToOnePath<OddUser> { ToOnePath(path, "user's") }
  }

  static let entityName = "Order\"; DROP TABLE x; --"
  static let storedProperties = ["select", "grö\"ße $1 名", "user's"]

  var objectID = ID(rawValue: 0)
  var select: String
  var size: Int32?
  var user: OddUser.ID?

  init(select: String, size: Int32? = nil, user: OddUser.ID? = nil) {
    self.select = select
    self.size = size
    self.user = user
  }

  /// The columns of a Core Data store, sorted by name: `ZSELECT` comes after the other attribute's,
  /// which begins with `ZGR`.
  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    size = try row.int32IfPresent(3)
    select = try row.string(4)
    user = try row.keyIfPresent(5)
  }

  func encode(into row: inout RowEncoder) {
    row.append(select)
    row.append(size)
    row.append(user)
  }
}

/// An object of the second entity.
struct OddUser: StoredEntity, Hashable {
  typealias Model = OddModel

  struct ID: ObjectKey, Hashable, Sendable {
    var rawValue: Int64
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath
    init(_ path: PropertyPath) { self.path = path }
    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var quote: AttributePath<String?> { AttributePath(path, "'") }
    var orders: ToManyPath<OddOrder> { ToManyPath(path, "?, $2") }
  }

  static let entityName = "user"
  static let storedProperties = ["'", "partner"]

  var objectID = ID(rawValue: 0)
  var quote: String?
  var partner: ID?

  init(quote: String?, partner: ID? = nil) {
    self.quote = quote
    self.partner = partner
  }

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    quote = try row.stringIfPresent(3)
    partner = try row.keyIfPresent(4)
  }

  func encode(into row: inout RowEncoder) {
    row.append(quote)
    row.append(partner)
  }
}
