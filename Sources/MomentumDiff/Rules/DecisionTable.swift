import MomentumDiagnostics

/// Prints the article about the decision table from the rules.
package enum DecisionTable {
  /// The article with a table of all rules by number.
  ///
  /// - Parameter caseFiles: For each rule, the test case that shows it.
  package static func article(caseFiles: [MigrationRule: String]) -> String {
    let numbered = MigrationRule.all.enumerated().sorted { left, right in
      (left.element.number ?? Int.max, left.offset) < (
        right.element.number ?? Int.max, right.offset
      )
    }.map(\.element)
    return """
      # The decision table

      What each kind of change to a model means for the rows of existing stores: `momentum diff` and
      `momentum check` give every change the rules that apply to it.

      A rule's id is the id of its finding. *Class* is what Core Data's own migration does: *nothing* and
      *lossless* keep every value, *drops data* loses some without an error, *depends on data* fails or leaves
      rows that cannot be saved where rows do not fit, *unproven* means that no store and no document shows what
      happens, and *not inferrable* that Core Data refuses. A rule with several classes has the first one, unless
      the text says when it has another. <doc:SchemaDiff> explains the classes; <doc:Diagnostics> has the same
      rules by name.

      Rules without a number came later, for what lies between the numbered ones. Numbers 48 to 52 are about the
      files of versions, which <doc:Diagnostics> lists as *Versions since a commit*.

      | number | rule | change | class | what happens to the data | how it is known | case |
      | --: | --- | --- | --- | --- | --- | --- |
      \(numbered.map { row($0, caseFiles[$0]) }.joined(separator: "\n"))

      The cases are in `Tests/Cases/Diff`: two models, and all that is said of their difference.

      """
  }

  /// A row of the table:
  ///
  /// `| 12 | migration.attribute-made-required | An optional … | depends on data | … |`
  private static func row(_ rule: MigrationRule, _ caseFile: String?) -> String {
    let cells = [
      rule.number.map(String.init) ?? "–", "`\(rule.id)`", rule.change,
      rule.classes.map { $0.title.lowercased() }.joined(separator: ", "),
      rule.explanation.explanation,
      rule.standing.text, caseFile.map { "`\($0)`" } ?? "–",
    ]
    return "| \(cells.map(escaped).joined(separator: " | ")) |"
  }

  private static func escaped(_ cell: String) -> String { cell.replacing("|", with: "\\|") }
}
