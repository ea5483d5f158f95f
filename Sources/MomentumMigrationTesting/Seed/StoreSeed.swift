package import MomentumCompiler
package import MomentumDiagnostics
internal import MomentumModel
internal import MomentumRuntime
package import MomentumSQLite

/// A description of the made-up objects in a store for a test. The same seed gives the same
/// objects.
///
/// Each entity that can have objects gets one row each with ordinary values, with NULL wherever the
/// model allows it, with the least values, with the greatest values, and with texts that often
/// cause errors. Further rows are random. Values follow the model's bounds, patterns and uniqueness
/// constraints, and the number of links follows the minimum and maximum counts. Relationships of
/// every kind are filled, and some objects are left without links.
///
/// A transformable attribute gets a keyed archive of a plain Foundation object. If it needs a class
/// of the app itself and is optional, it is NULL.
///
/// ```swift
/// let store = try helper.makeStore(of: "Model 2", seed: StoreSeed(rowsPerEntity: 100, number: 7))
/// ```
public struct StoreSeed: Sendable, Hashable {
  /// The most objects of each entity. There are fewer if the model does not allow so many.
  public var rowsPerEntity: Int
  /// The seed of the random values in the rows after the first five. It changes nothing else.
  public var number: UInt64

  /// Makes a seed; `rowsPerEntity` is kept between 0 and 100,000.
  public init(rowsPerEntity: Int = 8, number: UInt64 = 1) {
    self.rowsPerEntity = min(max(rowsPerEntity, 0), 100_000)
    self.number = number
  }

  /// The objects for a model, in the form of `momentum import`.
  package func objects(of compiled: CompiledModel) -> SeededObjects {
    var builder = SeedBuilder(compiled: compiled, seed: self)
    return builder.build()
  }
}

/// Made-up objects of a model.
package struct SeededObjects: Sendable, Hashable {
  /// The objects as JSON:
  ///
  /// `{"objects": [{"entity": …, "id": …, "attributes": {…}, "relationships": {…}}]}`
  package var text: String
  /// The number of objects of each concrete entity, by name.
  package var counts: [String: Int]
  /// The concrete entities without objects, by name, with the rule of the model that could not be
  /// met.
  package var unfilled: [String: String]

  /// Inserts the objects into a store of their model, in one transaction.
  ///
  /// - Returns: `nil` with diagnostics if the store was made with another version of the model.
  @discardableResult
  package func insert(
    into path: String, of compiled: CompiledModel, _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> [String: Int]? {
    // Let a derived `now()` return the reference date, so that the same objects give the same
    // bytes.
    try compiled.importObjects(
      of: SourceFile(path: "<seed>", text: text), into: path,
      options: ConnectionOptions(now: { 0 }), &diagnostics)
  }
}
