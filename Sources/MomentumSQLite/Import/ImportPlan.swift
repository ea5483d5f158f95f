public import MomentumDiagnostics
public import MomentumModel
internal import MomentumSQL
public import MomentumStore

/// Which keys and rules an import follows.
public struct ImportOptions: Sendable, Hashable {
  /// Whether objects get the keys in the file. Otherwise they get new keys: a store that has objects may already use
  /// the keys in the file.
  public var keepsKeys: Bool
  /// Whether values and numbers of objects that a save would refuse are errors.
  public var checksRules: Bool

  public init(keepsKeys: Bool = true, checksRules: Bool = true) {
    self.keepsKeys = keepsKeys
    self.checksRules = checksRules
  }
}

/// What an import will insert: checked objects and the links between them. Their values stay in the files, from
/// where they are read once more when the rows are written.
public struct ImportPlan: Sendable {
  struct Object: Sendable {
    var entity: EntityID
    var range: SourceRange
  }

  var document: ImportDocument
  var options: ImportOptions
  /// Those of the files in their order, then those that only stand for objects of the store.
  var objects: [Object]
  /// How many of them are of the files.
  var itemCount: Int
  /// `Z_PK` by object, 0 for none; empty where no object has one.
  var givenKeys: [Int64]
  var links: [ImportLink]
  /// By root entity.
  var lastKeys: [EntityID: Int64]
  /// Objects that may be in the store already, by object.
  var matches: [Int32: ImportMatch]

  public var objectCount: Int { itemCount }

  var source: ImportSource { document.source }

  /// Reads and checks a file of objects; nothing is written.
  ///
  ///     {"objects": [{"entity": "Venue", "id": "venue-1",
  ///                   "attributes": {"name": "Tea House"},
  ///                   "relationships": {"location": "loc-1", "tags": ["a", "b"]}}]}
  ///
  /// An `id` is local to the file. A relationship may be given from either side, or from both where they
  /// say the same. Dates are ISO 8601 texts (UTC without a zone) or seconds since 2001, decimals numbers
  /// or texts, binaries and transformables base64. An attribute that is not given gets its default.
  ///
  /// A file that an export wrote gives keys and numbers of saves too, which are kept.
  ///
  /// - Returns: `nil` where any error was reported.
  public static func make(
    _ file: SourceFile, model: ObjectModel, schema: StoreSchema,
    options: ImportOptions = ImportOptions(), _ issues: inout Diagnostics
  ) -> ImportPlan? {
    make(file, mappedBy: nil, model: model, schema: schema, options: options, &issues)
  }

  /// Reads and checks CSV files: one file for each entity, or any files with a mapping file that says what they hold.
  package static func make(
    csv files: [SourceFile], delimiter: UInt8, mappedBy map: SourceFile?, model: ObjectModel,
    schema: StoreSchema, options: ImportOptions, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    var form = ImportDocument.Form.csv(delimiter: delimiter)
    if let map {
      var reader = ImportMapReader(file: map, model: model)
      guard let rules = reader.read(&issues) else { return nil }
      form = .mapped(rules, delimiter: delimiter)
    }
    let document = ImportDocument(source: ImportSource(files), model: model, form: form)
    return ImportPlanning(document, schema: schema, options: options).plan(&issues)
  }

  /// Reads and checks JSON of another form, with a mapping file that says where its objects are.
  package static func make(
    _ file: SourceFile, mappedBy map: SourceFile?, model: ObjectModel, schema: StoreSchema,
    options: ImportOptions, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    var form = ImportDocument.Form.json
    if let map {
      var reader = ImportMapReader(file: map, model: model)
      guard let rules = reader.read(&issues) else { return nil }
      form = .mapped(rules, delimiter: nil)
    }
    let document = ImportDocument(source: ImportSource([file]), model: model, form: form)
    return ImportPlanning(document, schema: schema, options: options).plan(&issues)
  }
}

/// An object that may be in the store already, where its values tell.
struct ImportMatch: Sendable {
  var columns: [String]
  var values: [SQLValue]
  /// Names of the attributes.
  var names: [String]
  /// Whether it has to be there, since the file does not say enough to make it.
  var isReference: Bool
  /// The errors to report if no object of the store matches: what a new object would lack.
  var missing: Diagnostics
}
