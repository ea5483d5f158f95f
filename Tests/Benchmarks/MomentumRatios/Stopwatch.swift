import BenchmarkSamples

/// Measures rivals by turns, so that a busy machine slows all of them alike.
struct Race {
  struct Rival {
    var run: () throws -> Int
  }

  /// The best time of each rival in seconds, in the order given.
  ///
  /// The best, not the mean: whatever else the machine does only ever adds.
  static func run(rounds: Int, _ rivals: [Rival]) throws -> [Double] {
    var best = [Double](repeating: .infinity, count: rivals.count)
    for round in 0...rounds {
      for (index, rival) in rivals.enumerated() {
        let start = ContinuousClock.now
        keep(try rival.run())
        let parts = (ContinuousClock.now - start).components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
        // The first round warms the caches.
        if round > 0 { best[index] = min(best[index], seconds) }
      }
    }
    return best
  }
}
