// The findings of a `PredicateFormatError`.
@_exported public import struct MomentumDiagnostics.Diagnostics
