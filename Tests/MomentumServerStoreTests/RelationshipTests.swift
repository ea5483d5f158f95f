import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import GoldenStaff
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Both sides of relationships, delete rules, and numbers of objects.
@Suite(
  .tags(.server, .random),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(10)))
struct RelationshipTests {
  /// One-to-one relationships are set from either side; the key is in one of both rows.
  @Test(arguments: 0..<TestLength.choose(short: 3, long: 12))
  func oneToOneIsTheSameFromBothSides(seed: Int) async throws {
    try await Twins<BubbleTea>.with { twins in
      var dice = SeededGenerator(seed: UInt64(seed))
      for number in 0..<4 {
        let venue = Venue(identifier: UUID(), name: "v\(number)")
        _ = await twins.both("venue", { try $0.insert(venue).objectID }) {
          try await $0.insert(venue).objectID
        }
      }
      for step in 0..<TestLength.choose(short: 40, long: 120) {
        let venue = Venue.ID(rawValue: Int64(dice.number(1..<5)))
        let place = Location.ID(rawValue: Int64(dice.number(1..<8)))
        let (isNone, kind) = (dice.number(0..<4) == 0, dice.number(0..<5))
        let story = "seed \(seed), step \(step), kind \(kind), \(venue.rawValue) \(place.rawValue)"
        switch kind {
        case 0:
          let new = Location(city: "\(step)", venue: isNone ? nil : venue)
          _ = await twins.both(story, { try $0.insert(new).objectID }) {
            try await $0.insert(new).objectID
          }
        case 1, 2:
          _ = await twins.both(story) { store in
            guard var value = try store.object(venue, as: Venue.self) else { return "none" }
            value.location = isNone ? nil : place
            try store.update(value)
            return "done"
          } _: { store in
            guard var value = try await store.object(venue, as: Venue.self) else { return "none" }
            value.location = isNone ? nil : place
            try await store.update(value)
            return "done"
          }
        case 3:
          _ = await twins.both(story) { store in
            guard var value = try store.object(place, as: Location.self) else { return "none" }
            value.venue = isNone ? nil : venue
            try store.update(value)
            return "done"
          } _: { store in
            guard var value = try await store.object(place, as: Location.self) else {
              return "none"
            }
            value.venue = isNone ? nil : venue
            try await store.update(value)
            return "done"
          }
        case _:
          _ = await twins.both(story) { store in
            try store.delete(Location.self, place)
            return "done"
          } _: { store in
            try await store.delete(Location.self, place)
            return "done"
          }
        }
        let venues = try twins.store.fetch(Venue.all.sorted(by: \.objectID))
        let places = try twins.store.fetch(Location.all.sorted(by: \.objectID))
        let found = try await twins.server.fetch(Venue.all.sorted(by: \.objectID))
        try #require(found == venues, "\(story)")
        try #require(
          try await twins.server.fetch(Location.all.sorted(by: \.objectID)) == places, "\(story)")
        let ends = try await twins.server.related(\.location, of: venues)
        for venue in venues { #expect(ends[venue]?.objectID == venue.location) }
      }
    }
  }

  @Test func deletionsFollowTheRules() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let place = try await store.insert(Location(city: "Ulm"))
      let group = try await store.insert(VenueCategory(categoryID: "1", name: "Tea"))
      let venue = try await store.insert(
        Venue(identifier: UUID(), name: "Chaya", category: group.objectID, location: place.objectID)
      )
      let other = try await store.insert(
        Venue(identifier: UUID(), name: "Zen", category: group.objectID))
      try await store.delete(venue)
      #expect(try await store.count(Location.all) == 0)
      #expect(try await store.related(\.venues, of: [group])[group] == [other])
      try await store.delete(group)
      #expect(try await store.object(other.objectID, as: Venue.self)?.category == nil)
      let gone = await failure { try await store.delete(venue) }
      #expect(gone?.reason == .noObject)
    }
  }

  /// The rule *Deny*, and an object that another one requires.
  @Test func staffKeepsItsRules() async throws {
    try await ServerTest.withStore(of: Staff.self) { store, _ in
      let (department, ann, ben) = try await store.transaction { store in
        let department = try await store.insert(Department(name: "Tea"))
        let ann = try await store.insert(
          Employee(badge: 1, hiredOn: Date(), name: "Ann", department: department.objectID))
        let ben = try await store.insert(
          Employee(
            badge: 2, hiredOn: Date(), name: "Ben", department: department.objectID,
            manager: ann.objectID))
        return (department, ann, ben)
      }
      try await store.insert(Contract(supplierName: "x", owner: ann.objectID))
      let denied = await failure { try await store.delete(ann) }
      #expect(denied?.reason == .validation)
      #expect(
        denied?.description
          == "relationship 'contracts' of entity 'Employee' denies deletion while it leads to an object"
      )
      let required = await failure { try await store.delete(department) }
      #expect(required?.reason == .validation)
      #expect(try await store.count(Employee.all) == 2)
      try await store.delete(Contract.all)
      try await store.delete(ann)
      #expect(try await store.find(Employee.self, ben.objectID)?.manager == nil)
      let all = try await store.related(\.employees, of: [department])
      #expect(all[department].map(\.name) == ["Ben"])
    }
  }

  @Test func violationsNameTheModel() async throws {
    try await ServerTest.withStore(of: Staff.self) { store, _ in
      let department = try await store.transaction { store in
        let department = try await store.insert(Department(name: "Tea"))
        try await store.insert(
          Employee(badge: 1, hiredOn: Date(), name: "Geheim", department: department.objectID))
        return department
      }
      func insert(_ badge: Int64, _ name: String, _ department: Department.ID) async
        -> StoreFailure?
      {
        await failure {
          try await store.insert(
            Employee(badge: badge, hiredOn: Date(), name: name, department: department))
        }
      }
      let badge = await insert(1, "Ben", department.objectID)
      #expect(badge?.reason == .validation)
      #expect(
        badge?.description
          == "another object of entity 'Employee' has the same 'badge', which must be unique")
      let name = await insert(2, "Geheim", department.objectID)
      #expect(
        name?.description
          == "another object of entity 'Employee' has the same 'name', 'kind', which must be unique"
      )
      let nowhere = await insert(3, "Ben", Department.ID(rawValue: 99))
      #expect(nowhere?.reason == .noObject)
      #expect(
        nowhere?.description == "'department' of entity 'Employee' leads to 'Department', of which "
          + "no object has the given key")
      let unsaved = await insert(3, "Ben", Department.ID(rawValue: 0))
      #expect(unsaved?.reason == .noObject)
      let bound = await failure {
        try await store.insert(Contract(sumPlanned: -1, supplierName: "x"))
      }
      #expect(bound?.reason == .validation)
      #expect(bound?.description.hasPrefix("the value of attribute 'sumPlanned'") == true)
    }
  }

  @Test func orderedObjectsKeepTheirOrder() async throws {
    try await ServerTest.withStore(of: Newsroom.self) { store, _ in
      let article = try await store.insert(
        Article(creationDate: Date(), identifier: UUID(), name: "a"))
      let keys = try await store.insert(
        contentsOf: (0..<4).map { Attachment(size: Int64($0), article: article.objectID) })
      func order() async throws -> [Int64] {
        try await store.related(\.attachments, of: [article])[article].map(\.size)
      }
      #expect(try await order() == [0, 1, 2, 3])
      try await store.reorder(\.attachments, of: article, as: keys.reversed())
      #expect(try await order() == [3, 2, 1, 0])
      let extra = try await store.insert(Attachment(size: 9))
      try await store.add([extra.objectID, keys[0]], to: \.attachments, of: article, at: 1)
      #expect(try await order() == [3, 9, 0, 2, 1])
      let partial = await failure {
        try await store.reorder(\.attachments, of: article, as: [keys[0]])
      }
      #expect(partial?.reason == .request)
      let tag = try await store.insert(Tag(name: "t"))
      let unordered = await failure {
        try await store.add([tag.objectID], to: \.tags, of: article, at: 0)
      }
      #expect(unordered?.reason == .request)
    }
  }

  /// A relationship between objects of one entity, whose inverse is another one.
  @Test func friendsAreSeenFromBothSides() async throws {
    try await ServerTest.withStore(of: Staff.self) { store, _ in
      let people = try await store.transaction { store in
        let department = try await store.insert(Department(name: "Tea"))
        let keys = try await store.insert(
          contentsOf: (1...3).map {
            Employee(
              badge: Int64($0), hiredOn: Date(), name: "p\($0)", department: department.objectID)
          })
        return try await store.fetch(Employee.where(keys: keys).sorted(by: \.badge))
      }
      try await store.add(people.map(\.objectID), to: \.friends, of: people[0])
      let back = try await store.related(\.friendOf, of: people)
      #expect(people.map { back[$0].map(\.name) } == [["p1"], ["p1"], ["p1"]])
      try await store.remove([people[0].objectID], from: \.friendOf, of: people[2])
      let friends = try await store.related(\.friends, of: people)
      #expect(friends[people[0]].map(\.name) == ["p1", "p2"])
      let popular = Employee.where { $0.friends.count > 1 && $0.friends.any { $0.badge == 2 } }
      #expect(try await store.fetch(popular).map(\.name) == ["p1"])
    }
  }
}
