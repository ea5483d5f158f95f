package import MomentumDiff

extension MigrationMatrixReport {
  /// The report of a computed matrix.
  package init(_ matrix: VersionMatrix) {
    self.init(
      versions: matrix.names,
      pairs: matrix.cells.map {
        Pair(
          old: $0.old, new: $0.new, migrationClass: $0.migrationClass, inference: $0.inference)
      })
  }
}
