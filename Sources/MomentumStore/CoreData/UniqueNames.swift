/// Makes names unique: a name that is taken gets the first free number at its end, as Core Data
/// numbers columns, tables and keys.
struct UniqueNames {
  private var used: Set<String>

  init(taken: Set<String> = []) { used = taken }

  mutating func claim(_ name: String) -> String {
    var candidate = name
    var number = 0
    while !used.insert(candidate).inserted {
      number += 1
      candidate = "\(name)\(number)"
    }
    return candidate
  }
}
