import MomentumDiagnostics
import Testing

/// The places of findings inside literals, and the repairs.
@Suite struct PlaceTests {
  /// A request for articles with the predicate that an expression makes.
  private func source(_ predicate: String) -> String {
    "import CoreData\nfunc f(name: String, count: Int, flag: Bool) {\n"
      + "let r = NSFetchRequest<Article>(entityName: \"Article\")\n"
      + "r.predicate = \(predicate)\n}\n"
  }

  private func found(_ predicate: String) throws -> [(id: String, text: String)] {
    try Scan.findings(source(predicate)).map { finding in
      let place = try #require(finding.location)
      return (finding.id, place.file.text(in: place.range))
    }
  }

  private func fixed(_ predicate: String) throws -> String {
    var diagnostics = Diagnostics()
    for finding in try Scan.findings(source(predicate)) { diagnostics.report(finding) }
    let file = try #require(diagnostics.applyingFixIts().first)
    let lines = String(decoding: file.fixed, as: UTF8.self).split(separator: "\n")
    return lines.dropFirst(3).dropLast().joined(separator: "\n")
  }

  @Test(
    arguments: [
      #"NSPredicate(format: "nmae == 'a'")"#,
      #"NSPredicate(format: "name == \"\u{1F600}\" AND nmae == 1")"#,
      ##"NSPredicate(format: #"name == "\n" AND nmae == 1"#)"##,
      "NSPredicate(format: \"\"\"\n  name == 'a'\n    AND nmae == 1\n  \"\"\")",
      "NSPredicate(format: \"\"\"\n  name == 'a' \\\n  AND nmae == 1\n  \"\"\")",
      #"NSPredicate(format: "name == 'a' AND " + "nmae == 1")"#,
      #"NSPredicate(format: "name == 'a' AND \(#keyPath(Article.views)) == 1 AND nmae == 1")"#,
    ])
  func theKeyIsMarkedInEachKindOfLiteral(predicate: String) throws {
    let found = try found(predicate)
    #expect(found.map(\.id) == ["predicate.unknown-key"])
    #expect(found.map(\.text) == ["nmae"])
  }

  @Test(
    arguments: [
      (#"NSPredicate(format: "nmae == 'a'")"#, #"NSPredicate(format: "name == 'a'")"#),
      (#"NSPredicate(format: "name == \(name)")"#, #"NSPredicate(format: "name == %@", name)"#),
      (#"NSPredicate(format: "name == '\(name)'")"#, #"NSPredicate(format: "name == %@", name)"#),
      (#"NSPredicate(format: "views > \(count)")"#, #"NSPredicate(format: "views > %ld", count)"#),
      (
        #"NSPredicate(format: "isPinned == \(flag)")"#,
        #"NSPredicate(format: "isPinned == %@", NSNumber(value: flag))"#
      ),
      (
        #"NSPredicate(format: "name == '\(name)' AND views > %d AND searchName == \(name)", count)"#,
        #"NSPredicate(format: "name == %@ AND views > %d AND searchName == %@", name, count, name)"#
      ),
      (
        #"NSPredicate(format: "views == %@", count)"#,
        #"NSPredicate(format: "views == %ld", count)"#
      ),
      (#"NSPredicate(format: "name == '%@'", name)"#, #"NSPredicate(format: "name == %@", name)"#),
    ])
  func theRepairIsMade(before: String, after: String) throws {
    #expect(try fixed(before) == "r.predicate = \(after)")
  }

  @Test func aRepairThatMightCrashIsNotOffered() throws {
    // Nothing says whether the value is a number or an object.
    let findings = try Scan.findings(source(#"NSPredicate(format: "views > \(other)")"#))
    #expect(findings.map(\.id) == ["scan.interpolated-format"])
    #expect(findings.flatMap(\.fixIts) == [])
  }

  @Test func aPartOfAQuotedTextIsNotRepaired() throws {
    let findings = try Scan.findings(source(#"NSPredicate(format: "name LIKE '*\(name)*'")"#))
    #expect(findings.map(\.id) == ["scan.quoted-interpolation"])
    #expect(findings.flatMap(\.fixIts) == [])
  }

  @Test func theConstantOfAnotherFileIsMarked() throws {
    let use = SourceFile(
      path: "Use.swift", text: "let r = NSFetchRequest<Tag>(entityName: Names.tag)\n")
    let constant = SourceFile(
      path: "Names.swift", text: "enum Names {\n  static let tag = \"Tagg\"\n}\n")
    let findings = try Scan.findings([use, constant])
    #expect(findings.map(\.id) == ["scan.unknown-entity"])
    #expect(findings.first?.location?.path == "Names.swift")
    #expect(findings.first?.location?.line == 2)
  }

  @Test func commentsSwitchRulesOff() throws {
    let bad = "_ = NSFetchRequest<Tag>(entityName: \"X\")"
    func ids(_ text: String) throws -> [String] { try Scan.findings(text).map(\.id) }
    #expect(try ids(bad) == ["scan.unknown-entity"])
    #expect(try ids("// momentum:disable all\n\(bad)").isEmpty)
    #expect(try ids("// momentum:disable scan.*\n\(bad)").isEmpty)
    #expect(try ids("// momentum:disable:next unknown-entity\n\(bad)\n\(bad)").count == 1)
    #expect(try ids("\(bad) // momentum:disable:this scan.unknown-entity").isEmpty)
    #expect(try ids("\(bad)\n/* momentum:disable:previous all */").isEmpty)
    #expect(try ids("// momentum:disable all\n// momentum:enable all\n\(bad)").count == 1)
    #expect(try ids("// momentum:disable scan.unknown-key\n\(bad)").count == 1)
    #expect(try ids("// momentum:disable scan.unknwon-key\n") == ["scan.unknown-command"])
    #expect(try ids("// see momentum:disable all\n\(bad)").count == 1)
  }

  @Test func codeOfMigrationsNamesOtherVersions() throws {
    let text =
      "final class P: NSEntityMigrationPolicy {}\n_ = NSFetchRequest<Tag>(entityName: \"Old\")"
    #expect(try Scan.findings(text).isEmpty)
  }
}
