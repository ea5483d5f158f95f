import MomentumDiagnostics
import MomentumSwiftPredicate
import MomentumTestSupport
import Testing

/// A file that somebody is still writing: no beginning of it may end the process.
@Suite(.tags(.random)) struct PrefixTests {
  private static let code = """
    struct V { @Query(filter: #Predicate<Trip> { $0.isDone }, sort: \\Trip.title, order: .reverse) var trips: [Trip] }
    let a = #Predicate<Trip> { trip in (trip.owner?.boss?.name ?? "x\\"y") == #"a"# && !trip.stops.contains { $0.nights % 2 > trip.rating } }
    let b: Predicate<Trip> = #Predicate { if let n = $0.notes, n != "" { n.contains("a") } else { [1, 2].max() == -$0.rating } }
    func f<Row>() { var d = FetchDescriptor<Trip>(predicate: #Predicate { (1..<3).contains($0.rating) ? true : $0.photos?.isEmpty ?? false }, sortBy: [.init(\\.owner?.name)]); d.fetchLimit = 3 }
    let e = #Expression<Trip, Int> { $0.stops.filter { s in s.nights > 1 }.count }

    """

  private func read(_ text: String, _ trips: TripModel) {
    for request in trips.requests(text) {
      for finding in request.diagnostics.all {
        let range = finding.location?.range
        #expect(range.map { $0.start >= 0 && $0.end <= text.utf8.count } ?? true)
      }
    }
  }

  @Test func eachBeginningIsRead() throws {
    let trips = try TripModel()
    #expect(trips.requests(Self.code).count == 5)
    let bytes = Array(Self.code.utf8)
    for count in 0...bytes.count {
      read(String(decoding: bytes[..<count], as: UTF8.self), trips)
    }
  }

  @Test func eachEndIsRead() throws {
    let trips = try TripModel()
    let bytes = Array(Self.code.utf8)
    for count in (0...bytes.count).thinned(to: 300) {
      read("let p = #Predicate<Trip> { " + String(decoding: bytes[count...], as: UTF8.self), trips)
    }
  }

  @Test func tokensThatAreLeftOut() throws {
    let trips = try TripModel()
    var generator = SeededGenerator(seed: 7)
    let bytes = Array(Self.code.utf8)
    for _ in 0..<TestLength.choose(short: 300, long: 5000) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let start = Int.random(in: 0..<changed.count, using: &generator)
        changed.removeSubrange(
          start..<min(start + Int.random(in: 1...5, using: &generator), changed.count))
      }
      read(String(decoding: changed, as: UTF8.self), trips)
    }
  }

  /// As deep as a hostile file likes.
  @Test(arguments: [
    "(", "!", "$0.stops.contains { ", "-", "[", "true ? true : ", "$0.notes ?? ", "true && ",
  ])
  func deepNesting(piece: String) throws {
    let trips = try TripModel()
    let text = "let p = #Predicate<Trip> { " + String(repeating: piece, count: 2000) + "true }"
    #expect(!trips.requests(text).contains { $0.isCompiled })
  }
}
