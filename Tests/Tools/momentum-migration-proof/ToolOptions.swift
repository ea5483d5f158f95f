import Foundation

/// `momentum-migration-proof all` is the long form of all that the tests try in short: 10,000 random models, 1,000
/// kills in each mode, every call made to fail, the power failing at every call, and surroundings that forbid a
/// migration. The parts alone: `random`, `kill`, `faults`, `hook`, `power`, `surroundings`, each with `--count`, `--seed`, `--rows`, `--folder`;
/// `--minutes` and `--failures` end the random part early.
struct ToolOptions {
  var mode = "random"
  var count = 10_000
  var seed: UInt64 = 1
  var rows = 1000
  var minutes = Double.infinity
  var failures = 1
  var cores = 2
  var showsModels = false
  var folder = FileManager.default.temporaryDirectory.path

  init(_ arguments: [String]) {
    var rest = arguments[...]
    if let first = rest.first, !first.hasPrefix("--") {
      mode = first
      rest = rest.dropFirst()
    }
    while let name = rest.popFirst() {
      guard let text = rest.popFirst() else { ToolOptions.fail("'\(name)' needs a value") }
      if name == "--folder" {
        folder = text
        continue
      }
      guard let number = Double(text), number >= 0, number < 1e15 else {
        ToolOptions.fail("'\(name)' needs a number")
      }
      switch name {
      case "--count": count = Int(number)
      case "--seed": seed = UInt64(number)
      case "--rows": rows = max(1, Int(number))
      case "--minutes": minutes = number
      case "--failures": failures = max(1, Int(number))
      case "--cores": cores = max(1, Int(number))
      case "--models": showsModels = number > 0
      case _: ToolOptions.fail("unknown option '\(name)'")
      }
    }
  }

  private static func fail(_ text: String) -> Never {
    print("momentum-migration-proof: \(text)")
    exit(2)
  }
}
