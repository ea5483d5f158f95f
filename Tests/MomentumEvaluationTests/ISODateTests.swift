import MomentumTestSupport
import MomentumText
import Testing

@Suite(.tags(.random)) struct ISODateTests {
  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"),
      (-0.25, "2000-12-31T23:59:59.75Z"), (0.00005, "2001-01-01T00:00:00.00005Z"),
      (631_152_000.123456, "2021-01-01T00:00:00.123456Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"), (252_423_993_599.5, "9999-12-31T23:59:59.5Z"),
    ] as [(Double, String)])
  func printsAllThatANumberHas(_ seconds: Double, _ text: String) {
    #expect(ISODate.text(seconds) == text)
    #expect(ISODate.seconds(text) == seconds)
  }

  @Test(arguments: [252_423_993_600, -63_113_904_000.5, .infinity, -.infinity, .nan] as [Double])
  func othersHaveNoText(_ seconds: Double) {
    #expect(ISODate.text(seconds) == nil)
  }

  /// Milliseconds, microseconds and any bits at all, before and after 2001.
  @Test func randomNumbersComeBackToTheBit() {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<20_000 {
      let whole = Double.random(in: -63_113_904_000..<252_423_993_599, using: &generator)
      for number in [whole, whole / 1000, (whole * 1000).rounded() / 1000, whole / 1e12] {
        let text = ISODate.text(number)
        let back = text.flatMap { ISODate.seconds($0) }
        #expect(back?.bitPattern == number.bitPattern, "\(number) \(text ?? "")")
      }
    }
  }
}
