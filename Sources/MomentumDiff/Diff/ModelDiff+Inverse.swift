extension ModelDiff {
  /// What a diff was made of.
  ///
  /// Takes no part in `==`: two diffs are equal when they say the same.
  struct Origin: Sendable, Hashable {
    let pair: ModelPair
    let found: [FoundChange]

    static func == (left: Origin, right: Origin) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The diff of the way back: added is removed, old is new, and each change is assessed anew, since a class
  /// belongs to a direction.
  ///
  /// Equal to what `ModelDiffer` finds for the swapped models. `nil` for a diff made by hand, of whose models
  /// nothing is known.
  public var inverse: ModelDiff? {
    origin.map { origin in
      ModelDiffer.assemble(
        ModelPair(origin.pair.new, origin.pair.old), origin.found.map(\.inverted))
    }
  }
}
