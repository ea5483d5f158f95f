/// A stored fetch request with its arguments. Its SQL was written when the code was generated.
///
/// ```swift
/// let found = try store.fetch(Venue.dealsNearby(distance: 500, category: "Bakery"))
/// ```
public struct PreparedFetch<Value>: Sendable {
  /// The statement, with a `?` for each binding.
  public let sql: String
  @usableFromInline let bindings: @Sendable (inout RowEncoder) -> Void
  @usableFromInline let decode: @Sendable (Row) throws(RowError) -> Value

  /// A fetch whose rows `decode` reads: keys, counts, or objects with a part of their columns.
  public init(
    sql: String, bindings: @escaping @Sendable (inout RowEncoder) -> Void,
    decode: @escaping @Sendable (Row) throws(RowError) -> Value
  ) {
    self.sql = sql
    self.bindings = bindings
    self.decode = decode
  }

  /// A fetch of whole objects. Its columns have the order that the generated type reads.
  @inlinable
  public init(
    sql: String, bindings: @escaping @Sendable (inout RowEncoder) -> Void
  ) where Value: StoredEntity {
    self.init(sql: sql, bindings: bindings) { (row: Row) throws(RowError) in
      try Value(row: row)
    }
  }
}
