import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Requests that take more than one statement.
@Suite struct FetchRunTests {
  private func names(_ result: FetchResult, _ session: FetchSession) -> [String] {
    result.rows.map { session.objectName($0, result) }
  }

  /// What each object of a result reaches, `Employee/p1: Contract/p1 Contract/p3`.
  private func reached(_ result: FetchResult, _ session: FetchSession) throws -> [String] {
    let prefetched = try #require(result.prefetched.first)
    return result.rows.map { row in
      let indexes = result.primaryKey(of: row).flatMap { prefetched.indexes[$0] } ?? []
      let names = indexes.map {
        session.objectName(prefetched.objects.rows[$0], prefetched.objects)
      }
      return "\(session.objectName(row, result)): \(names.joined(separator: " "))"
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 1000, Int.max])
  func batchesKeepTheOrder(size: Int) throws {
    try StaffStore.withSession { model, session in
      let plain = RequestInput(entity: "Employee", sortKeys: ["badge:desc"])
      var batched = plain
      batched.batchSize = size
      let expected = try session.run(model.compiled(plain))
      let found = try session.run(model.compiled(batched))
      expectEqual(found.rows, expected.rows, "batches of \(size) give the rows of one fetch")
      #expect(
        names(found, session) == ["Employee/p3", "Employee/p4", "Employee/p1", "Employee/p2"])
      batched.limit = 2
      batched.offset = 1
      let window = try session.run(model.compiled(batched))
      #expect(names(window, session) == ["Employee/p4", "Employee/p1"])
    }
  }

  @Test(arguments: [
    (
      "contracts",
      """
      Employee/p1: Contract/p1 Contract/p3
      Employee/p2: Contract/p2
      Employee/p3:\u{20}
      Employee/p4: Contract/p4
      """
    ),
    (
      "manager",
      """
      Employee/p1:\u{20}
      Employee/p2: Employee/p1
      Employee/p3: Employee/p1
      Employee/p4: Employee/p3
      """
    ),
    (
      "friends",
      """
      Employee/p1:\u{20}
      Employee/p2: Employee/p1 Employee/p3
      Employee/p3: Employee/p1
      Employee/p4:\u{20}
      """
    ),
    (
      "friendOf",
      """
      Employee/p1: Employee/p2 Employee/p3
      Employee/p2:\u{20}
      Employee/p3: Employee/p2
      Employee/p4:\u{20}
      """
    ),
  ])
  func relationshipsOfEveryKindArePrefetched(path: String, expected: String) throws {
    try StaffStore.withSession { model, session in
      let request = RequestInput(entity: "Employee", sortKeys: ["SELF"], prefetchedPaths: [path])
      let result = try session.run(model.compiled(request))
      expectText(try reached(result, session).joined(separator: "\n"), expected)
    }
  }

  @Test func pathsThatShareAStepFetchItOnce() throws {
    try StaffStore.withSession { model, session in
      let request = RequestInput(
        entity: "Department", sortKeys: ["SELF"],
        prefetchedPaths: ["employees.contracts", "employees", "employees.manager"])
      var keys: [String] = []
      let result = try session.run(model.compiled(request)) { event in
        if case .prefetched(let keyPath, let count) = event { keys.append("\(keyPath) \(count)") }
      }
      #expect(keys == ["employees 4", "employees.contracts 4", "employees.manager 2"])
      #expect(result.prefetched.count == 1)
      #expect(result.prefetched.first?.objects.prefetched.count == 2)
      #expect(
        try reached(result, session) == [
          "Department/p1: Employee/p1 Employee/p2", "Department/p2: Employee/p3 Employee/p4",
          "Department/p3: ",
        ])
    }
  }

  @Test func partialObjectsBringTheKeyThatPrefetchingNeeds() throws {
    try StaffStore.withSession { model, session in
      let request = RequestInput(
        entity: "Employee", sortKeys: ["SELF"], result: .objects, propertiesToFetch: ["name"],
        batchSize: 3, prefetchedPaths: ["manager"])
      let result = try session.run(model.compiled(request))
      #expect(try reached(result, session)[3] == "Employee/p4: Employee/p3")
    }
  }

  @Test func batchesFollowTheMeaningOfNil() throws {
    try StaffStore.withSession { model, session in
      let request = RequestInput(
        entity: "Employee", predicate: "salary != 3100", sortKeys: ["SELF"], batchSize: 2)
      for (semantics, expected) in [
        (NullSemantics.store, ["Employee/p1", "Employee/p4"]),
        (.foundation, ["Employee/p1", "Employee/p3", "Employee/p4"]),
      ] {
        var diagnostics = Diagnostics()
        let fetch = try #require(
          model.compile(
            request, options: QueryOptions(nullSemantics: semantics), &diagnostics))
        #expect(names(try session.run(fetch), session) == expected)
      }
    }
  }

  @Test func rowsAreGivenOneByOneUntilEnough() throws {
    try StaffStore.withSession { model, session in
      let fetch = try model.compiled(RequestInput(entity: "Contract", sortKeys: ["SELF"]))
      var found: [[SQLValue]] = []
      let count = try session.forEachRow(fetch) { row in
        found.append(row)
        return found.count < 2
      }
      #expect(count == 2)
      expectEqual(
        found, Array(try session.run(fetch).rows.prefix(2)), "rows one by one are those of a run")
    }
  }

  @Test func nestedObjectsAreCountedWhereverTheyAreReached() throws {
    try StaffStore.withSession { model, session in
      let request = RequestInput(entity: "Employee", prefetchedPaths: ["friends.friends"])
      let result = try session.run(model.compiled(request))
      // Four employees; bo reaches two and cleo one, and cleo below bo reaches one again.
      #expect(result.nestedCount(limit: 100) == 8)
      #expect(result.nestedCount(limit: 5) == 5)
    }
  }

  // MARK: - What Core Data logs

  private func log(_ request: RequestInput, level: Int) throws -> String {
    var lines: [String] = []
    try StaffStore.withSession { model, session in
      let fetch = try model.compiled(request)
      let log = SQLDebugLog(level: level)
      let observe = { (event: FetchEvent) in
        lines += log.lines(event, of: fetch, in: session.logged).map {
          $0.replacing(session.metadata.uuid, with: "UUID")
            .replacing(/[0-9]+\.[0-9]{4}s/, with: "0.0000s")
        }
      }
      if fetch.request.resultType == .count {
        _ = try session.count(fetch, observe: observe)
      } else {
        _ = try session.run(fetch, observe: observe)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The order and the wording of lines follow a log of macOS 12 (spec: prefetching attachments).
  @Test func prefetchingIsLoggedAsCoreDataDoes() throws {
    let request = RequestInput(entity: "Department", prefetchedPaths: ["employees"])
    expectText(
      try log(request, level: 1),
      """
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBUDGET, t0.ZEMPLOYEECOUNT, t0.ZNAME FROM ZDEPARTMENT t0
      CoreData: annotation: sql connection fetch time: 0.0000s
      CoreData: annotation: Bound intarray _Z_intarray0
      CoreData: annotation: Bound intarray values.
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBADGE, t0.ZHIREDON, t0.ZKIND, t0.ZNAME, t0.ZSALARY, t0.ZDEPARTMENT, t0.ZMANAGER FROM ZEMPLOYEE t0 WHERE  t0.ZDEPARTMENT IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.ZDEPARTMENT, t0.Z_FOK_DEPARTMENT
      CoreData: annotation: sql connection fetch time: 0.0000s
      CoreData: annotation: total fetch execution time: 0.0000s for 4 rows.
      CoreData: annotation: Prefetching with key 'employees'.  Got 4 rows.
      CoreData: annotation: total fetch execution time: 0.0000s for 3 rows.
      """)
  }

  @Test func batchesAreLoggedAsCoreDataDoes() throws {
    let request = RequestInput(
      entity: "Contract", predicate: "sumPlanned > 500", sortKeys: ["sumPlanned"], batchSize: 2)
    expectText(
      try log(request, level: 2),
      """
      CoreData: sql: SELECT 0, t0.Z_PK FROM ZCONTRACT t0 WHERE  t0.ZSUMPLANNED > ? ORDER BY t0.ZSUMPLANNED
      CoreData: details: SQLite bind[0] = 500.0
      CoreData: annotation: sql connection fetch time: 0.0000s
      CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity 'Contract' with sql text 'SELECT 0, t0.Z_PK FROM ZCONTRACT t0 WHERE  t0.ZSUMPLANNED > ? ORDER BY t0.ZSUMPLANNED ' returned 3 rows
      CoreData: annotation: total fetch execution time: 0.0000s for 3 rows.
      CoreData: annotation: Bound intarray _Z_intarray0
      CoreData: annotation: Bound intarray values.
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZDATEPLANNED, t0.ZSUMPLANNED, t0.ZSUPPLIERNAME, t0.ZOWNER FROM ZCONTRACT t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 2
      CoreData: annotation: sql connection fetch time: 0.0000s
      CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity 'Contract' with sql text 'SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZDATEPLANNED, t0.ZSUMPLANNED, t0.ZSUPPLIERNAME, t0.ZOWNER FROM ZCONTRACT t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 2 ' returned 2 rows
      CoreData: annotation: total fetch execution time: 0.0000s for 2 rows.
      CoreData: annotation: Bound intarray _Z_intarray0
      CoreData: annotation: Bound intarray values.
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZDATEPLANNED, t0.ZSUMPLANNED, t0.ZSUPPLIERNAME, t0.ZOWNER FROM ZCONTRACT t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 2
      CoreData: annotation: sql connection fetch time: 0.0000s
      CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity 'Contract' with sql text 'SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZDATEPLANNED, t0.ZSUMPLANNED, t0.ZSUPPLIERNAME, t0.ZOWNER FROM ZCONTRACT t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 2 ' returned 1 rows
      CoreData: annotation: total fetch execution time: 0.0000s for 1 rows.
      CoreData: annotation: total fetch execution time: 0.0000s for 3 rows.
      """)
  }

  @Test func objectsAreNamedFromLevelThree() throws {
    let request = RequestInput(entity: "Department", limit: 1, result: .ids)
    expectText(
      try log(request, level: 3),
      """
      CoreData: sql: SELECT 0, t0.Z_PK FROM ZDEPARTMENT t0  LIMIT 1
      CoreData: annotation: sql connection fetch time: 0.0000s
      CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity 'Department' with sql text 'SELECT 0, t0.Z_PK FROM ZDEPARTMENT t0  LIMIT 1 ' returned 1 rows with values: (
          "<Department: 0x0> (entity: Department; id: 0x0 <x-coredata://UUID/Department/p1> ; data: <fault>)"
      )
      CoreData: annotation: total fetch execution time: 0.0000s for 1 rows.
      """)
  }

  @Test func countsAreLogged() throws {
    let request = RequestInput(entity: "Contract", predicate: "sumPlanned > 500", result: .count)
    expectText(
      try log(request, level: 3),
      """
      CoreData: sql: SELECT COUNT(DISTINCT t0.Z_PK) FROM ZCONTRACT t0 WHERE  t0.ZSUMPLANNED > ?
      CoreData: details: SQLite bind[0] = 500.0
      CoreData: annotation: count request <NSFetchRequest: 0x0> (entity: Contract; predicate: (sumPlanned > 500); sortDescriptors: ((null)); type: NSCountResultType;) returned 3
      CoreData: annotation: total count request execution time: 0.0000s for count of 3.
      """)
  }

  /// Each level has the lines of those below it.
  @Test func linesComeWithTheirLevel() throws {
    let count = RequestInput(entity: "Contract", predicate: "sumPlanned > 500", result: .count)
    let sql =
      "CoreData: sql: SELECT COUNT(DISTINCT t0.Z_PK) FROM ZCONTRACT t0 WHERE  t0.ZSUMPLANNED > ?"
    let time = "CoreData: annotation: total count request execution time: 0.0000s for count of 3."
    let binding = "CoreData: details: SQLite bind[0] = 500.0"
    expectText(try log(count, level: 1), [sql, time].joined(separator: "\n"))
    expectText(try log(count, level: 2), [sql, binding, time].joined(separator: "\n"))
    let all = RequestInput(entity: "Contract", result: .count)
    #expect(
      try log(all, level: 3).contains(
        "(entity: Contract; predicate: ((null)); sortDescriptors: ((null)); type: NSCountResultType;) returned 5"
      ))
  }

  /// The lines of the plan stand before those of the run; a scan is SQLite's own word.
  @Test func plansAreLoggedFromLevelFour() throws {
    let request = RequestInput(
      entity: "Department", predicate: "ANY employees.salary > 3000", result: .ids)
    func plan(_ level: Int) throws -> [String] {
      try log(request, level: level).split(separator: "\n").map(String.init)
        .filter { $0.contains("query plan: ") }
    }
    #expect(try plan(3) == [])
    let lines = try plan(4)
    #expect(lines.contains { $0.hasPrefix("CoreData: details: query plan: S") }, "\(lines)")
    let all = try log(request, level: 4).split(separator: "\n").map(String.init)
    #expect(all[0].hasPrefix("CoreData: sql: ") && all[1].contains("bind[0]"))
    #expect(Array(all[2..<(2 + lines.count)]) == lines)
    let inner = QueryPlan.Node(
      detail: "SCAN t1", step: QueryPlanParser().parse("SCAN t1"))
    let outer = QueryPlan.Node(
      detail: "SCAN t0", step: QueryPlanParser().parse("SCAN t0"), children: [inner])
    #expect(
      SQLDebugLog(level: 4).queryPlan(QueryPlan(nodes: [outer])) == [
        "CoreData: details: query plan: SCAN t0", "CoreData: details: query plan:   SCAN t1",
      ])
  }

  /// Rows of dictionaries are no objects, and a family names each object by its own entity.
  @Test func onlyObjectsAreNamed() throws {
    let values = RequestInput(
      entity: "Department", sortKeys: ["name"], result: .dictionaries,
      propertiesToFetch: ["name"])
    #expect(try !log(values, level: 3).contains("with values"))
    #expect(try log(values, level: 3).contains("returned 3 rows"))
    #expect(try !log(RequestInput(entity: "Department"), level: 2).contains("with values"))
    #expect(
      try log(RequestInput(entity: "Department", predicate: "FALSEPREDICATE"), level: 3)
        .contains("returned 0 rows with values: (\n\n)"))
  }

  @Test(arguments: [
    (0, "0.0000s"), (0.00004, "0.0000s"), (0.00006, "0.0001s"), (0.0123, "0.0123s"),
    (1.5, "1.5000s"), (9.99996, "10.0000s"), (-1, "0.0000s"), (1e300, "1000000000.0000s"),
  ])
  func secondsHaveFourDecimals(seconds: Double, text: String) {
    #expect(SQLDebugLog(level: 1).text(seconds) == text)
  }
}
