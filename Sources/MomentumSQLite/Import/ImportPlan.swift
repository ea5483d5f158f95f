public import MomentumDiagnostics
public import MomentumModel
internal import MomentumSQL
public import MomentumStore

/// What an import will insert: checked objects and the links between them.
public struct ImportPlan: Sendable {
  struct Object: Sendable {
    var entity: EntityID
    var id: String?
    var range: SourceRange
    /// Attributes by column.
    var values: [String: SQLValue]
  }

  var file: SourceFile
  var objects: [Object]
  var links: [ImportLink]

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
  /// - Returns: `nil` where any error was reported.
  public static func make(
    _ file: SourceFile, model: ObjectModel, schema: StoreSchema, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    var found = Diagnostics()
    defer { issues.append(contentsOf: found) }
    guard let root = JSONParser.parse(file, &found) else { return nil }
    let objects = ImportFileReader(file: file, model: model).objects(root, &found)
    let attributes = ImportAttributes(file: file, model: model, schema: schema)
    let planned = objects.map { object in
      Object(
        entity: object.entity, id: object.id, range: object.range,
        values: attributes.values(of: object, &found))
    }
    var links = ImportLinks(
      file: file, model: model, schema: schema, objects: objects,
      knownIDs: ImportFileReader.ids(root))
    let linked = links.links(&found)
    return found.hasErrors ? nil : ImportPlan(file: file, objects: planned, links: linked)
  }
}
