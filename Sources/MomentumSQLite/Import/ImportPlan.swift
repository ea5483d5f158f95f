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

/// What an import will insert: checked objects and the links between them.
public struct ImportPlan: Sendable {
  struct Object: Sendable {
    var entity: EntityID
    var id: String?
    var key: Int64?
    var version: Int64?
    var range: SourceRange
    /// Attributes by column.
    var values: [String: SQLValue]
  }

  var source: ImportSource
  var objects: [Object]
  var links: [ImportLink]
  /// By root entity.
  var lastKeys: [EntityID: Int64]

  public var objectCount: Int { objects.count }

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
    var read = Diagnostics()
    defer { issues.append(contentsOf: read) }
    guard let root = JSONParser.parse(file, &read) else { return nil }
    let plan = make(
      root, of: ImportSource([file]), model: model, schema: schema, options: options, &read)
    // A name that stands twice leaves a document, but not one to import.
    return read.hasErrors ? nil : plan
  }

  /// Reads and checks CSV files: one file for each entity, or any files with a mapping file that says what they hold.
  package static func make(
    csv files: [SourceFile], delimiter: UInt8, mappedBy map: SourceFile?, model: ObjectModel,
    schema: StoreSchema, options: ImportOptions, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    let source = ImportSource(files)
    let root: JSONNode?
    if let map {
      guard let rules = ImportMapReader(file: map, model: model).read(&issues) else { return nil }
      let tables = files.indices.map {
        CSVTable($0, of: source, delimiter: delimiter, &issues)?.json
      }
      guard !tables.contains(nil) else { return nil }
      root = MappedDocument.make(
        tables.compactMap { $0 }, of: source, rules, model: model, &issues)
    } else {
      var document = CSVDocument(source: source, delimiter: delimiter, model: model)
      root = document.root(&issues)
    }
    guard let root else { return nil }
    return make(root, of: source, model: model, schema: schema, options: options, &issues)
  }

  /// Reads and checks JSON of another form, with a mapping file that says where its objects are.
  package static func make(
    _ file: SourceFile, mappedBy map: SourceFile?, model: ObjectModel, schema: StoreSchema,
    options: ImportOptions, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    guard let map else {
      return make(file, model: model, schema: schema, options: options, &issues)
    }
    let source = ImportSource([file])
    guard let rules = ImportMapReader(file: map, model: model).read(&issues),
      let root = JSONParser.parse(file, &issues),
      let document = MappedDocument.make([root], of: source, rules, model: model, &issues)
    else { return nil }
    return make(document, of: source, model: model, schema: schema, options: options, &issues)
  }

  /// Checks a document that was made of one file or several; its places point into them.
  static func make(
    _ root: JSONNode, of source: ImportSource, model: ObjectModel, schema: StoreSchema,
    options: ImportOptions, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    var found = Diagnostics()
    defer { issues.append(contentsOf: found) }
    let reader = ImportFileReader(source: source, model: model, options: options)
    let objects = reader.objects(root, &found)
    let lastKeys = options.keepsKeys ? reader.lastKeys(root, &found) : [:]
    let attributes = ImportAttributes(
      source: source, model: model, schema: schema, checksRules: options.checksRules)
    let planned = objects.map { object in
      Object(
        entity: object.entity, id: object.id, key: object.key, version: object.version,
        range: object.range,
        values: attributes.values(of: object, &found))
    }
    var links = ImportLinks(
      source: source, model: model, schema: schema, objects: objects,
      knownIDs: ImportFileReader.ids(root), checksRules: options.checksRules)
    let linked = links.links(&found)
    guard !found.hasErrors else { return nil }
    return ImportPlan(source: source, objects: planned, links: linked, lastKeys: lastKeys)
  }
}
