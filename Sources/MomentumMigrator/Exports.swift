// The types of other modules that a ``StoreMigrator`` takes and gives. A program that imports MomentumMigrator does not
// have to know in which module they are.
@_exported public import struct MomentumCompiler.CompiledModel
@_exported public import struct MomentumDiagnostics.Diagnostic
@_exported public import struct MomentumDiagnostics.Diagnostics
@_exported public import struct MomentumSQL.SQLFragment
@_exported public import enum MomentumSQL.SQLValue
@_exported public import enum MomentumSQLite.StoreError
