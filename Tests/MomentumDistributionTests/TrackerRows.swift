import MomentumDistribution
import MomentumModel
import MomentumStore
import MomentumTestSupport

/// Random rows of the tracker's tables as INSERT statements.
struct TrackerRows {
  /// Statements for every server, because they are about reference tables.
  private(set) var reference: [String] = []
  /// Statements for the coordinator, which sends each row to its worker.
  private(set) var distributed: [String] = []
  private(set) var accounts: [String] = []
  private(set) var names: [String] = []
  private var random: SeededGenerator
  private var count: UInt64 = 0

  init(seed: UInt64, accountCount: Int) {
    random = SeededGenerator(seed: seed)
    let tags = (0..<4).map { number in
      let key = uuid()
      reference.append("INSERT INTO tag (id, name) VALUES ('\(key)', 't\(number)');")
      return key
    }
    let states = (0..<3).map { number in
      let key = uuid()
      reference.append("INSERT INTO state (id, name) VALUES ('\(key)', 's\(number)');")
      return key
    }
    var number = 0
    for index in 0..<accountCount {
      let account = uuid()
      accounts.append(account)
      names.append("n\(index)")
      distributed.append(
        "INSERT INTO account (id, name, number) VALUES ('\(account)', 'n\(index)', \(index));")
      fill(account, tags, states, &number)
    }
  }

  /// A UUID of the seed, in the form of version 4.
  private mutating func uuid() -> String {
    let digits = (random.next(), random.next())
    func hex(_ value: UInt64) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    var text = Array(hex(digits.0) + hex(digits.1))
    text[12] = "4"
    text[16] = "8"
    for place in [8, 13, 18, 23] { text.insert("-", at: place) }
    return String(text)
  }

  private mutating func fill(
    _ account: String, _ tags: [String], _ states: [String], _ number: inout Int
  ) {
    let users = (0..<Int.random(in: 1...3, using: &random)).map { _ in uuid() }
    for (index, user) in users.enumerated() {
      let isMember = Bool.random(using: &random)
      let level = isMember ? "\(Int.random(in: 0...3, using: &random))" : "NULL"
      distributed.append(
        "INSERT INTO \"user\" (id, account_id, entity, name, level) VALUES ('\(user)', '\(account)', '\(isMember ? "Member" : "Guest")', 'u\(index)', \(level));"
      )
    }
    var tasks: [String] = []
    for index in 0..<Int.random(in: 0...3, using: &random) {
      let project = uuid()
      distributed.append(
        "INSERT INTO project (id, account_id, name, slug) VALUES ('\(project)', '\(account)', 'p\(index)', 'slug\(index)');"
      )
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let task = uuid()
        number += 1
        let values = [
          "'\(task)'", "'\(account)'", "'\(project)'", "\(number)",
          optional("'a\(Int.random(in: 0...4, using: &random))'"),
          optional("\(Int.random(in: 0...9, using: &random))"),
          optional("\(Int.random(in: 0...99, using: &random)).25"),
          optional("'2026-0\(Int.random(in: 1...9, using: &random))-01T00:00:00Z'"),
          optional("'\(users.randomElement(using: &random) ?? "")'"),
          tasks.isEmpty ? "NULL" : optional("'\(tasks.randomElement(using: &random) ?? "")'"),
          optional("'\(states.randomElement(using: &random) ?? "")'"),
        ]
        distributed.append(
          "INSERT INTO task (id, account_id, project_id, number, title, points, price, due, assignee_id, parent_id, state_id) VALUES (\(values.joined(separator: ", ")));"
        )
        relate(task, account, tasks, tags)
        tasks.append(task)
      }
    }
  }

  private mutating func optional(_ value: String) -> String {
    Int.random(in: 0..<4, using: &random) == 0 ? "NULL" : value
  }

  private mutating func relate(
    _ task: String, _ account: String, _ tasks: [String], _ tags: [String]
  ) {
    for tag in tags where Int.random(in: 0..<3, using: &random) == 0 {
      pairs.append((.tags, account, task, tag))
    }
    for other in tasks where Int.random(in: 0..<4, using: &random) == 0 {
      pairs.append((.blocks, account, task, other))
    }
  }

  enum Pair { case tags, blocks }

  /// The rows of join tables: the table, the root, and the two keys.
  private var pairs: [(Pair, String, String, String)] = []

  /// The statements for join tables, whose columns are named by the schema.
  func joinRows(_ schema: DistributedSchema) -> [String] {
    pairs.compactMap { pair, account, first, second in
      let table = schema.tables.first { table in
        guard case .join = table.table.kind else { return false }
        let isTags = table.foreignKeys.contains { $0.table == "tag" }
        return isTags == (pair == .tags)
      }
      guard let table, let root = table.rootColumn else { return nil }
      let task = table.foreignKeys.first { $0.table == "task" }?.columns.last ?? ""
      let other =
        table.foreignKeys.last { $0.columns.last != task }?.columns.last ?? ""
      return
        "INSERT INTO \(table.name) (\(root), \(task), \(other)) VALUES ('\(account)', '\(first)', '\(second)');"
    }
  }
}
