// Exports the types of other modules that a ``StoreMigrator`` takes and returns, so that a program
// needs to import MomentumMigrator only.
@_exported public import struct MomentumCompiler.CompiledModel
@_exported public import struct MomentumDiagnostics.Diagnostic
@_exported public import struct MomentumDiagnostics.Diagnostics
@_exported public import struct MomentumSQL.SQLFragment
@_exported public import enum MomentumSQL.SQLValue
@_exported public import enum MomentumSQLite.StoreError
