import MomentumQuery

extension [any ObjectStore] {
  /// The number of objects that a request finds in all of the stores; its offset and limit are of
  /// the sum, not of each store.
  func count(_ fetch: StoreFetch) throws -> Int {
    if count == 1 { return try self[0].count(fetch) }
    let wide = fetch.widened
    return fetch.windowCount(try reduce(0) { try $0 + $1.count(wide) })
  }
}

extension StoreFetch {
  /// The request for one of several stores: it has no offset, and a limit that is higher by the
  /// offset. Offset and limit are then applied to the merged results of all stores.
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

  /// The part of a result that remains after offset and limit are applied.
  func window<Element>(_ all: [Element]) -> [Element] {
    let rest = all.dropFirst(max(request.offset ?? 0, 0))
    guard let limit = request.limit, limit >= 0 else { return Array(rest) }
    return Array(rest.prefix(limit))
  }

  /// The number of results that remain of `count` after offset and limit are applied.
  func windowCount(_ count: Int) -> Int {
    let rest = max(0, count - max(request.offset ?? 0, 0))
    guard let limit = request.limit, limit >= 0 else { return rest }
    return min(rest, limit)
  }
}
