import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumCLI

/// The progress line of work in steps, by a clock of the test.
@Suite struct StepProgressTests {
  /// - Parameter steps: The seconds and the number of steps that are done then.
  private static func written(
    _ steps: [(Double, Int)], of total: Int = 10, isTerminal: Bool = true, isQuiet: Bool = false
  ) -> [String] {
    let written = Locked<[String]>([])
    let console = Console(
      writeOutput: { _ in }, writeError: { text in written.withLock { $0.append(text) } },
      errorIsTerminal: isTerminal)
    let time = Locked(0.0)
    let progress = StepProgress(
      "checking", console, isQuiet: isQuiet, seconds: { time.withLock { $0 } })
    for (seconds, done) in steps {
      time.withLock { $0 = seconds }
      progress.show(done, of: total, "App/Shop.xcdatamodeld")
    }
    progress.clear()
    return written.withLock { $0 }
  }

  @Test func theLineHasRateAndTimeLeftAfterASecond() {
    let lines = Self.written([(0, 0), (0.9, 4), (2, 5)])
    let text = "[##########··········]  50 %  checking 6/10: …op.xcdatamodeld, 2.5/s, 2 s left"
    #expect(lines == ["\r\u{1B}[K" + text, "\r\u{1B}[K"])
  }

  @Test func shortWorkPipesAndQuietShowNothing() {
    #expect(Self.written([(0, 0), (0.5, 9)]) == [])
    #expect(Self.written([(0, 0), (5, 5)], isTerminal: false) == [])
    #expect(Self.written([(0, 0), (5, 5)], isQuiet: true) == [])
  }

  @Test func theLineIsNotWrittenTooOften() {
    let steps = (0..<100).map { (2 + Double($0) * 0.01, $0) }
    #expect(Self.written(steps, of: 100).count <= 12)
  }

  @Test func aFirstStepHasNoRate() {
    let lines = Self.written([(3, 0)])
    #expect(lines.first?.contains("checking 1/10") == true)
    #expect(lines.first?.contains("/s") == false)
  }

  @Test func anImportShowsObjectsThatAreReadAndThenWritten() {
    let written = Locked<[String]>([])
    let console = Console(
      writeOutput: { _ in }, writeError: { text in written.withLock { $0.append(text) } },
      errorIsTerminal: true)
    let time = Locked(0.0)
    let progress = StepProgress(
      "importing", console, isQuiet: false, seconds: { time.withLock { $0 } })
    time.withLock { $0 = 2 }
    progress.show(.read(objects: 4000))
    time.withLock { $0 = 4 }
    progress.show(.written(objects: 2000, of: 4000))
    let lines = written.withLock { $0 }.map { $0.dropFirst(ProgressLine.clearing.count) }
    #expect(
      lines == [
        "importing: 4000 objects read, 2000/s",
        "[##########··········]  50 %  importing 2001/4000, 500/s, 4 s left",
      ])
  }

  @Test func linesFitIntoATerminal() {
    let text = ProgressLine.text(
      verb: "checking", step: 5000, count: 123456, name: String(repeating: "é/", count: 200),
      perSecond: 0.01)
    #expect(text.count <= 78)
    #expect(text.contains("0.0/s"))
  }
}
