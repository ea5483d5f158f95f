import MomentumCLI
import MomentumTestSupport
import Testing

/// Tables on a terminal that is narrower than they are.
@Suite struct TextTableTests {
  private let table = TextTable(
    ["name", "about"], alignments: [.left, .left],
    rows: [["Tides", "a long sentence about the sea"], ["Dunes", "sand"]])

  @Test func theWidestColumnIsCut() {
    #expect(table.width == 37)
    expectText(table.text(fitting: 37), table.text)
    expectText(
      table.text(fitting: 24),
      """
      name  │ about
      ──────┼─────────────────
      Tides │ a long sentence…
      Dunes │ sand

      """)
    // A column that is cut to nothing says nothing.
    #expect(table.text(fitting: 3).contains("Tides │ a long …"))
  }

  @Test func recordsHaveALineAColumn() {
    expectText(
      table.records(width: nil),
      """
      ── 1 ────────────────────────────────
      name  │ Tides
      about │ a long sentence about the sea
      ── 2 ────────────────────────────────
      name  │ Dunes
      about │ sand

      """)
  }

  @Test func dumbTerminalsGetNoColour() {
    #expect(Console.showsColor(["TERM": "xterm"]))
    #expect(!Console.showsColor(["TERM": "dumb"]))
    #expect(!Console.showsColor(["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(Console.showsColor(["NO_COLOR": ""]))
  }
}
