package import Testing

/// The kinds of suites that cost more than others, or need more of the machine. A test holds the tags to what a file
/// of tests uses. `Tests/Tools/test-times --kind compiles` runs the suites of one kind alone.
extension Tag {
  /// Draws its inputs, by a seed that it prints when it fails.
  @Tag package static var random: Self

  /// Makes calls fail one after another, or ends processes in the middle of their work.
  @Tag package static var faults: Self

  /// Reads what other people wrote where the corpus is beside the clone, and less, or nothing, where it is not.
  @Tag package static var corpus: Self

  /// Starts the Swift compiler or its formatter on generated code.
  @Tag package static var compiles: Self

  /// Starts other programs: Git, make, the tool of migration proofs.
  @Tag package static var processes: Self

  /// Asks the PostgreSQL server that `MOMENTUM_TEST_POSTGRES` names, and skips what needs it elsewhere.
  @Tag package static var server: Self

  /// Measures the stack that deep or long input takes.
  @Tag package static var stack: Self
}
