package import MomentumSQL

/// A stored fetch request with its arguments. Its SQL was written when the code was generated.
///
/// ```swift
/// let found = try store.fetch(Venue.dealsNearby(distance: 500, category: "Bakery"))
/// ```
public struct PreparedFetch<Value>: Sendable {
  /// The statement, with a `?` for each binding.
  public let sql: String
  /// The request's name in the model, by which a server compiles it for its own tables; empty in code
  /// of earlier versions.
  package let requestName: String
  @usableFromInline let bindings: @Sendable (inout RowEncoder) -> Void
  @usableFromInline let decode: @Sendable (Row) throws(RowError) -> Value

  /// A fetch whose rows `decode` reads: keys, counts, or objects with a part of their columns.
  ///
  /// - Parameter request: The request's name in the model.
  public init(
    sql: String, request: String = "",
    bindings: @escaping @Sendable (inout RowEncoder) -> Void,
    decode: @escaping @Sendable (Row) throws(RowError) -> Value
  ) {
    self.sql = sql
    requestName = request
    self.bindings = bindings
    self.decode = decode
  }

  /// A fetch of whole objects. Its columns have the order that the generated type reads.
  @inlinable
  public init(
    sql: String, request: String = "",
    bindings: @escaping @Sendable (inout RowEncoder) -> Void
  ) where Value: StoredEntity {
    self.init(sql: sql, request: request, bindings: bindings) { (row: Row) throws(RowError) in
      try Value(row: row)
    }
  }
}

extension PreparedFetch {
  /// The values of the request's variables, by their names.
  package var namedBindings: [String: [SQLValue]] {
    var encoder = RowEncoder(keepsDigits: true)
    bindings(&encoder)
    return encoder.namedValues
  }

  /// The value that the code of the request makes of a row.
  package func decoded(_ row: Row) throws(RowError) -> Value { try decode(row) }
}
