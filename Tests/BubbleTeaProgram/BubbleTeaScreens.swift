import Foundation
public import GoldenBubbleTea
public import MomentumRuntime

// The screens of an app that lists bubble tea shops. The article BubbleTea.md shows this file part by
// part, and a test runs it.

// MARK: Opening

/// What the screens of the app show, from one open store.
public struct BubbleTeaScreens {
  private let store: Store<BubbleTea>

  public init(path: String, observe: (@Sendable (StatementRun) -> Void)? = nil) throws {
    store = try BubbleTea.open(path, options: StoreOptions(observe: observe))
  }

  // MARK: The list

  /// All shops by name, as a reader of the language sorts them.
  public func list() throws -> [Venue] {
    try store.fetch(Venue.all.sorted(by: \.name, .ascending, .localizedStandard))
  }

  // MARK: Filters

  /// The shops of a price category: `$`, `$$` or `$$$`.
  public func venues(inPriceCategory category: String) throws -> [Venue] {
    try store.fetch(Venue.where { $0.priceInfo.priceCategory == category })
  }

  /// Shops with a deal, the most deals first.
  public func deals() throws -> [Venue] {
    try store.fetch(
      Venue.where { $0.specialCount > 0 }
        .sorted(by: \.specialCount, .descending).sorted(by: \.name))
  }

  /// The nearest shops.
  public func nearest(_ count: Int) throws -> [Venue] {
    try store.fetch(Venue.all.sorted(by: \.location.distance).limit(count))
  }

  /// A stored request of the model, as a function with typed parameters.
  public func dealsNearby(distance: Float, category: String) throws -> [Venue] {
    try store.fetch(Venue.dealsNearby(distance: distance, category: category))
  }

  // MARK: Labels

  /// How many shops there are in a price category.
  public func count(ofPriceCategory category: String) throws -> Int {
    try store.count(Venue.where { $0.priceInfo.priceCategory == category })
  }

  /// The same for all categories at once.
  public func countsByPriceCategory() throws -> [String: Int] {
    let counts = try store.counts(Venue.all, by: \.priceInfo.priceCategory)
    return Dictionary(counts.map { ($0.value ?? "unknown", $0.count) }, uniquingKeysWith: +)
  }

  /// How many deals there are in all shops together.
  public func sumOfDeals() throws -> Int {
    Int(try store.sum(Venue.all, of: \.specialCount))
  }

  // MARK: Details

  /// What a cell shows: the shop and where it is.
  public func cells() throws -> [String] {
    let venues = try list()
    let locations = try store.related(\.location, of: venues)
    return venues.map { "\($0.name), \(locations[$0]?.city ?? "somewhere")" }
  }

  // MARK: Changes

  /// Marks all shops as favorites, without reading one.
  @discardableResult
  public func markAllAsFavorites() throws -> Int {
    try store.update(Venue.all, set: [.set(\.favorite, true)])
  }

  /// A new shop in a new place.
  public func add(_ name: String, in city: String) throws -> Venue {
    try store.transaction {
      let location = try store.insert(Location(city: city))
      return try store.insert(
        Venue(identifier: UUID(), name: name, location: location.objectID))
    }
  }

  /// Deletes the shops of a price category, with their places, prices and numbers.
  @discardableResult
  public func delete(priceCategory category: String) throws -> Int {
    try store.delete(Venue.where { $0.priceInfo.priceCategory == category })
  }
}
