import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumGeneration

/// Every change of a run made to fail, one after the other.
@Suite(.tags(.faults)) struct OutputFaultTests {
  private static let mark = ProducedFile.mark + "\n"

  private func files(_ texts: [String: String]) -> [ProducedFile] {
    texts.sorted { $0.key < $1.key }.map {
      ProducedFile(path: $0.key, text: Self.mark + $0.value, mark: ProducedFile.mark)
    }
  }

  /// A disk whose n-th change fails; the counter says how many there were.
  private final class Fault: Sendable {
    private let state: Locked<(seen: Int, failing: Int)>

    init(at index: Int) { state = Locked((0, index)) }

    var hasFailed: Bool { state.withLock { $0.seen > $0.failing } }

    var disk: Disk {
      Disk { _, path throws(OutputFailure) in
        let fails = self.state.withLock { state in
          defer { state.seen += 1 }
          // Nothing works any more after it, as on a full disk.
          return state.seen >= state.failing
        }
        if fails { throw OutputFailure("no more: \(path)") }
      }
    }
  }

  private let old = ["A.swift": "old", "B.swift": "old", "In/C.swift": "old", "Gone.swift": "old"]
  private let new = ["A.swift": "new", "B.swift": "old", "In/C.swift": "new", "New/D.swift": "new"]

  @Test func everyFileIsOldOrNewAndTheNextRunRepairsAll() throws {
    var index = 0
    var isDone = false
    while !isDone {
      try Folder.with { folder in
        _ = try OutputFolder(folder.path).write(files(old), model: "Tea")
        try folder.write("mine", "Mine.swift")
        let fault = Fault(at: index)
        let broken = OutputFolder(folder.path, disk: fault.disk)
        let failure = Result { try broken.write(files(new), model: "Tea") }
        isDone = !fault.hasFailed
        if case .success = failure { #expect(isDone, "change \(index) failed unseen") }
        for (name, text) in try folder.files()
        where name.hasSuffix(".swift") && name != "Mine.swift" {
          let texts = [old[name], new[name]].compactMap { $0.map { Self.mark + $0 } }
          #expect(texts.contains(text), "change \(index): \(name)")
        }
        _ = try OutputFolder(folder.path).write(files(new), model: "Tea")
        var wanted = new.mapValues { Self.mark + $0 }
        wanted["Mine.swift"] = "mine"
        let found = try folder.contents().filter { $0.key.hasSuffix(".swift") }
        #expect(found == wanted, "change \(index)")
        let rest = try folder.contents().keys.filter { $0.contains(".momentum-new") }
        #expect(rest == [], "change \(index)")
      }
      index += 1
    }
    #expect(index > 8)
  }

  @Test func aRunThatFailsBeforeItChangesAnythingLeavesNoTrace() throws {
    try Folder.with { folder in
      _ = try OutputFolder(folder.path).write(files(old), model: "Tea")
      let before = try folder.marks()
      let broken = OutputFolder(
        folder.path,
        disk: Disk { change, path throws(OutputFailure) in
          if change == .write, path.contains("/In/") { throw OutputFailure("no") }
        })
      #expect(throws: OutputFailure.self) { try broken.write(files(new), model: "Tea") }
      expectEqual(try folder.marks(), before, "the folder is as it was before")
    }
  }
}
