/// Values in a fixed order with least distances between them, each as near to where it wants to be as
/// the others let it (least squares; pool adjacent violators, linear time).
enum Spread {
  struct Wish {
    var value: Int
    var weight: Int
    /// The least distance to the value before.
    var distance: Int
  }

  static func positions(_ wishes: [Wish]) -> [Int] {
    struct Pool {
      var sum: Int
      var weight: Int
      var count: Int
      var mean: Int { Int((Double(sum) / Double(weight)).rounded()) }
    }
    var pools: [Pool] = []
    var shift = 0
    for (index, wish) in wishes.enumerated() {
      shift += index == 0 ? 0 : wish.distance
      pools.append(Pool(sum: (wish.value - shift) * wish.weight, weight: wish.weight, count: 1))
      while pools.count > 1, pools[pools.count - 2].mean > pools[pools.count - 1].mean {
        let last = pools.removeLast()
        pools[pools.count - 1].sum += last.sum
        pools[pools.count - 1].weight += last.weight
        pools[pools.count - 1].count += last.count
      }
    }
    var result: [Int] = []
    shift = 0
    for pool in pools {
      for _ in 0..<pool.count {
        shift += result.isEmpty ? 0 : wishes[result.count].distance
        result.append(pool.mean + shift)
      }
    }
    return result
  }
}
