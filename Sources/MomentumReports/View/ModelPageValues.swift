extension ModelPage {
  /// The statement of a stored fetch request and the way in which SQLite runs it.
  package struct Plan: Sendable, Hashable {
    package struct Step: Sendable, Hashable {
      /// 0 for lines of the statement itself; more for lines of its sub-selects.
      package var depth: Int
      package var text: String
      /// The number of rows in a table that the step reads as a whole; `nil` if it is not known.
      package var rows: Int?

      package init(depth: Int, text: String, rows: Int? = nil) {
        self.depth = depth
        self.text = text
        self.rows = rows
      }
    }

    /// An index that would make the plan better.
    package struct Advice: Sendable, Hashable {
      package var entity: String
      /// The index as an element of a `contents` file.
      package var element: String

      package init(entity: String, element: String) {
        self.entity = entity
        self.element = element
      }
    }

    /// The lines of the statement.
    package var statement: [String]
    /// The values of the placeholders in order: `$NAME`.
    package var placeholders: [String] = []
    package var steps: [Step] = []
    /// An estimate of the number of rows and index entries that are read; `nil` without a store.
    package var rowsRead: Int?
    package var findings: [String] = []
    package var advice: [Advice] = []

    package init(statement: [String]) { self.statement = statement }
  }

  /// The numbers of rows and bytes of a store. No value of a row is part of the page.
  package struct StoreContents: Sendable, Hashable {
    package struct Table: Sendable, Hashable {
      package var name: String
      /// The number of rows; `nil` if they could not be counted.
      package var rows: Int64?
      /// The bytes of the table's pages with its indexes; `nil` if SQLite cannot tell.
      package var bytes: Int64?

      package init(name: String, rows: Int64?, bytes: Int64?) {
        self.name = name
        self.rows = rows
        self.bytes = bytes
      }
    }

    /// The name of the file without its folder.
    package var name: String
    /// The bytes of the database file.
    package var bytes: Int64
    /// The number of rows of each entity without its sub-entities, by the entity's name.
    package var rows: [String: Int64] = [:]
    package var tables: [Table] = []
    /// The bytes of the write-ahead log beside the file; 0 if there is none.
    package var logBytes: Int64 = 0
    /// The version of Core Data that wrote the store (`NSPersistenceFrameworkVersion`).
    package var framework: Int64?
    /// The names of the model's versions whose hashes the store has.
    package var matchingVersions: [String] = []
    /// The differences between the store's hashes and those of the shown version; empty if the store
    /// was made with it.
    package var mismatches: [String] = []

    package init(name: String, bytes: Int64) {
      self.name = name
      self.bytes = bytes
    }
  }
}
