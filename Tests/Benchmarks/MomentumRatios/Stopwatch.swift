import BenchmarkSamples
import Foundation

/// Measures rivals by turns, so that a busy machine slows all of them alike.
struct Race {
  struct Rival {
    var run: () throws -> Int
  }

  /// The best time of each rival in seconds, in the order given.
  ///
  /// The best, not the mean: whatever else the machine does only ever adds. The time of the processor,
  /// since all rivals run in one thread: what others do meanwhile is not counted.
  static func run(rounds: Int, _ rivals: [Rival]) throws -> [Double] {
    var best = [Double](repeating: .infinity, count: rivals.count)
    for round in 0...rounds {
      for (index, rival) in rivals.enumerated() {
        let start = processorSeconds()
        keep(try rival.run())
        // The first round warms the caches.
        if round > 0 { best[index] = min(best[index], processorSeconds() - start) }
      }
    }
    return best
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
