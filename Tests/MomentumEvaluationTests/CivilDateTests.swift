import MomentumText
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: [
    (0, "2001-01-01"), (-1, "2000-12-31"), (-307, "2000-02-29"), (-308, "2000-02-28"),
    (59, "2001-03-01"), (-36_890, "1900-01-01"), (-730_791, "0000-03-01"), (-730_792, "0000-02-29"),
    (2_921_573, "9999-12-31"),
  ])
  func aDayHasADateAndBack(_ days: Int, _ text: String) {
    let date = CivilDate(daysSince2001: days)
    #expect(date.text == text)
    #expect(date.daysSince2001 == days)
  }

  /// Each date follows the one before it, over more than an era on both sides.
  @Test func daysFollowEachOther() {
    var last = CivilDate(daysSince2001: -150_001)
    for days in -150_000...150_000 {
      let date = CivilDate(daysSince2001: days)
      let isNext =
        date.day == last.day + 1 && date.month == last.month && date.year == last.year
        || date.day == 1 && last.day >= 28
          && (date.month == last.month + 1 && date.year == last.year
            || date.month == 1 && last.month == 12 && date.year == last.year + 1)
      guard isNext, date.daysSince2001 == days else {
        Issue.record("\(last.text) and \(date.text)")
        return
      }
      last = date
    }
  }

  @Test func timesArePadded() {
    #expect(CivilDate.clock(86_399) == "23:59:59" && CivilDate.clock(61) == "00:01:01")
    #expect(CivilDate.floorDivide(-1, 7) == -1 && CivilDate.floorDivide(-7, 7) == -1)
  }
}
