extension ModelDiff {
  /// The models that a diff was made from, and the changes before their assessment.
  ///
  /// Ignored by `==`: two diffs are equal if they report the same changes.
  struct Origin: Sendable, Hashable {
    let pair: ModelPair
    let found: [FoundChange]

    static func == (left: Origin, right: Origin) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The diff in the opposite direction: added elements become removed ones, and old places become
  /// new ones. Each effect is assessed again, because it depends on the direction.
  ///
  /// The result equals the diff of the swapped models. `nil` for a diff that was made by code
  /// without models.
  package var inverse: ModelDiff? {
    origin.map { origin in
      ModelDiffer.assemble(
        ModelPair(origin.pair.new, origin.pair.old), origin.found.map(\.inverted))
    }
  }
}
