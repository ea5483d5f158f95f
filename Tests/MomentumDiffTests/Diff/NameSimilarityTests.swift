import Testing

@testable import MomentumDiff

/// Which names are alike, and how much.
@Suite struct NameSimilarityTests {
  @Test(arguments: [
    ("", ""), ("_", ""), ("name", "name"), ("Name", "name"), ("fullName", "full name"),
    ("full_name", "full name"), ("_full__name_", "full name"), ("userIconURL", "user icon url"),
    ("URLString", "url string"), ("userURLString", "user url string"), ("URL", "url"),
    ("aB", "a b"), ("AB", "ab"), ("ABc", "a bc"), ("version2Name", "version2 name"),
    ("v2", "v2"), ("a-b c", "a b c"), ("ÄrztInnen", "ärzt innen"), ("iD", "i d"), ("ID2x", "id2x"),
    ("IDx", "i dx"),
  ])
  func aNameIsTakenApartIntoWords(_ name: String, _ words: String) {
    #expect(NameSimilarity.words(name).joined(separator: " ") == words)
  }

  /// `=0.8` alike, `+0.67` contained, `-` neither; rounded to hundredths.
  @Test(arguments: [
    ("name", "name", "=1.0"), ("fullName", "full_name", "=1.0"), ("fullname", "fullName", "=1.0"),
    ("", "name", "-"), ("_", "_", "-"), ("name", "fullName", "+0.67"),
    ("fullName", "name", "+0.67"), ("a", "bC", "-"), ("userIconUrl", "userIconUrlString", "+0.86"),
    ("isPaid", "isNotPaid", "-"), ("paid", "neverPaid", "-"), ("value", "noValue", "-"),
    ("value", "nonValue", "-"), ("value", "valueWithoutTax", "-"), ("knot", "knotNumber", "+0.67"),
    ("count", "counts", "=0.83"), ("color", "colour", "=0.83"), ("minValue", "maxValue", "-"),
    ("startLatitude", "startLongitude", "-"), ("activedAt", "activeAt", "=0.89"),
    ("sent", "rent", "-"), ("item1", "item2", "-"), ("item", "items", "=0.8"),
    ("ab", "abs", "=0.67"), ("ab", "abc", "-"), ("a", "as", "-"), ("abc", "abcdef", "=0.5"),
    ("abc", "abcdefg", "-"), ("minor", "minus", "-"), ("recieved", "received", "-"),
    ("addresse", "addresss", "=0.88"), ("abcdx", "abcdy", "=0.8"), ("abcx", "abcy", "-"),
    ("oneTwoThree", "oneTwoFour", "-"), ("aB", "bA", "+1.0"),
    ("theCount", "countsThe", "=0.89"), ("a_b_c", "a_b_d", "-"),
    ("photoCounts", "photosCount", "=0.91"),
    // A letter that is doubled, or two, at the beginning or further on.
    ("aaaardvark", "aaardvark", "=0.9"), ("committees", "comittees", "=0.9"),
    ("bookkeeper", "bookeeper", "=0.9"), ("accomodation", "accommodations", "=0.86"),
    ("aabbcdefgh", "aabcdefgh", "=0.9"), ("aabbccddeeff", "aabcdef", "-"),
    ("oooooooooox", "oooooooox", "=0.82"), ("oooooooooox", "ooooooox", "-"),
  ])
  func twoNamesAreAlikeContainedOrNeither(_ one: String, _ other: String, _ expected: String) {
    func text(_ likeness: NameSimilarity.Likeness?) -> String {
      switch likeness {
      case nil: "-"
      case .alike(let value): "=\((value * 100).rounded() / 100)"
      case .contained(let value): "+\((value * 100).rounded() / 100)"
      }
    }
    let (left, right) = (NameSimilarity(one), NameSimilarity(other))
    #expect(text(left.likeness(to: right)) == expected, "'\(one)' and '\(other)'")
    #expect(left.likeness(to: right) == right.likeness(to: left), "'\(other)' and '\(one)'")
  }

  /// A word of more than 60 letters is compared by its beginning alone.
  @Test func longWordsAreComparedByTheirBeginnings() {
    func alike(_ count: Int) -> Bool {
      let stem = String(repeating: "a", count: count - 1)
      return NameSimilarity(stem + "x").likeness(to: NameSimilarity(stem + "y")) != nil
    }
    #expect(alike(60))
    #expect(!alike(61))
  }
}
