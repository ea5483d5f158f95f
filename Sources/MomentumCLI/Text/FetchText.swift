import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumRuntime
import MomentumSQL
import MomentumStore
import MomentumText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Fetched objects, IDs or dictionaries as a table, JSON or CSV.
///
/// Works row by row, so that a long result does not have to be in memory.
struct FetchText {
  let model: CompiledModel
  let fetch: CompiledFetch
  private let columns: [FetchColumn]
  private let fields: FetchFields

  /// - Parameter columns: The columns of the result; the statement that reads a batch has other
  ///   ones than that of the request.
  init(model: CompiledModel, fetch: CompiledFetch, columns: [FetchColumn]) {
    self.model = model
    self.fetch = fetch
    self.columns = columns
    fields = FetchFields(columns, fetch.request, in: model)
  }

  // MARK: - Table

  func table(_ result: FetchResult) -> TextTable {
    TextTable(
      fields.fields.map(\.name) + extraNames(result),
      alignments: fields.fields.map { $0.isNumber ? .right : .left }
        + extraNames(result).map { _ in .left },
      rows: result.rows.map { row in cells(row, result, namesMax: 3).map { $0 ?? "" } })
  }

  /// The names of prefetched to-many relationships, which get a column of their own.
  private func extraNames(_ result: FetchResult) -> [String] {
    result.prefetched.filter(isToMany).map { name(of: $0.relationship) }
  }

  private func isToMany(_ objects: PrefetchedObjects) -> Bool {
    model.model[objects.relationship].isToMany
  }

  private func name(of id: RelationshipID) -> String { model.model[id].name }

  /// The texts of a row; if there are more objects than `namesMax`, their number replaces their
  /// names.
  private func cells(_ row: [SQLValue], _ result: FetchResult, namesMax: Int) -> [String?] {
    fields.fields.map { FetchText.text(fields.value(of: $0, in: row)) }
      + result.prefetched.filter(isToMany).map { prefetched in
        let names = FetchText.objects(prefetched, of: row, in: result).map { reached in
          model.objectName(reached, prefetched.objects.columns, prefetched.objects.entity)
        }
        if names.count > namesMax { return plural(names.count, "object") }
        return names.isEmpty ? nil : names.joined(separator: " ")
      }
  }

  /// The prefetched objects of a row.
  private static func objects(
    _ prefetched: PrefetchedObjects, of row: [SQLValue], in result: FetchResult
  ) -> [[SQLValue]] {
    let indexes = result.primaryKey(of: row).flatMap { prefetched.indexes[$0] } ?? []
    return indexes.map { prefetched.objects.rows[$0] }
  }

  // MARK: - CSV

  /// CSV by RFC 4180; a missing value is an empty field, an empty text is two quotes.
  func csv(_ result: FetchResult) -> String {
    FetchText.csvLine(fields.fields.map(\.name) + extraNames(result))
      + result.rows.map { row in
        FetchText.csvLine(cells(row, result, namesMax: .max))
      }.joined()
  }

  var csvHeader: String { FetchText.csvLine(fields.fields.map(\.name)) }

  func csvLine(_ row: [SQLValue]) -> String {
    FetchText.csvLine(fields.fields.map { FetchText.text(fields.value(of: $0, in: row)) })
  }

  private static func csvLine(_ cells: [String?]) -> String {
    cells.map { $0.map(csvField) ?? "" }.joined(separator: ",") + "\r\n"
  }

  private static func csvField(_ text: String) -> String {
    // Compare scalars: Swift counts CR LF as one character, which equals neither CR nor LF.
    let needsQuotes =
      text.isEmpty || text.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    guard needsQuotes else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  // MARK: - Values as text

  private static func text(_ value: FetchFields.Value) -> String? {
    switch value {
    case .missing: nil
    case .value(let value): text(value)
    case .raw(let value): value.debugText
    case .object(let name): name
    }
  }

  private static func text(_ value: AttributeValue) -> String {
    switch value {
    case .integer(let number): String(number)
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text), .uri(let text): text
    case .boolean(let isTrue): isTrue ? "YES" : "NO"
    case .date(let seconds): date(seconds)
    case .binary(let bytes): "<\(bytes.count) bytes>"
    case .uuid(let uuid): uuid.uuidString
    }
  }

  /// ISO 8601 in UTC with all digits of the store, so that `import` reads the same number back; a
  /// date outside the years 1 to 9999 is written as seconds since 2001.
  static func date(_ seconds: Double) -> String { ISODate.text(seconds) ?? "\(seconds)" }

  // MARK: - JSON

  /// An array with an object per row, or with the names of objects if IDs were fetched.
  func json(_ result: FetchResult) -> JSONText {
    .array(result.rows.map { json($0, result) })
  }

  /// A row of a fetch without prefetching.
  func json(_ row: [SQLValue]) -> JSONText {
    json(row, FetchResult(entity: fetch.request.entity, columns: columns, rows: []))
  }

  private func json(_ row: [SQLValue], _ result: FetchResult) -> JSONText {
    if fetch.request.resultType == .managedObjectIDs, let field = fields.fields.first {
      return FetchText.json(fields.value(of: field, in: row))
    }
    return json(row, result, fields)
  }

  /// A missing value is null. Prefetched objects replace their names.
  private func json(
    _ row: [SQLValue], _ result: FetchResult, _ fields: FetchFields
  ) -> JSONText {
    var members = fields.fields.map {
      (key: $0.name, value: FetchText.json(fields.value(of: $0, in: row)))
    }
    for prefetched in result.prefetched {
      let inner = FetchFields(of: prefetched.objects, in: model)
      let objects = FetchText.objects(prefetched, of: row, in: result).map {
        json($0, prefetched.objects, inner)
      }
      if isToMany(prefetched) {
        members.append((name(of: prefetched.relationship), .array(objects)))
      } else if let object = objects.first,
        let index = fields.fields.firstIndex(where: { $0.relationship == prefetched.relationship })
      {
        members[index].value = object
      }
    }
    return .object(members)
  }

  private static func json(_ value: FetchFields.Value) -> JSONText {
    switch value {
    case .missing: .null
    case .value(.date(let seconds)): .string(date(seconds))
    case .value(.binary(let bytes)): .object([("hex", .string(bytes.hexadecimal))])
    case .value(let value): value.json
    case .raw(let value): value.json
    case .object(let name): .string(name)
    }
  }
}
