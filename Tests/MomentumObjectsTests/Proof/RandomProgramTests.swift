import MomentumObjectsProof
import MomentumTestSupport
import Testing

/// Random programs over contexts, children, other contexts and reopened stores: the objects and the
/// rows are those of a plain graph (OG-1 to OG-7, SR-1 to SR-4). The long run is
/// `momentum-objects-proof random`.
@Suite(.tags(.random)) struct RandomProgramTests {
  @Test(arguments: ProgramStore.Kind.allCases)
  func contextsStoresAndAPlainGraphAgree(kind: ProgramStore.Kind) throws {
    try run(kind, seeds: 0..<TestLength.choose(short: 2, long: 20), steps: 250) { report in
      report.saves > 10 && report.refusedSaves > 0 && report.children > 5
    }
  }

  @Test("The same while each statement of saves and fetches fails once", .tags(.faults))
  func statementsFail() throws {
    try run(
      .sqlite, seeds: 0..<TestLength.choose(short: 1, long: 10), steps: 120, faults: .statements
    ) { report in
      report.saves > 2 && report.faults > 20
    }
  }

  private func run(
    _ kind: ProgramStore.Kind, seeds: Range<UInt64>, steps: Int,
    faults: ProgramFaults.Kind? = nil, _ hasMet: (ProgramRun.Report) -> Bool
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let programs = RandomPrograms(kind, faults: faults, in: folder)
      let (report, failures) = try programs.run(seeds: seeds, steps: steps)
      #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
      #expect(hasMet(report), "\(report.text)")
    }
  }
}
