// Tests choose options of the migrator and read its results.
@_exported public import MomentumMigrator
