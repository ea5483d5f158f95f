import Foundation
import Hummingbird
import MomentumRuntime
import MomentumServerStore

/// The routes of the service. A `ServerStore` is `Sendable`: all requests share one, and with it its
/// pool of connections.
struct TeaRoutes: Sendable {
  let store: ServerStore<Tea>

  func add(to router: Router<BasicRequestContext>) {
    router.get("venues", use: venues)
    router.get("venues/:identifier", use: venue)
    router.post("venues", use: addVenue)
    router.post("venues/:identifier/tips", use: addTip)
    router.post("venues/:identifier/visits", use: visit)
    router.delete("venues/:identifier", use: removeVenue)
  }

  // MARK: - Reading

  /// `GET /venues?city=Ulm&filter=visits > 3&limit=20`
  ///
  /// The filter is a predicate of the client: it is checked against the model, and never becomes SQL
  /// text. The limit keeps an answer small, whatever the client asks for.
  @Sendable private func venues(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> [Venue] {
    var fetch = Venue.all.sorted(by: \.name)
    if let city = request.uri.queryParameters.get("city") {
      fetch = fetch.where { $0.city == city }
    }
    if let filter = request.uri.queryParameters.get("filter") {
      fetch = fetch.where(format: filter)
    }
    let limit = request.uri.queryParameters.get("limit", as: Int.self) ?? 20
    return try await store.fetch(fetch.limit(min(max(limit, 1), 100)))
  }

  @Sendable private func venue(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> VenueWithTips {
    let venue = try await venue(context, in: store)
    let tips = try await store.related(\.tips, of: [venue])
    return VenueWithTips(venue: venue, tips: tips[venue].map(\.text).sorted())
  }

  // MARK: - Changing

  @Sendable private func addVenue(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> EditedResponse<Venue> {
    let new = try await request.decode(as: NewVenue.self, context: context)
    let venue = Venue(
      city: new.city, identifier: new.identifier ?? UUID(), name: new.name)
    return EditedResponse(status: .created, response: try await store.insert(venue))
  }

  @Sendable private func addTip(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> EditedResponse<Tip> {
    let new = try await request.decode(as: NewTip.self, context: context)
    let tip = try await store.transaction { store in
      let venue = try await self.venue(context, in: store)
      return try await store.insert(Tip(text: new.text, venue: venue.objectID))
    }
    return EditedResponse(status: .created, response: tip)
  }

  /// Reads and writes in one transaction. Of two at once the server refuses one, which then runs
  /// again, so no visit is lost.
  @Sendable private func visit(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> Venue {
    let options = ServerTransaction(.serializable, attemptsMax: 20)
    return try await store.transaction(options) { store in
      var venue = try await self.venue(context, in: store)
      venue.visits += 1
      try await store.update(venue)
      return venue
    }
  }

  /// The tips go with the venue, by the delete rule of the model.
  @Sendable private func removeVenue(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> HTTPResponse.Status {
    try await store.delete(try await venue(context, in: store))
    return .noContent
  }

  // MARK: - Parts

  /// The venue that the path names.
  ///
  /// By its identifier, which a phone can make: the keys of the database are its own.
  private func venue(
    _ context: BasicRequestContext, in store: ServerStore<Tea>
  ) async throws -> Venue {
    let identifier = try context.parameters.require("identifier", as: UUID.self)
    guard let venue = try await store.first(Venue.where { $0.identifier == identifier }) else {
      throw HTTPError(.notFound, message: "no venue has this identifier")
    }
    return venue
  }
}

/// What a client sends for a new venue. With an identifier, a request that is sent twice makes one
/// venue: the second one breaks the uniqueness constraint.
struct NewVenue: Decodable {
  var name: String
  var city: String
  var identifier: UUID?
}

struct NewTip: Decodable {
  var text: String
}

struct VenueWithTips: ResponseEncodable {
  var venue: Venue
  var tips: [String]
}

extension Venue: ResponseEncodable {}
extension Tip: ResponseEncodable {}
