import MomentumQuery

extension StoreFetch {
  /// The request for one of several stores: the window is cut from what all stores find together.
  var widened: StoreFetch {
    var wide = self
    wide.source = nil
    wide.request.offset = nil
    if let limit = request.limit {
      let (sum, isPast) = limit.addingReportingOverflow(max(request.offset ?? 0, 0))
      wide.request.limit = isPast ? nil : sum
    }
    return wide
  }

  /// The part of a result that offset and limit leave.
  func window<Element>(_ all: [Element]) -> [Element] {
    let rest = all.dropFirst(max(request.offset ?? 0, 0))
    guard let limit = request.limit, limit >= 0 else { return Array(rest) }
    return Array(rest.prefix(limit))
  }

  /// The length of the window on a number of objects.
  func windowCount(_ count: Int) -> Int {
    let rest = max(0, count - max(request.offset ?? 0, 0))
    guard let limit = request.limit, limit >= 0 else { return rest }
    return min(rest, limit)
  }
}
