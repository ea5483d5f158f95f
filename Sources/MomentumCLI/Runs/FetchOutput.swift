import ArgumentParser
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumRuntime
import MomentumSQL

/// Prints the result of a fetch, of a store or of a server.
struct FetchOutput {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case csv
  }

  /// How a command was asked to print.
  struct Form {
    var format: Format
    var isExpanded: Bool
    var isQuiet: Bool
    var console: Console
  }

  private let form: Form
  private let model: CompiledModel
  private let fetch: CompiledFetch

  /// - Parameter fetch: The request as it runs: its columns are those of the rows.
  init(_ form: Form, _ model: CompiledModel, _ fetch: CompiledFetch) {
    self.form = form
    self.model = model
    self.fetch = fetch
  }

  /// Writes the log's lines of each event to standard error.
  func observer(
    _ log: SQLDebugLog, _ place: SQLDebugLog.Place
  ) -> (FetchEvent) -> Void {
    { event in log.lines(event, of: fetch, in: place).forEach(form.console.note) }
  }

  func count(_ count: Int64) {
    switch form.format {
    case .table, .csv: form.console.print(String(count))
    case .json:
      form.console.writeOutput(
        JSONText.object([("count", .integer(Int(count)))]).versioned().pretty)
    }
  }

  // MARK: - All rows at once

  func rows(_ result: FetchResult) throws {
    let text = FetchText(model: model, fetch: fetch, columns: result.columns)
    let console = form.console
    switch form.format {
    case .table:
      let table = text.table(result)
      let fits = console.outputWidth.map { table.width <= $0 } ?? true
      console.writeOutput(
        form.isExpanded || !fits ? table.records(width: console.outputWidth) : table.text)
      let noun = fetch.request.resultType == .dictionaries ? "row" : "object"
      if !form.isQuiet { console.note(plural(result.rows.count, noun)) }
    case .json:
      try checkSize(of: result)
      console.writeOutput(text.json(result).versioned("rows").pretty)
    case .csv: console.writeOutput(text.csv(result))
    }
  }

  /// Refuses a result that would be too large: a prefetched path through many-to-many relationships
  /// repeats each object many times.
  private func checkSize(of result: FetchResult) throws {
    let limit = 1_000_000
    guard result.prefetched.isEmpty || result.nestedCount(limit: limit) < limit else {
      throw CommandFailure(
        "the prefetched objects are nested more than \(limit) times; prefetch shorter paths, or use --limit",
        status: .badInput)
    }
  }

  // MARK: - Rows as they come

  /// Whether rows can be printed while they are read. A table needs the widths of all. All rows have
  /// to be read first if a log of level 3 names every object, if the fetch is in batches, which are
  /// sorted, or if relationships are prefetched, which needs all keys.
  func streams(logLevel: Int?) -> Bool {
    form.format != .table && fetch.request.batchSize == nil
      && fetch.request.prefetchedRelationships.isEmpty && (logLevel ?? 0) < 3
  }

  /// Prints rows as they are read, so that a long result is never in memory as a whole.
  func stream() -> FetchStream {
    FetchStream(
      FetchText(model: model, fetch: fetch, columns: fetch.columns), isJSON: form.format == .json,
      form.console.writeOutput)
  }
}

/// Rows on their way to standard output; the text is the same as for all rows at once.
///
/// A class: the rows of a store are passed to it one by one, from a closure.
final class FetchStream {
  /// The text of the document before the rows, as `versioned` prints it.
  private static let jsonHead =
    "{\n  \"formatVersion\": \(JSONText.formatVersion),\n  \"rows\": "

  private let text: FetchText
  private let isJSON: Bool
  private let write: (String) -> Void
  private var isFirst = true
  private var pending: String

  fileprivate init(_ text: FetchText, isJSON: Bool, _ write: @escaping (String) -> Void) {
    self.text = text
    self.isJSON = isJSON
    self.write = write
    pending = isJSON ? "" : text.csvHeader
  }

  func write(_ row: [SQLValue]) {
    let item = isJSON ? text.json(row).arrayItem : text.csvLine(row)
    pending += isJSON ? (isFirst ? Self.jsonHead + "[\n" : ",\n") + item : item
    isFirst = false
    // A write for each row would cost more than reading it.
    if pending.utf8.count > 60_000 {
      write(pending)
      pending = ""
    }
  }

  func finish() {
    if isJSON { pending += isFirst ? Self.jsonHead + "[]\n}\n" : "\n  ]\n}\n" }
    write(pending)
  }

  /// Ends after an error. The array is left open: closed, a part of the rows would be a valid
  /// document and pass for all.
  func fail() { if !isFirst { write(pending) } }
}

extension JSONText {
  /// The text of an array's element as `pretty` prints it. Strings in JSON contain no line ends, so
  /// every line can be indented.
  fileprivate var arrayItem: String {
    "    " + pretty.dropLast().split(separator: "\n").joined(separator: "\n    ")
  }
}
