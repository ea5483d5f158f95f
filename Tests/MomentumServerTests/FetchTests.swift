import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumPostgreSQL
import MomentumServer
import MomentumTestSupport
import Testing

/// `momentum fetch postgresql://…`: the same text as for the store that was copied to the server.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct FetchTests {
  private static func model(_ name: String) -> String {
    RepositoryFiles.url("Models/\(name).xcdatamodeld").path
  }

  /// A seeded store of a model, and a copy of it on the server.
  private static func withBoth(
    _ name: String, rows: Int = 40,
    _ body: (ServerCase, _ store: String, _ model: String) async throws -> Void
  ) async throws {
    let model = model(name)
    try await ServerCase.with { server in
      let store = server.path("app.sqlite")
      var diagnostics = Diagnostics()
      let file = try #require(try ModelBundle.load(path: model, &diagnostics))
      try CopyTests.seed(CopyTests.compiled(file.contents.text), at: store, rows: rows)
      let copied = await server.momentum("copy", store, server.text, "--model", model)
      #expect(copied.status == 0, "\(copied.errors)")
      try await body(server, store, model)
    }
  }

  private func expectSame(
    _ server: ServerCase, _ store: String, _ model: String, _ options: [String]
  ) async {
    for format in ["table", "json", "csv"] {
      let rest = ["--model", model, "--format", format] + options
      let inStore = await ServerCase.momentum(["fetch", store] + rest)
      let onServer = await ServerCase.momentum(["fetch", server.text] + rest)
      #expect(inStore.status == 0, "\(options): \(inStore.errors)")
      let lines = [onServer, inStore].map {
        $0.output.split(separator: "\n", omittingEmptySubsequences: false)
      }
      let difference = zip(lines[0], lines[1]).first { $0 != $1 }
      let isSame = onServer.output == inStore.output
      #expect(isSame, "\(options): \(difference as Any) \(onServer.errors)")
      #expect(onServer.errors == inStore.errors, "\(options)")
      #expect(onServer.status == inStore.status)
    }
  }

  @Test(arguments: [
    Requests(model: "Newsroom", all: newsroom), Requests(model: "Staff", all: staff),
    Requests(model: "BubbleTea", all: bubbleTea),
  ])
  func theTextIsThatOfTheStore(_ requests: Requests) async throws {
    try await Self.withBoth(requests.model) { server, store, model in
      for request in requests.all { await expectSame(server, store, model, request) }
    }
  }

  @Test func anOrderThatIgnoresCaseNeedsICU() async throws {
    let request = [
      "--entity", "Venue", "--where", "specialCount > 0", "--sort", "name:desc:caseInsensitive",
    ]
    try await Self.withBoth("BubbleTea") { server, store, model in
      if PostgreSQLServer.hasICU { return await expectSame(server, store, model, request) }
      let refused = await ServerCase.momentum(["fetch", server.text, "--model", model] + request)
      #expect(refused.status == 74 && refused.errors.contains("was built with ICU"))
    }
  }

  /// Derived attributes that a server does not compute are left out: a documented difference.
  private static let article = ["name", "body", "views", "isPinned", "creationDate", "identifier"]
    .flatMap { ["--select", $0] }

  /// The requests of one model.
  struct Requests: Sendable, CustomTestStringConvertible {
    var model: String
    var all: [[String]]
    var testDescription: String { model }
  }

  private static let newsroom: [[String]] = [
    ["--entity", "Article", "--result", "objects"] + article,
    ["--entity", "Article", "--result", "ids", "--sort", "views", "--sort", "name"],
    ["--entity", "Article", "--count"],
    ["--entity", "Article", "--select", "author", "--select", "category", "--select", "objectID"],
    ["--entity", "Article", "--select", "layout.columns", "--sort", "layout.columns"],
    ["--entity", "Article", "--result", "objects", "--select", "author", "--select", "category"],
    ["--entity", "Person"], ["--entity", "Contributor"], ["--entity", "Editor"],
    ["--entity", "Contributor", "--no-subentities"], ["--entity", "Person", "--result", "ids"],
    ["--entity", "Person", "--result", "dictionaries"], ["--entity", "Tag"],
    ["--entity", "Attachment", "--sort", "size:desc", "--result", "objects", "--select", "size"]
      + ["--select", "checksum", "--select", "extension", "--select", "article"],
    ["--entity", "Article", "--where", "views > %@", "--arg", "100", "--sort", "views:desc"]
      + article,
    ["--entity", "Article", "--where", "ANY tags.name BEGINSWITH[c] 'a'", "--count"],
    ["--entity", "Article", "--where", "author.name != nil AND tags.@count > 1"] + article,
    ["--entity", "Article", "--where", "NONE tags.name CONTAINS 'x'", "--count"],
    ["--entity", "Article", "--where", "NOT (body == 'tea')", "--count"],
    [
      "--entity", "Article", "--where", "NOT (body == 'tea')", "--count", "--null-semantics",
      "foundation",
    ],
    ["--entity", "Article", "--sort", "name", "--limit", "7", "--offset", "3"] + article,
    ["--entity", "Article", "--limit", "5"] + article,
    ["--entity", "Article", "--select", "isPinned", "--distinct", "--sort", "isPinned"],
    [
      "--entity", "Article", "--select", "isPinned", "--select", "count:(name) AS n",
      "--group-by", "isPinned", "--sort", "isPinned",
    ],
    [
      "--entity", "Article", "--select", "category", "--select", "@sum.views AS total",
      "--select", "max:(creationDate) AS last", "--group-by", "category",
    ],
    [
      "--entity", "Article", "--select", "author", "--select", "count:(name) AS n", "--group-by",
      "author", "--having", "$n > 1",
    ],
    ["--entity", "Article", "--select", "average:(views) AS mean: Double"],
    ["--entity", "Article", "--select", "count:(tags) AS n"],
    [
      "--entity", "Article", "--select", "name", "--select", "tags.@count AS n", "--sort", "n:desc",
    ],
    ["--entity", "Article", "--select", "category.name", "--sort", "category.name"],
    ["--request", "articlesWithTag", "--var", "TAG=x", "--count"],
    ["--request", "withoutAttachments", "--count"],
    ["--request", "latest", "--var", "SINCE=2001-01-01T00:00:00Z", "--var", "WORDS=a"]
      + ["--sort", "views", "--sort", "name"] + article,
    ["--request", "bigAttachments", "--select", "size"],
    ["--entity", "Article", "--where", "FALSEPREDICATE"] + article,
    ["--entity", "Editor", "--where", "since > %@", "--arg", "2001-01-01T00:00:00Z"],
    ["--entity", "Article", "--where", "author == %@", "--arg", "Contributor/p1"] + article,
  ]

  private static let staff: [[String]] = [
    ["--entity", "Employee"], ["--entity", "Contract", "--sort", "supplierName"],
    ["--entity", "Contract", "--where", "owner.manager.name != nil"],
    ["--request", "managers"], ["--request", "freelancers"],
    ["--request", "teamOf", "--var", "MANAGER=Employee/p2"],
    [
      "--entity", "Employee", "--select", "kind", "--select", "count:(name) AS n", "--group-by",
      "kind", "--sort", "n:desc", "--sort", "kind",
    ],
    ["--entity", "Department", "--select", "name", "--select", "budget", "--sort", "budget:desc"],
    ["--entity", "Employee", "--where", "friends.@count > 1 AND ANY reports.badge > 3"]
      + ["--sort", "badge"],
  ]

  private static let bubbleTea: [[String]] = [
    ["--entity", "Venue"], ["--entity", "Location"], ["--entity", "Location", "--count"],
    ["--entity", "Venue", "--where", "location.city LIKE '*a*'", "--result", "ids"],
    ["--entity", "Stats"], ["--entity", "Venue", "--select", "stats", "--select", "name"],
  ]

  // MARK: - The log

  @Test func theLogHasTheStatementItsValuesAndObjects() async throws {
    try await Self.withBoth("Staff", rows: 3) { server, _, model in
      let options = [
        "fetch", server.text, "--model", model, "--entity", "Contract", "--where",
        "supplierName == %@ OR sumPlanned > %@", "--arg", "Ost", "--arg", "-1", "--sql-debug",
      ]
      let second = await ServerCase.momentum(options + ["2", "--format", "json"])
      let lines = second.errors.split(separator: "\n").map(String.init)
      #expect(lines.first?.hasPrefix("CoreData: sql: SELECT") == true, "\(second.errors)")
      #expect(lines.first?.contains(" FROM contract t0 WHERE") == true)
      #expect(lines.contains("CoreData: details: PostgreSQL bind[0] = \"Ost\""))
      #expect(lines.last?.hasSuffix("for 3 rows.") == true)
      let third = await ServerCase.momentum(options + ["3"])
      #expect(third.errors.contains("(entity: Contract; id: 0x0 <x-coredata://"))
      let fourth = await ServerCase.momentum(options + ["4", "--count"])
      #expect(fourth.errors.contains("CoreData: details: query plan: Aggregate"))
      #expect(fourth.output == "3\n")
    }
  }

  // MARK: - Decimals

  @Test func decimalsHaveAllDigits() async throws {
    try await Self.withBoth("Staff", rows: 2) { server, _, model in
      try await server.observer.execute(
        script: "UPDATE contract SET sum_planned = 0.12345678901234567890123 WHERE id = 1")
      let run = await server.momentum(
        "fetch", server.text, "--model", model, "--entity", "Contract", "--select", "sumPlanned",
        "--format", "csv", "--limit", "1")
      #expect(run.output == "sumPlanned\r\n0.12345678901234567890123\r\n")
    }
  }

  // MARK: - Rows as they come

  /// More rows than the server sends at once.
  @Test func manyRowsComeWholeAndInOrder() async throws {
    try await ServerCase.with { server in
      let model = Self.model("BubbleTea")
      #expect(await server.momentum("create", model, server.text).status == 0)
      let count = 2 * ServerFetchSession.chunkRows + 1
      try await server.observer.execute(
        script: "INSERT INTO location (city) SELECT 'c' || n FROM generate_series(1, \(count)) n")
      let run = await server.momentum(
        "fetch", server.text, "--model", model, "--entity", "Location", "--select", "city",
        "--format", "csv")
      let expected = ["city"] + (1...count).map { "c\($0)" }
      #expect(run.output == expected.map { $0 + "\r\n" }.joined())
      #expect(run.status == 0)
    }
  }

  /// The rows before the failure are printed, and the array stays open.
  @Test func aFailureInTheMiddleLeavesTheDocumentOpen() async throws {
    try await ServerCase.with { server in
      let model = Self.model("BubbleTea")
      #expect(await server.momentum("create", model, server.text).status == 0)
      try await server.observer.execute(
        script: """
          ALTER TABLE location RENAME TO place;
          CREATE VIEW location AS SELECT id, CAST(100 / (3000 - id) AS text) AS city, latitude,
            longitude FROM place;
          INSERT INTO place (city) SELECT 'x' FROM generate_series(1, 4000) n
          """)
      // By the index of the key, rows before the failing one come first.
      let address = server.text.replacingOccurrences(
        of: "?options=", with: "?options=-cenable_sort%3Doff%20-cenable_seqscan%3Doff%20")
      let run = await server.momentum(
        "fetch", address, "--model", model, "--entity", "Location", "--select", "city",
        "--format", "json")
      #expect(run.status == 65, "\(run.errors)")
      #expect(run.output.contains("\"city\"") && !run.output.hasSuffix("}\n"))
      #expect(run.errors.contains("division by zero"))
    }
  }

  // MARK: - Wrong input

  @Test func optionsOfStoresAreRefused() async {
    let start = [
      "fetch", "postgresql://x/y", "--model", Self.model("Staff"), "--entity", "Employee",
    ]
    let batches = await ServerCase.momentum(start + ["--batch-size", "5"])
    #expect(batches.status == 64 && batches.errors.contains("--batch-size says how a store"))
    let paths = await ServerCase.momentum(start + ["--prefetch", "manager"])
    #expect(paths.status == 64 && paths.errors.contains("a request of their own"))
  }

  @Test func aDatabaseOfAnotherModelOrNoneIsRefused() async throws {
    try await ServerCase.with { server in
      let fetch = ["fetch", server.text, "--model"]
      let staff = fetch + [Self.model("Staff"), "--entity", "Employee"]
      let empty = await ServerCase.momentum(staff)
      #expect(empty.status == 74 && empty.errors.contains("lacks the tables 'contract'"))
      #expect(await server.momentum("create", Self.model("BubbleTea"), server.text).status == 0)
      let other = await ServerCase.momentum(staff)
      #expect(other.status == 65, "\(other.errors)")
      #expect(other.errors.contains("another version of the model 'BubbleTea'"))
    }
  }

  @Test func valuesThatTheServerCannotReadAreBadInput() async throws {
    try await ServerCase.with { server in
      #expect(await server.momentum("create", Self.model("BubbleTea"), server.text).status == 0)
      let fetch = ["fetch", server.text, "--model", Self.model("BubbleTea"), "--entity"]
      let pattern = await ServerCase.momentum(
        fetch + ["Location", "--where", "city MATCHES %@", "--arg", "\\p{Lu}.*"])
      #expect(pattern.status == 65, "\(pattern.errors)")
    }
  }

  @Test func aServerThatIsNotThereIsAFailure() async {
    let run = await ServerCase.momentum([
      "fetch", "postgresql://a:s3cret@127.0.0.1:1/x", "--model", Self.model("Staff"), "--entity",
      "Employee",
    ])
    #expect(run.status == 74 && !run.errors.contains("s3cret"))
  }
}
