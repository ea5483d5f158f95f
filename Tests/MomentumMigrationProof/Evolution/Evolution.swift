import MomentumDifferential

/// The versions of a model that a seed gives: two, or three for a chain.
package struct Evolution: Sendable {
  package struct Size: Sendable, Hashable {
    /// Of the steps that lead to each version after the first: the numbers of those that are taken.
    package var steps: [[Int]]
    package var rows: Int
  }

  package var versions: [EvolvingModel]
  /// The steps that led to each version after the first, told.
  package var told: [[String]]

  /// How many steps and rows a seed has.
  package static func size(seed: UInt64, rowsMax: Int) -> Size {
    var dice = Dice(seed: seed, part: 13)
    let isChain = dice.chance(35)
    let steps = (0..<(isChain ? 2 : 1)).map { _ in
      Array(0..<(1 + dice.weighted([5, 5, 4, 3, 3, 2, 1, 1])))
    }
    // As many small stores as large ones.
    let rows = dice.one(1, 3, 10, 30, 100, 300, 1000)
    return Size(steps: steps, rows: min(rowsMax, max(1, dice.int(max(1, rows / 3)...rows))))
  }

  package init(seed: UInt64, size: Size) {
    var model = EvolvingModel.first(seed: seed)
    versions = [model]
    told = []
    for (version, steps) in size.steps.enumerated() {
      var lines: [String] = []
      for step in steps {
        var dice = Dice(seed: seed, part: 100 * (version + 1) + step)
        if let line = EvolutionStep.take(&model, &dice) { lines.append(line) }
      }
      versions.append(model)
      told.append(lines)
    }
  }
}
