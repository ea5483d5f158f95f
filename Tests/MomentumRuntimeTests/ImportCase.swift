import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// The input of an import, as a case file has it, and what becomes of it.
struct ImportCase {
  let file: CaseFile
  let compiled: CompiledModel
  /// `unchecked`, `new-keys`, `dry-run`, `semicolon`.
  let words: Set<Substring>

  init(_ file: CaseFile) throws {
    self.file = file
    words = Set((file["options"] ?? "").split(separator: " "))
    var diagnostics = Diagnostics()
    let contents = try file["model"] ?? RepositoryFiles.text("Tests/Cases/Imports/model.xml")
    compiled = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: contents), &diagnostics),
      "\(diagnostics.all.map(\.text))")
  }

  private var options: ImportOptions {
    ImportOptions(
      keepsKeys: !words.contains("new-keys"), checksRules: !words.contains("unchecked"))
  }

  /// Derived dates are those of one moment.
  private static let atRest = ConnectionOptions(now: { 1000 })

  private var json: SourceFile? { file["json"].map { SourceFile(path: "data.json", text: $0) } }

  private var delimiter: UInt8 { UInt8(ascii: words.contains("semicolon") ? ";" : ",") }

  /// The sections `csv-Name`; a dollar cannot stand in a title.
  private var tables: [SourceFile] {
    file.sections.filter { $0.name.hasPrefix("csv-") }.map { section in
      let name = section.name.dropFirst(4)
      return SourceFile(
        path: "\(name == "lastKeys" ? "$" : "")\(name).csv", text: section.text + "\n")
    }
  }

  // MARK: - Findings

  private func text(_ finding: Diagnostic) -> [String] {
    func place(_ location: MomentumDiagnostics.SourceLocation?) -> String {
      guard let location else { return "" }
      let bytes = location.file.utf8[location.range.start..<location.range.end]
      let text = String(decoding: bytes, as: UTF8.self).replacing("\n", with: "⏎")
      let short = text.count > 40 ? "\(text.prefix(25))…\(text.suffix(12))" : text
      return "\(location.file.path):\(location.range.start) ⟨\(short)⟩ "
    }
    return ["\(place(finding.location))\(finding.severity) \(finding.id): \(finding.text)"]
      + finding.notes.map { "  \(place($0.location))\($0.text)" }
  }

  private func plan(_ json: SourceFile?, _ map: SourceFile?) -> [String] {
    var diagnostics = Diagnostics()
    let plan: ImportPlan? =
      if let json {
        ImportPlan.make(
          json, mappedBy: map, model: compiled.model, schema: compiled.schema, options: options,
          &diagnostics)
      } else {
        ImportPlan.make(
          csv: tables, delimiter: delimiter, mappedBy: map, model: compiled.model,
          schema: compiled.schema, options: options, &diagnostics)
      }
    return [plan.map { "\($0.objectCount) objects" } ?? "refused"]
      + diagnostics.all.flatMap(text)
  }

  func list() -> [(name: String, text: String)] {
    let isOfMaps = file["maps"] != nil
    let lines = (file["maps"] ?? file["files"] ?? "").split(separator: "\n").map(String.init)
    let results = lines.map { line in
      let found =
        isOfMaps
        ? plan(json, SourceFile(path: "map.json", text: line))
        : plan(SourceFile(path: "data.json", text: line), nil)
      return ([line] + found).joined(separator: "\n  ")
    }
    return [("findings", results.joined(separator: "\n"))]
  }

  // MARK: - Rows

  func run() throws -> [(name: String, text: String)] {
    var views: [(name: String, text: String)] = []
    try TestModel.withFolder { folder in
      let path = folder + "/store.sqlite"
      try compiled.createStore(at: path, uuid: "00000000-0000-4000-8000-000000000000")
      if let statements = file["store"] {
        let connection = try Connection(path: path, access: .readWrite, options: Self.atRest)
        for line in statements.split(separator: "\n") { try connection.execute(sql: String(line)) }
      }
      var diagnostics = Diagnostics()
      do throws(StoreError) {
        let result = try importing(path, &diagnostics)
        views.append(("findings", diagnostics.all.flatMap(text).joined(separator: "\n")))
        views.append(("result", result.map(line) ?? "none"))
      } catch {
        views.append(
          ("findings", "thrown: \(error.description.replacing(folder + "/", with: ""))"))
      }
      views.append(("rows", try rows(path)))
      if file["export"] != nil || file["csv"] != nil { views += try exports(path) }
    }
    return views
  }

  private func importing(
    _ path: String, _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> ImportResult? {
    let map = file["map"].map { SourceFile(path: "map.json", text: $0) }
    let isDryRun = words.contains("dry-run")
    guard let json else {
      return try compiled.importing(
        ofCSV: tables, delimiter: delimiter, into: path, mappedBy: map, importing: options,
        options: Self.atRest, isDryRun: isDryRun, &diagnostics)
    }
    return try compiled.importing(
      of: json, into: path, mappedBy: map, importing: options, options: Self.atRest,
      isDryRun: isDryRun, &diagnostics)
  }

  private func line(_ result: ImportResult) -> String {
    let rows = result.rows.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "inserted \(result.inserted), updated \(result.updated), unchanged \(result.unchanged), "
      + "linked \(result.linked); rows: \(rows.joined(separator: ", "))"
  }

  /// Each row of the store's own tables with its values that are not NULL.
  private func rows(_ path: String) throws -> String {
    let connection = try StoreReader(path: path).connection
    let names = try connection.prepare(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' \
      AND name NOT IN ('Z_METADATA', 'Z_MODELCACHE') ORDER BY name
      """)
    var lines: [String] = []
    while let name = try names.nextRow()?.first {
      guard case .text(let table) = name else { continue }
      let rows = try connection.prepare("SELECT * FROM \(name: table) ORDER BY 1, 2")
      while let row = try rows.nextRow() {
        let cells = row.enumerated().compactMap { index, value -> String? in
          guard value != .null, let column = rows.columnName(at: index) else { return nil }
          if case .blob(let bytes) = value { return "\(column)=x'\(bytes.hexadecimal)'" }
          return "\(column)=\(value.debugText)"
        }
        lines.append("\(table): \(cells.joined(separator: " "))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func exports(_ path: String) throws -> [(name: String, text: String)] {
    var diagnostics = Diagnostics()
    var json = ""
    let count = try compiled.exportJSON(of: path, &diagnostics) { json += $0 }
    var tables: [String: String] = [:]
    _ = try compiled.exportCSV(of: path, &diagnostics) { tables[$0, default: ""] += $1 }
    let csv = tables.sorted { $0.key < $1.key }.map { name, text in
      "\(name):\n" + text.replacing("\r\n", with: "\n")
    }.joined()
    return [
      ("export", "\(count ?? -1) objects\n" + json.dropLast()), ("csv", String(csv.dropLast())),
    ]
  }
}
