// A request has sort keys beside its predicate, so code that imports this module also gets the
// comparisons of sort keys.
@_exported public import enum MomentumText.SortComparison
