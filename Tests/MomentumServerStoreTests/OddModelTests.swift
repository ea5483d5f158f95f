import MomentumPostgreSQL
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Names and values that would be SQL if they were not quoted or bound.
@Suite(
  .tags(.server),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(2)))
struct OddModelTests {
  @Test func namesAreNamesAndValuesAreValues() async throws {
    try await ServerTest.withStore(of: OddModel.self) { store, test in
      try await test.observer.execute(script: "CREATE TABLE x ()")
      let text = "'; DROP TABLE x; -- $1 \\ \" \u{1F642}"
      let (user, order) = try await store.transaction { store in
        let user = try await store.insert(OddUser(quote: text))
        let order = try await store.insert(OddOrder(select: text, size: 7, user: user.objectID))
        return (user, order)
      }
      #expect(try await store.fetch(OddOrder.where { $0.select == text }) == [order])
      #expect(try await store.fetch(OddUser.all) == [user])
      let typed = OddOrder.where { $0.size > 6 && $0.user.quote.contains("DROP") }
      #expect(try await store.fetch(typed.sorted(by: \.size)) == [order])
      let format = OddOrder.where(
        format: "%K == %@ AND %K BEGINSWITH %@", "select", text, "user's.'", "';")
      #expect(try await store.count(format) == 1)
      try await store.update(typed, set: [.set(\.size, nil)])
      #expect(try await store.related(\.orders, of: [user])[user].map(\.size) == [nil])
      #expect(try await store.maximum(OddOrder.all, of: \.select) == text)
      #expect(try await test.observer.query("SELECT 1 FROM x").count == 0)
    }
    // The name of the model is a value in the table of models.
    try await ServerTest.with { test in
      await (try await OddModel.create(server: test.address, options: test.options)).close()
      await (try await OddModel.open(server: test.address, options: test.options)).close()
    }
  }

  @Test func aRequiredRelationshipIsCheckedAtTheEnd() async throws {
    try await ServerTest.withStore(of: OddModel.self) { store, _ in
      let lonely = await failure { try await store.insert(OddUser(quote: nil)) }
      #expect(lonely?.reason == .validation)
      #expect(
        lonely?.description == "relationship '?, $2' of entity 'user' is not optional and needs at "
          + "least one object")
      let order = try await store.transaction { store in
        let user = try await store.insert(OddUser(quote: nil))
        return try await store.insert(OddOrder(select: "x", user: user.objectID))
      }
      let last = await failure { try await store.delete(order) }
      #expect(last?.reason == .validation)
      var changed = order
      changed.user = nil
      let freed = await failure { try await store.update(changed) }
      #expect(freed?.reason == .validation)
      #expect(try await store.fetch(OddOrder.all) == [order])
    }
  }

  /// A one-to-one relationship that is its own inverse.
  @Test func partnersHaveEachOther() async throws {
    try await Twins<OddModel>.with { twins in
      var keys: [OddUser.ID] = []
      for _ in 0..<3 {
        let key = try twins.store.transaction {
          let user = try twins.store.insert(OddUser(quote: nil)).objectID
          try twins.store.insert(OddOrder(select: "x", user: user))
          return user
        }
        let other = try await twins.server.transaction { store in
          let user = try await store.insert(OddUser(quote: nil)).objectID
          try await store.insert(OddOrder(select: "x", user: user))
          return user
        }
        #expect(key == other)
        keys.append(key)
      }
      for (first, second) in [(0, 1), (1, 2), (2, 2), (0, 2), (1, -1), (0, -1)] {
        var user = OddUser(quote: "u", partner: second < 0 ? nil : keys[second])
        user.objectID = keys[first]
        let changed = user
        try twins.store.update(changed)
        try await twins.server.update(changed)
        let expected = try twins.store.fetch(OddUser.all.sorted(by: \.objectID))
        let found = try await twins.server.fetch(OddUser.all.sorted(by: \.objectID))
        #expect(found == expected, "\(first) \(second)")
      }
    }
  }
}
