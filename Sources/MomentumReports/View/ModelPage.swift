import MomentumDiagram
package import MomentumModel

/// A model as one HTML page to look around in: the diagram to pan, zoom and search, and every entity,
/// stored fetch request and version as text.
///
/// ```swift
/// var page = ModelPage(title: "Newsroom", version: "Newsroom 2", model: model)
/// page.hashes = hashesByEntity
/// let html = page.html()
/// ```
///
/// The page is one file that loads no other. Without its script it is a document of headings, lists
/// and tables beside a picture; the script adds search, zoom and the marks in the picture. The
/// page's security policy lets the browser run that script alone, so no name of a model could be
/// run even if it were not escaped. Equal values make equal bytes.
package struct ModelPage: Sendable {
  /// The model's name: that of the bundle.
  package var title: String
  /// The name of the shown version.
  package var version: String
  package var model: ObjectModel
  /// The version hashes as hexadecimal digits, by the entities' names; entities without a known hash
  /// are left out.
  package var hashes: [String: String] = [:]
  /// The checksum of the version hashes; `nil` if it is not known.
  package var checksum: String?
  /// The table of each entity, by its index in the model; `nil` for an unknown one.
  package var tables: [String?] = []
  /// The statement and plan of each stored fetch request, by its index in the model; `nil` for a
  /// request with errors.
  package var plans: [Plan?] = []
  /// The assumption or the store that the plans rest on, as a sentence.
  package var planBasis = ""
  /// The versions of the model; `nil` if there is only one.
  package var history: HistoryPage?
  /// The names of versions that cannot be read.
  package var unreadableVersions: [String] = []
  /// The numbers of a store; `nil` without a store.
  package var store: StoreContents?

  package init(title: String, version: String, model: ObjectModel) {
    self.title = title
    self.version = version
    self.model = model
  }

  /// The whole document with a line end.
  package func html() -> String {
    let diagram = Diagram(of: model, title: "Diagram of \(title)")
    let parts =
      [
        head, opening, index, "<main>", picture(of: diagram),
        "<div class=\"details\" id=\"details\" tabindex=\"-1\">",
      ]
      + [overview, storeSection] + entitySections + [requestSection] + versionSections
      + ["</div>", "</main>", script, "</body>", "</html>"]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  // MARK: - Frame

  private var head: String {
    HTMLText.head(
      "\(HTMLText.name(title)): data model",
      policy: "; script-src '\(ModelPageScript.hash)'; base-uri 'none'; form-action 'none'",
      style: HistoryStyle.text + "\n" + ModelPageStyle.text, body: "<body class=\"view\">")
  }

  private var script: String { "<script>\(ModelPageScript.text)</script>" }

  private var opening: String {
    """
    <a class="skip" href="#canvas">Skip to the diagram</a>
    <a class="skip" href="#details">Skip to the details</a>
    <header>
    <h1>\(HTMLText.isolated(title))</h1>
    <p class="facts">\(factsOfModel.joined(separator: " · "))</p>
    </header>
    """
  }

  /// The numbers of the elements: `version Newsroom 2`, `8 entities`, `12 relationships`.
  private var factsOfModel: [String] {
    let relationships = model.entities.map(\.relationships.count).reduce(0, +)
    let attributes = model.entities.map(\.attributes.count).reduce(0, +)
    return [
      "version \(HTMLText.isolated(version))", counted(model.entities.count, "entity", "entities"),
      counted(attributes, "attribute"), counted(relationships, "relationship"),
    ]
  }

  // MARK: - The list of entities

  private var index: String {
    let items = model.entityIDs.map { id in
      let count = rowCount(of: id).map { "<span class=\"count\">\(counted($0, "row"))</span>" }
      let names = model[id].isAbstract ? "<i>\(name(id))</i>" : name(id)
      return "<li><a href=\"#\(anchor(id))\">\(names)</a>\(count ?? "")</li>"
    }
    let composites = model.composites.indices.map { index in
      "<li><a href=\"#\(anchor(composite: index))\">\(HTMLText.isolated(model.composites[index].name))</a>"
        + "<span class=\"count\">composite</span></li>"
    }
    return """
      <nav class="index" aria-label="Contents">
      <ul class="sections">
      \(sectionLinks.map { "<li><a href=\"#\($0)\">\($1)</a></li>" }.joined(separator: "\n"))
      </ul>
      <div class="search" hidden="hidden">
      <label for="search">Search entities and properties</label>
      <input id="search" type="search" autocomplete="off" spellcheck="false" aria-controls="entity-list"/>
      <p id="found" role="status"></p>
      </div>
      <h2 id="entity-list-title">Entities</h2>
      <ul id="entity-list" class="entities" aria-labelledby="entity-list-title">
      \((items + composites).joined(separator: "\n"))
      </ul>
      </nav>
      """
  }

  private var sectionLinks: [(anchor: String, text: String)] {
    var links = [("overview", "Overview")]
    if store != nil { links.append(("store", "Store")) }
    if !model.fetchRequests.isEmpty {
      links.append(("requests", "Stored fetch requests (\(model.fetchRequests.count))"))
    }
    if let history { links.append(("history", "Versions (\(history.versions.count))")) }
    return links
  }

  // MARK: - The diagram

  private func picture(of diagram: Diagram) -> String {
    let svg = SVGPrinter.print(DiagramLayout(of: diagram), hasIndexes: true)
    return """
      <section class="picture" aria-labelledby="picture">
      <h2 id="picture" class="sr">Diagram</h2>
      <p class="sr" id="picture-text">The sections of the entities say the same in words. In the diagram, arrow keys scroll, and the keys plus, minus, 0 and 1 zoom.</p>
      <div class="tools" role="group" aria-label="Zoom" hidden="hidden">
      <button type="button" data-zoom="out" aria-label="Zoom out">−</button>
      <output id="scale" aria-label="Scale">100 %</output>
      <button type="button" data-zoom="in" aria-label="Zoom in">+</button>
      <button type="button" data-zoom="fit">Fit</button>
      <button type="button" data-zoom="whole">100 %</button>
      </div>
      <div class="canvas" id="canvas" tabindex="0" role="group" aria-labelledby="picture" aria-describedby="picture-text">
      <div class="sheet">
      \(svg)</div>
      </div>
      </section>
      """
  }

  // MARK: - Parts that all sections use

  func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(nouns ?? noun + "s")"
  }

  /// The anchor of an entity's section; its number is the index of the box in the diagram.
  func anchor(_ id: EntityID) -> String { "e\(id.index)" }

  /// The anchor of a composite type's section. The diagram's boxes of composite types follow those
  /// of entities.
  func anchor(composite index: Int) -> String { "e\(model.entities.count + index)" }

  func name(_ id: EntityID) -> String { HTMLText.isolated(model[id].name) }

  /// A link to an entity's section: `<a href="#e3"><bdi>Venue</bdi></a>`.
  func link(_ id: EntityID) -> String { "<a href=\"#\(anchor(id))\">\(name(id))</a>" }

  func link(composite index: Int) -> String {
    "<a href=\"#\(anchor(composite: index))\">\(HTMLText.isolated(model.composites[index].name))</a>"
  }

  /// A text of any length on one line, formatted as code. Nothing of it is cut.
  func whole(_ text: String) -> String {
    "<code>\(HTMLText.escaped(ReportText.oneLine(text)))</code>"
  }

  /// A list of names and values: `<dl class="pairs"><div><dt>…</dt><dd>…</dd></div></dl>`; empty
  /// without pairs.
  func pairs(_ pairs: [(name: String, value: String?)]) -> String {
    let items = pairs.compactMap { pair in
      pair.value.map { "<div><dt>\(pair.name)</dt><dd>\($0)</dd></div>" }
    }
    return items.isEmpty ? "" : "<dl class=\"pairs\">\(items.joined(separator: "\n"))</dl>"
  }

  func table(_ classes: String, _ columns: [String], _ rows: [[String]]) -> String {
    let heads = columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let body = rows.map { row in
      "<tr><th scope=\"row\">\(row[0])</th>"
        + row.dropFirst().map { "<td>\($0)</td>" }.joined() + "</tr>"
    }
    return "<table class=\"grid \(classes)\">\n<thead><tr>\(heads)</tr></thead>\n<tbody>\n"
      + body.joined(separator: "\n") + "\n</tbody>\n</table>"
  }
}
