public import MomentumCompiler
public import MomentumDiagnostics
internal import MomentumModel
internal import MomentumRuntime
public import MomentumSQLite

/// Which made-up objects a store for a test is filled with. The same seed gives the same objects.
///
/// Each entity that can have objects gets a row with ordinary values, one with NULL wherever the model allows
/// it, one with the least and one with the greatest values, one with texts that trip programs up, and further
/// ones drawn by the seed's number. Values keep the model's bounds, patterns and uniqueness constraints, and
/// links its counts; relationships of every kind are filled, some objects are left without.
///
/// A transformable attribute holds a keyed archive of a plain Foundation object, or NULL where its class is
/// the app's own and it is optional.
public struct StoreSeed: Sendable, Hashable {
  /// How many objects each entity gets at most. Fewer where the model does not let that many be.
  public var rowsPerEntity: Int
  /// Chooses the values of the rows after the first five, and nothing else.
  public var number: UInt64

  public init(rowsPerEntity: Int = 8, number: UInt64 = 1) {
    self.rowsPerEntity = min(max(rowsPerEntity, 0), 100_000)
    self.number = number
  }

  /// The objects of a model, as `momentum import` takes them.
  public func objects(of compiled: CompiledModel) -> SeededObjects {
    var builder = SeedBuilder(compiled: compiled, seed: self)
    return builder.build()
  }
}

/// Made-up objects of a model.
public struct SeededObjects: Sendable, Hashable {
  /// `{"objects": [{"entity": …, "id": …, "attributes": {…}, "relationships": {…}}]}`
  public var text: String
  /// How many objects each concrete entity got, by name.
  public var counts: [String: Int]
  /// Concrete entities without any object, by name, each with what the model asks for that cannot be had.
  public var unfilled: [String: String]

  /// Inserts the objects into a store of the model they are of, in one transaction.
  ///
  /// - Returns: `nil` where the model does not take them, with diagnostics: the store is another version's.
  @discardableResult
  public func insert(
    into path: String, of compiled: CompiledModel, _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> [String: Int]? {
    // A derived `now()` gets the reference date, so that the same objects give the same bytes.
    try compiled.importObjects(
      of: SourceFile(path: "<seed>", text: text), into: path,
      options: ConnectionOptions(now: { 0 }), &diagnostics)
  }
}
