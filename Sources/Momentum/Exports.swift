// The types of other modules that ``DataModel`` takes and returns. A program that imports Momentum
// need not know which module declares them.
@_exported public import struct MomentumCodegen.GeneratedFile
@_exported public import struct MomentumCompiler.CompiledModel
@_exported public import enum MomentumCompiler.QueryTarget
@_exported public import struct MomentumCompiler.RequestInput
@_exported public import struct MomentumDiagnostics.Diagnostic
@_exported public import struct MomentumDiagnostics.Diagnostics
@_exported public import enum MomentumDiff.MigrationClass
@_exported public import enum MomentumGeneration.CodeTarget
@_exported public import struct MomentumModel.ObjectModel
@_exported public import enum MomentumSQL.SQLBinding
@_exported public import struct MomentumSQL.SQLDialect
@_exported public import struct MomentumSQL.SQLText
