package import MomentumDiff
package import MomentumModel

/// The history of a model as one HTML page: versions as columns, entities as rows.
///
/// The page is one file without scripts, and loads no other file. It follows the reader's light or
/// dark setting, can be printed, and is a document of headings, tables and links for screen
/// readers.
package struct HistoryPage: Sendable {
  /// A version and the notes about it.
  package struct Version: Sendable {
    package var label: VersionLabel
    package var model: ObjectModel
    /// The notes below the version's name: `current`, and the tags of releases that have the
    /// version.
    package var notes: [String]

    package init(label: VersionLabel, model: ObjectModel, notes: [String] = []) {
      self.label = label
      self.model = model
      self.notes = notes
    }
  }

  let title: String
  let versions: [Version]
  /// The differences from each version to the next, one fewer than there are versions.
  let steps: [ModelDiff]
  let matrix: MigrationMatrixReport?

  /// - Parameters:
  ///   - title: The model's name: that of the bundle.
  ///   - versions: The versions, the oldest first.
  ///   - steps: The differences between each version and the next. If there are more versions or
  ///     more steps than belong together, the surplus ones are ignored.
  ///   - matrix: The migrations from any version to any later one; `nil` to leave the table out.
  package init(
    title: String, versions: [Version], steps: [ModelDiff], matrix: MigrationMatrixReport? = nil
  ) {
    self.matrix = matrix
    self.title = title
    self.versions = Array(versions.prefix(steps.count + 1))
    self.steps = Array(steps.prefix(max(0, versions.count - 1)))
  }

  /// The page of one comparison, under the bundle's name.
  package init(comparing compared: ComparedVersions) {
    let bundle = compared.new.path.split(separator: "/").last ?? ""
    let isBundle = bundle.hasSuffix(".xcdatamodeld")
    self.init(
      title: isBundle ? String(bundle.dropLast(".xcdatamodeld".count)) : compared.new.name,
      versions: [
        Version(label: compared.old, model: compared.oldModel),
        Version(label: compared.new, model: compared.newModel),
      ], steps: [compared.diff])
  }

  /// The whole document with a line end.
  package func html() -> String {
    let history = EntityHistory(versions: versions, steps: steps)
    let parts = [head, opening(history), table(history), matrixSection, stepList, closing]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  // MARK: - Frame

  private var head: String {
    HTMLText.head(
      "\(HTMLText.name(title)): history of the data model", style: HistoryStyle.text)
  }

  private func opening(_ history: EntityHistory) -> String {
    let last = versions.last.map { HTMLText.isolated($0.label.name) } ?? "none"
    let present = history.tracks.count { $0.isPresent }
    return """
      <a class="skip" href="#steps">Skip the table of versions</a>
      <header>
      <p class="eyebrow">History of a data model</p>
      <h1>\(HTMLText.isolated(title))</h1>
      <p class="facts">\(counted(versions.count, "version")), newest \(last); \(counted(present, "entity", "entities")) in it\(pathWords)</p>
      \(legend)
      </header>
      <main>
      """
  }

  private var pathWords: String {
    versions.last.map { "; <span class=\"path\">\(HTMLText.name($0.label.path))</span>" } ?? ""
  }

  private var closing: String { "</main>\n</body>\n</html>" }

  /// All classes, each with its colour, its letter and its meaning.
  private var legend: String {
    let items = MigrationClass.allCases.map { item in
      "<div><dt>\(HistoryPage.badge(item))</dt><dd>\(HTMLText.escaped(item.explanation))</dd></div>"
    }
    return "<details class=\"legend\"><summary>What the colours mean</summary>\n<dl>"
      + items.joined(separator: "\n") + "</dl>\n</details>"
  }

  // MARK: - Parts that all sections use

  /// A class as a coloured mark: `<span class="badge drops-data">drops data</span>`.
  static func badge(_ migrationClass: MigrationClass) -> String {
    "<span class=\"badge \(migrationClass.rawValue)\">\(migrationClass.words)</span>"
  }

  func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(nouns ?? noun + "s")"
  }

  /// The anchor of a step, by the index of its newer version.
  func anchor(version: Int) -> String { "v\(version + 1)" }

  /// The anchor of an entity's changes in a step.
  func anchor(version: Int, group: Int) -> String { "v\(version + 1)-e\(group + 1)" }
}
