// Code that imports this module also gets `Diagnostics`, the type of the findings of a
// `PredicateFormatError`.
@_exported public import struct MomentumDiagnostics.Diagnostics
