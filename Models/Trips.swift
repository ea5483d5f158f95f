import Foundation
import SwiftData

@Model
final class Trip {
  var title: String
  var notes: String?
  var rating: Int
  var budget: Double
  var isDone: Bool
  var start: Date
  var end: Date?
  var owner: Traveller?
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop]

  init(title: String, start: Date) {
    self.title = title
    self.start = start
    rating = 0
    budget = 0
    isDone = false
    stops = []
  }
}

@Model
final class Traveller {
  @Attribute(.unique) var name: String
  @Relationship(inverse: \Trip.owner) var trips: [Trip]

  init(name: String) {
    self.name = name
    trips = []
  }
}

@Model
final class Stop {
  var city: String
  var nights: Int
  var trip: Trip?

  init(city: String, nights: Int) {
    self.city = city
    self.nights = nights
  }
}

extension Trip {
  static func matching(_ text: String) -> Predicate<Trip> {
    #Predicate { text.isEmpty || $0.title.localizedStandardContains(text) }
  }

  static func long(_ nights: Int) -> FetchDescriptor<Trip> {
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.stops.contains { stop in stop.nights >= nights } },
      sortBy: [SortDescriptor(\.start, order: .reverse), SortDescriptor(\.title)])
    descriptor.fetchLimit = 10
    return descriptor
  }

  static let cost = #Expression<Trip, Double> { $0.budget * 1.1 }
}
