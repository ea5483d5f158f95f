import MomentumText

/// Prints diagnostics as a JUnit report: a suite for each file, a test case for each finding.
///
/// Uses the dialect that Jenkins, GitLab and GitHub's reporters read (documented:
/// <https://github.com/testmoapp/junitxml>). A finding below the threshold is a passed test with
/// output, so that a report fails exactly if the command does.
package struct JUnitRenderer: Sendable {
  private let checked: [String]
  private let threshold: Severity?

  /// - Parameters:
  ///   - checked: The paths that were checked. A path without a finding becomes a passed test.
  ///   - threshold: Findings of this severity and above are failures; `nil` if no finding is one.
  package init(checked: [String] = [], failsFrom threshold: Severity? = .error) {
    self.checked = checked
    self.threshold = threshold
  }

  /// The document with a line end. Suites are in the order of their first finding.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    let groups = suites(of: diagnostics)
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    let tests = groups.reduce(0) { $0 + max(1, $1.findings.count) }
    let failures = diagnostics.count(where: isFailure)
    lines.append(
      "<testsuites name=\"momentum\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\">")
    for group in groups { lines += suite(group) }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Suite {
    var name: String
    var findings: [Diagnostic] = []
  }

  private func suites(of diagnostics: [Diagnostic]) -> [Suite] {
    var result: [Suite] = []
    var indexes: [String: Int] = [:]
    func index(of name: String) -> Int {
      if let index = indexes[name] { return index }
      indexes[name] = result.count
      result.append(Suite(name: name))
      return result.count - 1
    }
    for diagnostic in diagnostics {
      result[index(of: diagnostic.location?.file.path ?? "momentum")].findings.append(diagnostic)
    }
    for path in checked where !result.contains(where: { $0.name == path || isInside($0, path) }) {
      _ = index(of: path)
    }
    return result
  }

  /// Whether the file of a suite is inside a bundle that was checked.
  private func isInside(_ suite: Suite, _ folder: String) -> Bool {
    suite.name.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  private func suite(_ suite: Suite) -> [String] {
    let failures = suite.findings.count(where: isFailure)
    let name = escaped(suite.name)
    var lines = [
      "  <testsuite name=\"\(name)\" tests=\"\(max(1, suite.findings.count))\""
        + " failures=\"\(failures)\" errors=\"0\" skipped=\"0\">"
    ]
    if suite.findings.isEmpty {
      lines.append("    <testcase name=\"no findings\" classname=\"\(name)\"/>")
    }
    for finding in suite.findings { lines += testCase(finding, in: name) }
    return lines + ["  </testsuite>"]
  }

  private func testCase(_ diagnostic: Diagnostic, in suite: String) -> [String] {
    var name = diagnostic.id
    var place = ""
    if let location = diagnostic.location {
      let start = location.file.lineColumn(at: location.range.start)
      name += " at \(start.line):\(start.column)"
      place = " file=\"\(escaped(location.file.path))\" line=\"\(start.line)\""
    }
    let text = MarkupEscape.reportContent.escaped(TextRenderer().render(diagnostic))
    let body =
      isFailure(diagnostic)
      ? "      <failure message=\"\(escaped(diagnostic.text))\""
        + " type=\"\(diagnostic.severity.rawValue)\">\(text)</failure>"
      : "      <system-out>\(text)</system-out>"
    return [
      "    <testcase name=\"\(escaped(name))\" classname=\"\(suite)\"\(place)>", body,
      "    </testcase>",
    ]
  }

  private func isFailure(_ diagnostic: Diagnostic) -> Bool {
    threshold.map { diagnostic.severity >= $0 } ?? false
  }

  private func escaped(_ text: String) -> String { MarkupEscape.reportAttribute.escaped(text) }
}
