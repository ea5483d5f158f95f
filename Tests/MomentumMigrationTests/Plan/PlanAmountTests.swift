import Testing

@testable import MomentumMigration

/// Times and sizes as the text of a plan shows them: on both sides of where the unit changes.
@Suite struct PlanAmountTests {
  @Test(arguments: [
    (0, "0.0 s"), (0.04, "0.0 s"), (0.06, "0.1 s"), (9.94, "9.9 s"), (9.96, "10.0 s"), (10, "10 s"),
    (12.4, "12 s"), (12.6, "13 s"), (86_400, "86400 s"), (1e30, "9223372036854775807 s"),
  ])
  func secondsHaveATenthBelowTen(seconds: Double, text: String) {
    #expect(MigrationPlan.shown(seconds: seconds) == text)
  }

  @Test(
    arguments: [
      (0, "0 kB"), (999, "0 kB"), (1000, "1 kB"), (999_999, "999 kB"), (1_000_000, "1.0 MB"),
      (1_960_000, "2.0 MB"), (131_040_000, "131.0 MB"),
    ] as [(Int64, String)])
  func bytesAreMegabytesFromAMillionOn(bytes: Int64, text: String) {
    #expect(MigrationPlan.shown(bytes: bytes) == text)
  }

  // MARK: - Whole texts and sums

  private func step(
    _ comment: String, rows: Int64? = nil, bytes: Int64? = nil, new: Int64? = nil,
    freed: Int64? = nil, isReversible: Bool = true
  ) -> MigrationPlan.Step {
    MigrationPlan.Step(
      comment: comment, statements: [], isReversible: isReversible, rowCount: rows,
      byteCount: bytes, newByteCount: new, freedByteCount: freed)
  }

  @Test func aPlanIsPrintedWithWhatIsKnownOfItsSteps() {
    let rates = MigrationRates(secondsPerRow: 0.001, secondsPerByte: 0.01, secondsPerIndexedRow: 5)
    #expect(MigrationPlan(style: .fresh).text() == "nothing to do\n")
    let unknown = MigrationPlan(style: .fresh, steps: [step("a")])
    #expect(unknown.text(rates: rates) == "1 step\n\n1. a\n")
    let plan = MigrationPlan(
      style: .fresh,
      steps: [
        step("a", rows: 1, isReversible: false), step("b", rows: 10),
        step("c", isReversible: false),
        step("d", rows: 10, bytes: 1_000_000, new: 1_000_000), step("e", rows: 5, bytes: 0),
      ])
    #expect(
      plan.text(rates: rates) == """
        5 steps, about 10000 s, 1.0 MB larger

        1. a
           (1 row, cannot be undone)
        2. b
           (10 rows, about 0.0 s)
        3. c
           (cannot be undone)
        4. d
           (10 rows, about 10000 s)
        5. e
           (5 rows)

        """)
  }

  /// New pages are taken from freed ones first; what is left of them is for the steps after it.
  @Test func diskSpaceIsTheSumOfTheSteps() {
    let steps = [
      step("a", freed: 300), step("b", bytes: 1000, new: 200),
      step("c", bytes: 500, new: 400, freed: 50), step("d", bytes: 100, new: 100),
      step("e", freed: 7), step("f", bytes: -1, new: -1, freed: -1),
    ]
    func numbers(_ count: Int, zeroes: Bool = false) -> [Int64] {
      let plan = MigrationPlan(style: .fresh, steps: Array(steps.prefix(count)))
      let cost = plan.cost(zeroesFreedPages: zeroes)
      #expect(!cost.isKnown && cost.seconds == 0)
      #expect(cost.peakBytes(copying: 1000) == 1000 + cost.growthBytes)
      #expect(cost.peakBytesInPlace(usesLog: true) == cost.logBytes + cost.growthBytes)
      #expect(cost.peakBytesInPlace(usesLog: false) == cost.journalBytes + cost.growthBytes)
      return [cost.growthBytes, cost.logBytes, cost.journalBytes]
    }
    #expect(numbers(0) == [0, 0, 0])
    #expect(numbers(1) == [0, 0, 0] && numbers(1, zeroes: true) == [0, 300, 300])
    #expect(numbers(2) == [0, 1000, 1000] && numbers(2, zeroes: true) == [0, 1100, 1100])
    #expect(numbers(3) == [300, 1500, 1200] && numbers(3, zeroes: true) == [300, 1550, 1250])
    #expect(numbers(4) == [350, 1600, 1250] && numbers(4, zeroes: true) == [350, 1600, 1250])
    #expect(numbers(6) == [350, 1600, 1250] && numbers(6, zeroes: true) == [350, 1607, 1257])
  }
}
