/// Finds a longest ascending run of numbers: the objects that can stay in place while others move.
enum LongestRun {
  /// The indexes of a longest ascending subsequence of different numbers. If several are equally
  /// long, it is the one whose last number is the smallest, then the one whose second last number
  /// is the smallest, and so on.
  ///
  ///     LongestRun.indexes(of: [1, 0])           // [1]: the object that was first stays
  ///     LongestRun.indexes(of: [2, 0, 1, 3])     // [1, 2, 3]
  static func indexes(of numbers: [Int]) -> [Int] {
    // `ends[n]` is the index of the smallest number that ends a run of n + 1 numbers.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for index in numbers.indices {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = previous[index]
    }
    return run.reversed()
  }
}
