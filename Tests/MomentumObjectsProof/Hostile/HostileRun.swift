package import Foundation

/// Runs the trials of ``HostileStores`` in processes of their own, so that a trial that ends its
/// process is a failure with a number.
package struct HostileRun {
  let process: ProofProcess
  let folder: URL

  /// - Parameter folder: Exists, and is theirs alone.
  package init(tool: URL, in folder: URL) {
    process = ProofProcess(tool: tool)
    self.folder = folder
  }

  /// - Returns: The report of the child as text, and what went wrong.
  package func run(
    _ kind: ProgramStore.Kind, _ damage: HostileStores.Damage, count: Int, seed: UInt64,
    failuresMax: Int = 3
  ) throws -> (text: String, failures: [String]) {
    var failures: [String] = []
    var texts: [String] = []
    var next = 0
    while next < count, failures.count < failuresMax {
      let result = try process.run([
        "child", "hostile", folder.path, kind.rawValue, damage.rawValue, "\(seed)", "\(next)",
        "\(count)",
      ])
      failures += result.lines.filter { $0.hasPrefix("failure ") }
      texts += result.lines.filter { $0.contains("damaged stores") }
      if result.signal == 0, result.status == 0 { break }
      let last = result.lines.last { $0.hasPrefix("trial ") }?.dropFirst(6)
      let index = last.flatMap { Int($0) } ?? count
      failures.append(
        "\(kind.rawValue), \(damage.rawValue), seed \(seed), trial \(index): the process ended by "
          + "signal \(result.signal), status \(result.status)")
      next = index + 1
    }
    return (texts.joined(separator: "; "), failures)
  }

  /// What the child does.
  package static func work(
    _ kind: ProgramStore.Kind, _ damage: HostileStores.Damage, seed: UInt64, _ range: Range<Int>,
    in folder: URL
  ) throws {
    let stores = try HostileStores(kind, damage, seed: seed, in: folder)
    func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
    let report = try stores.run(range) { say("trial \($0)") }
    for failure in report.failures { say("failure " + failure) }
    say(report.text)
  }
}
