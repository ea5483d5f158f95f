import Foundation
import MomentumObjectsProof

/// The long forms of what the tests try in short:
///
/// - `random`: 100 random programs of 1,000 steps on each kind of store.
/// - `statements`: the same, and each statement of saves and fetches fails once.
/// - `calls`: the same, and each call for a file of the store fails once.
/// - `kill`: `--count` processes are killed while they save.
/// - `writers`: `--processes` with `--threads` each write one store for `--seconds`, and
///   wait `--timeout` seconds for a lock; with `--processes 0` the threads of this process alone.
/// - `threads`: `--threads` use contexts of one coordinator in `--count` rounds each.
/// - `hostile`: `--count` damaged stores of each kind.
///
/// Other options: `--steps`, `--seed`, `--kind sqlite|journal|xml|binary|memory`, `--failures`,
/// `--folder`, `--verbose 1`.
struct ToolOptions {
  var mode = "random"
  var count = 100
  var steps = 1000
  var seed: UInt64 = 1
  var failures = 1
  var processes = 2
  var threads = 8
  var seconds = 600.0
  var timeout = 60.0
  var kinds = ProgramStore.Kind.allCases
  var isVerbose = false
  var folder = FileManager.default.temporaryDirectory.path

  init(_ arguments: [String]) {
    var rest = arguments[...]
    if let first = rest.first, !first.hasPrefix("--") {
      mode = first
      rest = rest.dropFirst()
    }
    while let name = rest.popFirst() {
      guard let text = rest.popFirst() else { ToolOptions.fail("'\(name)' needs a value") }
      switch name {
      case "--folder": folder = text
      case "--kind":
        guard let kind = ProgramStore.Kind(rawValue: text) else {
          ToolOptions.fail("unknown kind of store '\(text)'")
        }
        kinds = [kind]
      case _: set(name, text)
      }
    }
  }

  private mutating func set(_ name: String, _ text: String) {
    guard let number = Double(text), number >= 0, number < 1e15 else {
      ToolOptions.fail("'\(name)' needs a number")
    }
    switch name {
    case "--count": count = Int(number)
    case "--steps": steps = Int(number)
    case "--seed": seed = UInt64(number)
    case "--failures": failures = max(1, Int(number))
    case "--processes": processes = Int(number)
    case "--threads": threads = max(1, Int(number))
    case "--seconds": seconds = number
    case "--timeout": timeout = number
    case "--verbose": isVerbose = number > 0
    case _: ToolOptions.fail("unknown option '\(name)'")
    }
  }

  private static func fail(_ text: String) -> Never {
    print("momentum-objects-proof: \(text)")
    exit(2)
  }
}
