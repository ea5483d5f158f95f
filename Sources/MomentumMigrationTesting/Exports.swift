// Exports the migrator, since tests choose its options and read its results.
@_exported public import MomentumMigrator
