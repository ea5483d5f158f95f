/// Places values in a fixed order with least distances between them, each as near to its target as
/// the others allow (least squares, by pool adjacent violators in linear time).
enum Spread {
  struct Target {
    var value: Int
    var weight: Int
    /// The least distance to the previous value.
    var distance: Int
  }

  static func positions(_ targets: [Target]) -> [Int] {
    var pools: [Pool] = []
    pools.reserveCapacity(targets.count)
    var shift = 0
    for (index, target) in targets.enumerated() {
      shift += index == 0 ? 0 : target.distance
      var pool = Pool(sum: (target.value - shift) * target.weight, weight: target.weight, count: 1)
      while let last = pools.last, last.mean > pool.mean {
        pools.removeLast()
        pool = Pool(
          sum: last.sum + pool.sum, weight: last.weight + pool.weight,
          count: last.count + pool.count)
      }
      pools.append(pool)
    }
    var result: [Int] = []
    result.reserveCapacity(targets.count)
    shift = 0
    for pool in pools {
      for _ in 0..<pool.count {
        shift += result.isEmpty ? 0 : targets[result.count].distance
        result.append(pool.mean + shift)
      }
    }
    return result
  }

  /// Several neighbouring values at their least distances from each other. `mean` is the best
  /// position of the first value: the weighted mean of the targets, each less its distance from it.
  private struct Pool {
    let sum: Int
    let weight: Int
    let count: Int
    let mean: Int

    init(sum: Int, weight: Int, count: Int) {
      (self.sum, self.weight, self.count) = (sum, weight, count)
      mean = Int((Double(sum) / Double(weight)).rounded())
    }
  }
}
