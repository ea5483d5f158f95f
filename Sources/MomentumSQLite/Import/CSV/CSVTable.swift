internal import MomentumDiagnostics

/// A CSV file, read row by row; every row has as many fields as the first line. Positions count
/// through all files of the import.
struct CSVTable {
  private(set) var header: [CSVField] = []
  private let index: Int
  private let source: ImportSource
  private var parser: CSVParser
  /// Whether an error in the text was found; nothing after the error can be read.
  private var hasFailed = false

  /// Reads the first line; `nil` if the line has an error, which was reported.
  init?(
    _ index: Int, of source: ImportSource, delimiter: UInt8, _ issues: inout Diagnostics
  ) {
    self.index = index
    self.source = source
    parser = CSVParser(source.files[index].utf8, delimiter: delimiter)
    guard let names = fields(&issues) else {
      if !hasFailed {
        let start = source.starts[index]
        report(
          .expected("a line of names", found: "an empty file"), SourceRange(start, start), &issues)
      }
      return nil
    }
    header = names
    var seen: Set<String> = []
    var isRepeated = false
    for field in header where !seen.insert(field.text).inserted {
      report(.repeatedColumn(field.text), field.range, &issues)
      isRepeated = true
    }
    if isRepeated { return nil }
  }

  /// The next row; a row with another number of fields is reported and skipped. `nil` after the
  /// last row, and after an error in the text, since nothing after the error can be read.
  mutating func nextRow(_ issues: inout Diagnostics) -> [CSVField]? {
    while !hasFailed, let fields = fields(&issues) {
      if fields.count == header.count { return fields }
      report(
        .fieldCount(expected: header.count, found: fields.count), Self.range(fields), &issues)
    }
    return nil
  }

  private mutating func fields(_ issues: inout Diagnostics) -> [CSVField]? {
    let start = source.starts[index]
    func moved(_ range: SourceRange) -> SourceRange {
      SourceRange(range.start + start, range.end + start)
    }
    do throws(CSVParser.Failure) {
      return try parser.nextRow()?.map {
        CSVField(text: $0.text, isQuoted: $0.isQuoted, range: moved($0.range))
      }
    } catch {
      report(.csvSyntax(error.message), moved(error.range), &issues)
      hasFailed = true
      return nil
    }
  }

  private func report(_ message: ImportMessage, _ range: SourceRange, _ issues: inout Diagnostics) {
    issues.report(message, at: source.location(range))
  }

  /// The range from the first field to the last.
  static func range(_ row: [CSVField]) -> SourceRange {
    guard let first = row.first, let last = row.last else { return SourceRange(0, 0) }
    return first.range.union(last.range)
  }

  /// A row in the form that a mapped JSON file has: an object whose values are texts, or null for
  /// an empty field.
  func json(_ row: [CSVField]) -> JSONNode {
    JSONNode(
      .object(
        zip(header, row).map { name, field in
          let value = JSONNode.Value.string(field.text)
          return JSONMember(
            name: name.text, nameRange: name.range,
            value: JSONNode(field.isMissing ? .null : value, at: field.range))
        }), at: Self.range(row))
  }
}
