internal import MomentumDiagnostics

/// A CSV file whose rows all have the fields that its first line names. Places are counted through all files
/// of the import.
struct CSVTable {
  private(set) var header: [CSVField] = []
  private(set) var rows: [[CSVField]] = []

  /// `nil` where any error was reported.
  init?(
    _ index: Int, of source: ImportSource, delimiter: UInt8, _ issues: inout Diagnostics
  ) {
    var found = Diagnostics()
    defer { issues.append(contentsOf: found) }
    let start = source.starts[index]
    func moved(_ range: SourceRange) -> SourceRange {
      SourceRange(range.start + start, range.end + start)
    }
    func row(_ fields: [CSVField]) -> [CSVField] {
      fields.map { CSVField(text: $0.text, isQuoted: $0.isQuoted, range: moved($0.range)) }
    }
    func report(_ message: ImportMessage, _ range: SourceRange) {
      found.report(message, at: source.location(range))
    }
    var parser = CSVParser(source.files[index].utf8, delimiter: delimiter)
    do throws(CSVParser.Failure) {
      guard let names = try parser.nextRow() else {
        report(.expected("a line of names", found: "an empty file"), SourceRange(start, start))
        return nil
      }
      header = row(names)
      while let fields = try parser.nextRow() {
        let fields = row(fields)
        if fields.count == header.count {
          rows.append(fields)
        } else {
          report(.fieldCount(expected: header.count, found: fields.count), Self.range(fields))
        }
      }
    } catch {
      report(.csvSyntax(error.message), moved(error.range))
    }
    var seen: Set<String> = []
    for field in header where !seen.insert(field.text).inserted {
      report(.repeatedColumn(field.text), field.range)
    }
    if found.hasErrors { return nil }
  }

  /// From the first field to the last.
  static func range(_ row: [CSVField]) -> SourceRange {
    guard let first = row.first, let last = row.last else { return SourceRange(0, 0) }
    return first.range.union(last.range)
  }

  /// The rows as JSON objects, for a mapping file: values are texts, and an empty field is null.
  var json: JSONNode {
    let objects = rows.map { row in
      JSONNode(
        .object(
          zip(header, row).map { name, field in
            let value = JSONNode.Value.string(field.text)
            return JSONMember(
              name: name.text, nameRange: name.range,
              value: JSONNode(field.isMissing ? .null : value, at: field.range))
          }), at: Self.range(row))
    }
    return JSONNode(.array(objects), at: Self.range(header))
  }
}
