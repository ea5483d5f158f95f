import Foundation
import MomentumRuntime

// Written by hand after what is generated for the model.

enum BubbleTea: StoredModel {
  static let model = TestModel.read("BubbleTea")
}

struct Location: StoredEntity, Hashable, Identifiable {
  typealias Model = BubbleTea

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Location"
  static let storedProperties = [
    "address",
    "city",
    "country",
    "distance",
    "latitude",
    "longitude",
    "zipcode",
    "venue",
  ]

  var objectID = ID.unsaved
  var address: String?
  var city: String?
  var country: String?
  var distance: Float = 0
  var latitude: Double = 0
  var longitude: Double = 0
  var zipcode: String?
  var venue: Venue.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    address = try row.stringIfPresent(3)
    city = try row.stringIfPresent(4)
    country = try row.stringIfPresent(5)
    distance = try row.float(6)
    latitude = try row.double(7)
    longitude = try row.double(8)
    zipcode = try row.stringIfPresent(9)
    venue = try row.keyIfPresent(10)
  }

  func encode(into row: inout RowEncoder) {
    row.append(address)
    row.append(city)
    row.append(country)
    row.append(distance)
    row.append(latitude)
    row.append(longitude)
    row.append(zipcode)
    row.append(venue)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var address: AttributePath<String?> { AttributePath(path, "address") }
    var city: AttributePath<String?> { AttributePath(path, "city") }
    var country: AttributePath<String?> { AttributePath(path, "country") }
    var distance: AttributePath<Float> { AttributePath(path, "distance") }
    var latitude: AttributePath<Double> { AttributePath(path, "latitude") }
    var longitude: AttributePath<Double> { AttributePath(path, "longitude") }
    var zipcode: AttributePath<String?> { AttributePath(path, "zipcode") }
    var venue: ToOnePath<Venue> { ToOnePath(path, "venue") }
  }
}

struct PriceInfo: StoredEntity, Hashable, Identifiable {
  typealias Model = BubbleTea

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "PriceInfo"
  static let storedProperties = [
    "priceCategory",
    "venue",
  ]

  var objectID = ID.unsaved
  var priceCategory: String?
  var venue: Venue.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    priceCategory = try row.stringIfPresent(3)
    venue = try row.keyIfPresent(4)
  }

  func encode(into row: inout RowEncoder) {
    row.append(priceCategory)
    row.append(venue)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var priceCategory: AttributePath<String?> { AttributePath(path, "priceCategory") }
    var venue: ToOnePath<Venue> { ToOnePath(path, "venue") }
  }
}

struct Stats: StoredEntity, Hashable, Identifiable {
  typealias Model = BubbleTea

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Stats"
  static let storedProperties = [
    "checkinsCount",
    "tipCount",
    "usersCount",
    "venue",
  ]

  var objectID = ID.unsaved
  var checkinsCount: Int32 = 0
  var tipCount: Int32 = 0
  var usersCount: Int32?
  var venue: Venue.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    checkinsCount = try row.int32(3)
    tipCount = try row.int32(4)
    usersCount = try row.int32IfPresent(5)
    venue = try row.keyIfPresent(6)
  }

  func encode(into row: inout RowEncoder) {
    row.append(checkinsCount)
    row.append(tipCount)
    row.append(usersCount)
    row.append(venue)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var checkinsCount: AttributePath<Int32> { AttributePath(path, "checkinsCount") }
    var tipCount: AttributePath<Int32> { AttributePath(path, "tipCount") }
    var usersCount: AttributePath<Int32?> { AttributePath(path, "usersCount") }
    var venue: ToOnePath<Venue> { ToOnePath(path, "venue") }
  }
}

struct Venue: StoredEntity, Hashable, Identifiable {
  typealias Model = BubbleTea

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Venue"
  static let storedProperties = [
    "favorite",
    "identifier",
    "name",
    "note",
    "openedOn",
    "phone",
    "specialCount",
    "website",
    "category",
    "location",
    "priceInfo",
    "stats",
  ]

  var objectID = ID.unsaved
  var favorite: Bool = false
  var identifier: UUID = UUID()
  var name: String = ""
  var note: String?
  var openedOn: Date?
  var phone: String?
  var specialCount: Int32 = 0
  var website: URL?
  var category: VenueCategory.ID?
  var location: Location.ID?
  var priceInfo: PriceInfo.ID?
  var stats: Stats.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    favorite = try row.bool(3)
    identifier = try row.uuid(4)
    name = try row.string(5)
    note = try row.stringIfPresent(6)
    openedOn = try row.dateIfPresent(7)
    phone = try row.stringIfPresent(8)
    specialCount = try row.int32(9)
    website = try row.urlIfPresent(10)
    category = try row.keyIfPresent(11)
    location = try row.keyIfPresent(12)
    priceInfo = try row.keyIfPresent(13)
    stats = try row.keyIfPresent(14)
  }

  func encode(into row: inout RowEncoder) {
    row.append(favorite)
    row.append(identifier)
    row.append(name)
    row.append(note)
    row.append(openedOn)
    row.append(phone)
    row.append(specialCount)
    row.append(website)
    row.append(category)
    row.append(location)
    row.append(priceInfo)
    row.append(stats)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var favorite: AttributePath<Bool> { AttributePath(path, "favorite") }
    var identifier: AttributePath<UUID> { AttributePath(path, "identifier") }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var note: AttributePath<String?> { AttributePath(path, "note") }
    var openedOn: AttributePath<Date?> { AttributePath(path, "openedOn") }
    var phone: AttributePath<String?> { AttributePath(path, "phone") }
    var specialCount: AttributePath<Int32> { AttributePath(path, "specialCount") }
    var website: AttributePath<URL?> { AttributePath(path, "website") }
    var category: ToOnePath<VenueCategory> { ToOnePath(path, "category") }
    var location: ToOnePath<Location> { ToOnePath(path, "location") }
    var priceInfo: ToOnePath<PriceInfo> { ToOnePath(path, "priceInfo") }
    var stats: ToOnePath<Stats> { ToOnePath(path, "stats") }
  }
}

struct VenueCategory: StoredEntity, Hashable, Identifiable {
  typealias Model = BubbleTea

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "VenueCategory"
  static let storedProperties = [
    "categoryID",
    "name",
  ]

  var objectID = ID.unsaved
  var categoryID: String = ""
  var name: String = ""

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    categoryID = try row.string(3)
    name = try row.string(4)
  }

  func encode(into row: inout RowEncoder) {
    row.append(categoryID)
    row.append(name)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var categoryID: AttributePath<String> { AttributePath(path, "categoryID") }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var venues: ToManyPath<Venue> { ToManyPath(path, "venues") }
  }
}
