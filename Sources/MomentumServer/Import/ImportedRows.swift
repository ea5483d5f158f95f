internal import MomentumCompiler
internal import MomentumPostgreSQL
internal import MomentumSQL

/// The rows of one table of a store as the bytes of a COPY, read as the server takes them.
///
/// The store is opened when the first rows are asked for: an open connection cannot be passed on.
struct ImportedRows: AsyncSequence, Sendable {
  enum Content: Sendable { case rows, details }

  let path: String
  let compiled: CompiledModel
  let table: CopyTable
  let content: Content

  struct Iterator: AsyncIteratorProtocol {
    private static let chunkBytes = 1 << 20

    private let rows: ImportedRows
    private var encoder: CopyEncoder
    private var reader: StoreRowReader?
    private var hasEnded = false

    init(_ rows: ImportedRows) {
      self.rows = rows
      encoder = CopyEncoder(
        types: rows.content == .rows ? rows.table.types : TableUpload.detailTypes)
    }

    mutating func next() async throws -> [UInt8]? {
      guard !hasEnded else { return nil }
      let isFirst = reader == nil
      let reader = try self.reader ?? open()
      while encoder.count < Self.chunkBytes {
        guard let row = try reader.next() else {
          hasEnded = true
          encoder.appendEnd()
          break
        }
        switch rows.content {
        case .rows:
          do { try encoder.append(row) } catch { throw reader.refusal(error, of: row) }
        case .details:
          try encoder.append(reader.details, of: reader.key, in: rows.table)
        }
      }
      return isFirst ? encoder.header + encoder.take() : encoder.take()
    }

    private mutating func open() throws -> StoreRowReader {
      let store = try CopiedStore(path: rows.path, rows.compiled, allowsMissingFiles: false)
      let reader = try StoreRowReader(rows.table, in: store)
      self.reader = reader
      return reader
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(self) }
}
