import Foundation
import Testing

@testable import TeaService

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The routes over loopback, on a database that `MOMENTUM_TEST_POSTGRES` names.
@Suite(.serialized, .enabled(if: TeaServer.database != nil, "set MOMENTUM_TEST_POSTGRES"))
struct TeaServiceTests {
  @Test func aVenueIsMadeFoundAndRemoved() async throws {
    try await TeaServer.with { server in
      let made = try await server.send("POST", "venues", ["name": "Sago House", "city": "Ulm"])
      #expect(made.status == 201, "\(made.text)")
      let identifier = try #require(made.object["identifier"] as? String)
      let found = try await server.send("GET", "venues?city=Ulm&limit=1")
      #expect((found.list.first?["name"] as? String) == "Sago House")
      let tip = try await server.send("POST", "venues/\(identifier)/tips", ["text": "the oolong"])
      #expect(tip.status == 201, "\(tip.text)")
      let whole = try await server.send("GET", "venues/\(identifier)")
      #expect(whole.object["tips"] as? [String] == ["the oolong"])
      #expect(try await server.send("DELETE", "venues/\(identifier)").status == 204)
      #expect(try await server.send("GET", "venues/\(identifier)").status == 404)
    }
  }

  /// Each visit is one transaction; the ones that meet are repeated.
  @Test func visitsAtTheSameTimeAllCount() async throws {
    try await TeaServer.with { server in
      let made = try await server.send("POST", "venues", ["name": "Busy", "city": "Bern"])
      let identifier = try #require(made.object["identifier"] as? String)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask { try await server.send("POST", "venues/\(identifier)/visits").status }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      let counted = statuses.filter { $0 == 200 }.count
      #expect(counted > 0 && statuses.allSatisfy { $0 == 200 || $0 == 409 })
      let venue = try await server.send("GET", "venues/\(identifier)")
      #expect((venue.object["venue"] as? [String: Any])?["visits"] as? Int == counted)
    }
  }

  @Test func failuresAreStatusesAndTellNoStoredValue() async throws {
    try await TeaServer.with { server in
      let identifier = UUID().uuidString
      let venue = ["name": "Twice", "city": "Secret City", "identifier": identifier]
      #expect(try await server.send("POST", "venues", venue).status == 201)
      let twice = try await server.send("POST", "venues", venue)
      #expect(twice.status == 422 && twice.text.contains("identifier"))
      #expect(!twice.text.contains(identifier) && !twice.text.contains("Secret"))
      let empty = try await server.send("POST", "venues", ["name": "", "city": "Ulm"])
      #expect(empty.status == 422, "\(empty.text)")
      let filter = "nothing%20%3D%3D%201"
      #expect(try await server.send("GET", "venues?filter=\(filter)").status == 400)
      let unknown = try await server.send("POST", "venues/\(UUID())/visits")
      #expect(unknown.status == 404)
    }
  }

  /// What would be SQL in a text that is put together is a value here.
  @Test func aFilterNeverBecomesSQL() async throws {
    try await TeaServer.with { server in
      _ = try await server.send("POST", "venues", ["name": "Kept", "city": "Ulm"])
      let attack = "name%20%3D%3D%20%22x'%3B%20DROP%20TABLE%20venue%3B%20--%22"
      let answer = try await server.send("GET", "venues?filter=\(attack)")
      #expect(answer.status == 200 && answer.list.isEmpty)
      #expect(try await server.send("GET", "venues").list.count >= 1)
    }
  }
}
