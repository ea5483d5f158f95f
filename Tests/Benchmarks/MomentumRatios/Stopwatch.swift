import BenchmarkSamples
import Foundation

/// Measures rivals by turns, so that a busy machine slows all of them alike.
struct Race {
  struct Rival {
    /// Called before each run, and not timed.
    var prepare: () throws -> Void = {}
    var run: () throws -> Int
  }

  /// The best time of each rival in seconds, in the order given.
  ///
  /// The best, not the mean: whatever else the machine does only ever adds. The time of the processor,
  /// since all rivals run in one thread: what others do meanwhile is not counted.
  static func run(rounds: Int, _ rivals: [Rival]) throws -> [Double] {
    try times(rounds: rounds, rivals).map { $0.min() ?? .infinity }
  }

  /// The median time of each rival.
  static func medians(rounds: Int, _ rivals: [Rival]) throws -> [Double] {
    try times(rounds: rounds, rivals).map { $0.sorted()[$0.count / 2] }
  }

  private static func times(rounds: Int, _ rivals: [Rival]) throws -> [[Double]] {
    var times = [[Double]](repeating: [], count: rivals.count)
    for round in 0...rounds {
      for (index, rival) in rivals.enumerated() {
        try rival.prepare()
        let start = processorSeconds()
        keep(try rival.run())
        // The first round warms the caches.
        if round > 0 { times[index].append(processorSeconds() - start) }
      }
    }
    return times
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
