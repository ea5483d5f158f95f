/// A fetch whose SQL was written when its code was generated: a stored fetch request with its arguments.
public struct PreparedFetch<Value>: Sendable {
  /// With a `?` for each binding.
  public let sql: String
  @usableFromInline let bindings: @Sendable (inout RowEncoder) -> Void
  @usableFromInline let decode: @Sendable (Row) throws(RowError) -> Value

  /// Rows that `decode` reads: keys, counts, or objects of which not all columns are fetched.
  public init(
    sql: String, bindings: @escaping @Sendable (inout RowEncoder) -> Void,
    decode: @escaping @Sendable (Row) throws(RowError) -> Value
  ) {
    self.sql = sql
    self.bindings = bindings
    self.decode = decode
  }

  /// Objects, whose columns stand as those of a fetch of all objects do.
  @inlinable
  public init(
    sql: String, bindings: @escaping @Sendable (inout RowEncoder) -> Void
  ) where Value: StoredEntity {
    self.init(sql: sql, bindings: bindings) { (row: Row) throws(RowError) in
      try Value(row: row)
    }
  }
}
