// Sort keys stand beside predicates in a request: who imports this module has their comparisons too.
@_exported public import enum MomentumText.SortComparison
