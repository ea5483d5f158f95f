package import MomentumDiagnostics
package import MomentumModel
internal import MomentumSQL
package import MomentumStore

/// The keys and rules that an import follows.
package struct ImportOptions: Sendable, Hashable {
  /// Whether objects get the keys in the file. Otherwise they get new keys: a store that has
  /// objects may already use the keys in the file.
  package var keepsKeys: Bool
  /// Whether values and numbers of links that break a validation rule of the model are errors.
  package var checksRules: Bool
  /// Whether a mapping file may name existing objects. The objects of a server are not there when
  /// its import is planned.
  package var findsExisting: Bool

  package init(
    keepsKeys: Bool = true, checksRules: Bool = true, findsExisting: Bool = true
  ) {
    self.keepsKeys = keepsKeys
    self.checksRules = checksRules
    self.findsExisting = findsExisting
  }
}

/// How far an import is: it first reads and checks all objects, then writes them.
package enum ImportProgress: Sendable, Hashable {
  case read(objects: Int)
  case written(objects: Int, of: Int)
}

/// The checked objects that an import inserts, and their links. Their values stay in the files and
/// are read once more when the rows are written.
package struct ImportPlan: Sendable {
  struct Object: Sendable {
    var entity: EntityID
    var range: SourceRange
  }

  var document: ImportDocument
  var options: ImportOptions
  /// The objects of the files in their order, then objects that only refer to objects of the store.
  var objects: [Object]
  /// The number of `objects` that come from the files.
  var itemCount: Int
  /// The key (`Z_PK`) in the file for each of `objects`, 0 if it has none; empty if no object has a
  /// key.
  var givenKeys: [Int64]
  var links: [ImportLink]
  /// The highest assigned keys, by root entity.
  var lastKeys: [EntityID: Int64]
  /// How to find objects that may be in the store already, by index in `objects`.
  var matches: [Int32: ImportMatch]

  package var objectCount: Int { itemCount }

  var source: ImportSource { document.source }

  /// Reads and checks a file of objects; nothing is written.
  ///
  ///     {"objects": [{"entity": "Venue", "id": "venue-1",
  ///                   "attributes": {"name": "Tea House"},
  ///                   "relationships": {"location": "loc-1", "tags": ["a", "b"]}}]}
  ///
  /// An `id` is local to the file. A relationship may be listed on either side, or on both if the
  /// two lists agree. Dates are ISO 8601 texts (UTC without a zone) or seconds since 2001, decimals
  /// numbers or texts, binaries and transformables base64. A missing attribute gets its default.
  ///
  /// A file that an export wrote has keys and version numbers too, which are kept.
  ///
  /// - Returns: `nil` if an error was reported.
  package static func make(
    _ file: SourceFile, model: ObjectModel, schema: StoreSchema,
    options: ImportOptions = ImportOptions(), _ issues: inout Diagnostics
  ) -> ImportPlan? {
    make(file, mappedBy: nil, model: model, schema: schema, options: options, &issues)
  }

  /// Reads and checks CSV files: one file for each entity, or any files with a mapping file that
  /// describes them.
  package static func make(
    csv files: [SourceFile], delimiter: UInt8, mappedBy map: SourceFile?, model: ObjectModel,
    schema: StoreSchema, options: ImportOptions,
    onProgress: (ImportProgress) -> Void = { _ in }, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    var form = ImportDocument.Form.csv(delimiter: delimiter)
    if let map {
      var reader = ImportMapReader(file: map, model: model)
      guard let rules = reader.read(&issues) else { return nil }
      form = .mapped(rules, delimiter: delimiter)
    }
    let document = ImportDocument(source: ImportSource(files), model: model, form: form)
    return ImportPlanning(document, schema: schema, options: options).plan(onProgress, &issues)
  }

  /// Reads and checks JSON of another form, with a mapping file that says where its objects are.
  package static func make(
    _ file: SourceFile, mappedBy map: SourceFile?, model: ObjectModel, schema: StoreSchema,
    options: ImportOptions, onProgress: (ImportProgress) -> Void = { _ in },
    _ issues: inout Diagnostics
  ) -> ImportPlan? {
    var form = ImportDocument.Form.json
    if let map {
      var reader = ImportMapReader(file: map, model: model)
      guard let rules = reader.read(&issues) else { return nil }
      form = .mapped(rules, delimiter: nil)
    }
    let document = ImportDocument(source: ImportSource([file]), model: model, form: form)
    return ImportPlanning(document, schema: schema, options: options).plan(onProgress, &issues)
  }
}

/// The values that identify an object that may be in the store already.
struct ImportMatch: Sendable {
  var columns: [String]
  var values: [SQLValue]
  /// The names of the attributes, for messages.
  var names: [String]
  /// Whether the object has to exist in the store, since the file lacks the values to insert it.
  var isReference: Bool
  /// The errors to report if no object of the store matches: the values that a new object lacks.
  var missing: Diagnostics
}
