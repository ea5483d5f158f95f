import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import GoldenStaff
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Values of generated types are written and read back by the code that was generated for SQLite.
@Suite(
  .tags(.server),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(2)))
struct ValueTests {
  private static let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123456)

  @Test func valuesOfAllTypesComeBack() async throws {
    try await ServerTest.withStore(of: Newsroom.self) { store, _ in
      let author = try await store.insert(
        Editor(
          email: "a@b.c", name: "Ann", feePerWord: Decimal(string: "0.12345678901234567890"),
          level: 7, since: Self.date))
      let section = try await store.insert(Category(name: "日本語 e\u{301} '\"$1\\"))
      let article = Article(
        body: "", creationDate: Self.date, draft: true,
        identifier: try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")),
        isPinned: true, layout: PageLayout(columns: 2, margin: 0.1, theme: "dark"), name: "x",
        tagList: Data([0, 1, 255]), url: URL(string: "https://example.org/?q=1"), views: .min,
        author: Contributor.ID(rawValue: author.objectID.rawValue), category: section.objectID)
      let saved = try await store.insert(article)
      #expect(saved.objectID.rawValue == 1)
      #expect(try await store.object(saved.objectID, as: Article.self) == saved)
      let files = [
        Attachment(checksum: Data(), isDownloaded: false, size: .max, article: saved.objectID),
        Attachment(payload: Data(repeating: 7, count: 100_000), size: -1),
      ]
      let keys = try await store.insert(contentsOf: files)
      #expect(keys.map(\.rawValue) == [1, 2])
      let read = try await store.fetch(Attachment.all.sorted(by: \.objectID))
      #expect(read.map(\.payload) == files.map(\.payload))
      #expect(read.map(\.checksum) == files.map(\.checksum))
      #expect(read.map(\.size) == files.map(\.size))
      #expect(try await store.find(Editor.self, author.objectID) == author)
      #expect(try await store.first(Category.all)?.name == section.name)
    }
  }

  @Test func missingValuesComeBack() async throws {
    try await ServerTest.withStore(of: Newsroom.self) { store, _ in
      let bare = try await store.insert(
        Article(creationDate: Self.date, identifier: UUID(), name: ""))
      #expect(try await store.object(bare.objectID, as: Article.self) == bare)
      #expect(try await store.object(Article.ID(rawValue: 99)) as Article? == nil)
    }
  }

  /// Rows of sub-entities are found by requests of their ancestors.
  @Test func subentitiesAreObjectsOfTheirAncestors() async throws {
    try await ServerTest.withStore(of: Newsroom.self) { store, _ in
      let editor = try await store.insert(Editor(name: "Ann", level: 3))
      try await store.insert(Contributor(name: "Ben", feePerWord: 1))
      let people = try await store.fetch(Person.all.sorted(by: \.name))
      #expect(people.map(\.name) == ["Ann", "Ben"])
      #expect(try await store.fetch(Editor.all).map(\.level) == [3])
      #expect(try await store.count(Contributor.all) == 2)
      let other = Contributor.ID(rawValue: editor.objectID.rawValue + 1)
      #expect(try await store.find(Editor.self, Editor.ID(rawValue: other.rawValue)) == nil)
    }
  }

  @Test func keysCountsAndPagesAreThoseOfTheRequest() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let keys = try await store.insert(
        contentsOf: (0..<50).map { Location(city: "c\($0 % 5)", latitude: Double($0)) })
      let found = Location.where { $0.city == "c3" }.sorted(by: \.latitude, .descending)
      #expect(try await store.count(found) == 10)
      #expect(try await store.keys(found.limit(2)) == [keys[48], keys[43]])
      #expect(try await store.first(found)?.latitude == 48)
      #expect(try await store.count(found.limit(3)) == 3)
      // Objects with equal sort keys have the same order on each page.
      let pages = Location.all.sorted(by: \.country)
      var seen: [Location.ID] = []
      for page in 0..<5 { seen += try await store.keys(pages.limit(10).offset(page * 10)) }
      #expect(Set(seen) == Set(keys))
      #expect(
        try await store.keys(Location.where(keys: [keys[7], keys[3]])).sorted {
          $0.rawValue < $1.rawValue
        } == [keys[3], keys[7]])
      let formatted = Location.where(format: "latitude BETWEEN {3, %@}", 5.0)
      #expect(try await store.count(formatted) == 3)
    }
  }

  @Test func wrongRequestsAreFailures() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let unknown = await failure { try await store.count(Venue.where(format: "nam == 'x'")) }
      #expect(unknown?.reason == .request)
      let negative = await failure { try await store.fetch(Venue.all.limit(-1)) }
      #expect(negative?.reason == .request)
    }
  }

  @Test func aggregatesAreComputedByTheServer() async throws {
    try await ServerTest.withStore(of: Staff.self) { store, _ in
      let department = Department(budget: 1.5, name: "Tea")
      try await store.transaction { store in
        let saved = try await store.insert(department)
        for (index, name) in ["Ann", "ben", "Čen", "Dan"].enumerated() {
          try await store.insert(
            Employee(
              badge: Int64(index) * 10, hiredOn: Self.date, kind: index == 3 ? "freelance" : "x",
              name: name, salary: index == 0 ? nil : Decimal(index) + 0.25,
              department: saved.objectID))
        }
      }
      #expect(try await store.sum(Employee.all, of: \.badge) == 60)
      #expect(try await store.average(Employee.all, of: \.badge) == 15)
      #expect(try await store.sum(Employee.all, of: \.salary) == 6.75)
      #expect(try await store.average(Employee.all, of: \.salary) == 2.25)
      #expect(try await store.minimum(Employee.all, of: \.salary) == 1.25)
      #expect(try await store.maximum(Employee.all, of: \.name) == "Čen")
      #expect(try await store.maximum(Employee.all, of: \.hiredOn) != nil)
      #expect(try await store.minimum(Department.where { $0.name == "" }, of: \.name) == nil)
      let counts = try await store.counts(Employee.all, by: \.kind)
      #expect(counts.map(\.value) == ["freelance", "x"] && counts.map(\.count) == [1, 3])
      let byDepartment = try await store.counts(Employee.all) { $0.department.name }
      #expect(byDepartment.map(\.value) == ["Tea"] && byDepartment.map(\.count) == [4])
      let window = Employee.all.sorted(by: \.badge).limit(2)
      #expect(try await store.sum(window, of: \.badge) == 10)
      #expect(try await store.maximum(window, of: \.name) == "ben")
    }
  }
}
