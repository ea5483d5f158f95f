import Foundation
import MomentumCLI
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@Suite struct PredicateCommandTests {
  @Test func printsCanonicalText() {
    #expect(
      Run("predicate", "name beginswith[dc] 'a'||b=<-2").output
        == "name BEGINSWITH[cd] \"a\" OR b <= -2\n")
    #expect(Run("predicate", "--expression", "a + 1 * 2").output == "a + (1 * 2)\n")
    #expect(Run("predicate", "--expression", "a = 1").status == 65)
  }

  @Test func errorsStandBelowTheirPlace() {
    let run = Run("predicate", "name CONTIANS 'x'")
    #expect(run.status == 65)
    expectText(
      run.error,
      """
      <predicate>:1:6: error: expected a comparison operator, found the key 'CONTIANS'; did you mean 'CONTAINS'? [predicate.syntax]
       1 | name CONTIANS 'x'
         |      ^~~~~~~~
      <predicate>:1:6: note: fix-it: write 'CONTAINS': replace 'CONTIANS' with 'CONTAINS'

      """)
    #expect(Run("predicate", "a ==", "--format", "json").output.contains("\"text\": null"))
  }

  @Test func aModelIsAskedForItsKeys() {
    let arguments = ["--model", bubbleTea, "--entity", "Venue"]
    let right = Run(["predicate", "name == %@", "--arg", "Boba"] + arguments)
    #expect(right.status == 0 && right.output == "name == \"Boba\"\n", "\(right.error)")
    let wrong = Run(["predicate", "nmae == 'x'"] + arguments)
    #expect(wrong.status == 65 && wrong.error.contains("did you mean 'name'"), "\(wrong.error)")
    #expect(Run("predicate", "a = 1", "--model", bubbleTea).status == 64)
    #expect(Run("predicate", "a = 1", "--model", bubbleTea, "--entity", "Nobody").status == 65)
  }

  @Test func linesAreAnsweredOneByOne() {
    var lines = PredicateLines()
    let input = "a=1\t@@\nexpr\ta+1\n\nx ==\na = '␊␉'␊\n"
    expectText(
      lines.answer(Array(input.utf8)),
      """
      ok\ta == 1
      ok\ta + 1
      error\t0\texpected a predicate, found nothing; every object is 'TRUEPREDICATE'
      error\t4\texpected a value or a key path, found the end
      ok\ta == "␊␉"

      """)
    #expect(lines.answer([0x61, 0x3D, 0x27, 0xFF]) == "")
    #expect(lines.answer([0x27]) == "")
    #expect(lines.finish() == "ok\ta == \"\u{FFFD}\"\n")
    #expect(lines.finish() == "")
  }

  @Test(arguments: [
    (["name == %@", "--arg", "Ada"], "name == \"Ada\""),
    (
      ["%K > %d AND %K.@count < %f", "--arg", "a.size", "--arg", "-5", "--arg", "b", "--arg", "2"],
      "a.#size > -5 AND b.@count < 2.0"
    ),
    (["a IN %@", "--arg", "x, y"], "a IN {\"x\", \"y\"}"), (["name == %@"], "name == %@"),
    (["--expression", "a + %d", "--arg", "3"], "a + 3"),
    (
      ["ANY SUBQUERY(a, $x, $x.b == %@).@count > %d", "--arg", "q", "--arg", "1"],
      "ANY SUBQUERY(a, $x, $x.b == \"q\").@count > 1"
    ),
  ])
  func argumentsStandInTheText(arguments: [String], text: String) {
    let run = Run(["predicate"] + arguments)
    #expect(run.output == text + "\n" && run.status == 0, "\(run.output)\(run.error)")
  }

  @Test(arguments: [
    (["a == %@ AND b == %@", "--arg", "1"], "predicate.missing-argument"),
    (["a == %@", "--arg", "1", "--arg", "2"], "predicate.too-many-arguments"),
    (["a == %d", "--arg", "x"], "predicate.value-type"),
    (["%K == 1", "--arg", "a..b"], "predicate.value-type"),
  ])
  func argumentsThatDoNotFitAreReportedWithoutAModel(arguments: [String], id: String) {
    let run = Run(["predicate"] + arguments)
    #expect(run.status == 65 && run.error.contains("[\(id)]"), "\(run.error)")
  }

  /// A model says what is meant.
  @Test func argumentsHaveTheTypeOfTheirUse() {
    let staff = RepositoryFiles.url("Models/Staff.xcdatamodeld").path
    let cases = [
      ("badge == %@", "7", "badge == 7"), ("name == %@", "7", "name == \"7\""),
      ("badge IN %@", "1,2", "badge IN {1, 2}"), ("name IN %@", "a,b", "name IN {\"a\", \"b\"}"),
      ("manager == %@", "Employee/p1", "manager == %@"),
      (
        "ANY contracts.datePlanned > %@", "2024-02-01",
        "ANY contracts.datePlanned > CAST(728438400.000000, \"NSDate\")"
      ),
    ]
    for (format, argument, text) in cases {
      let run = Run(
        "predicate", format, "--arg", argument, "--model", staff, "--entity", "Employee")
      #expect(run.output == text + "\n" && run.status == 0, "\(run.output)\(run.error)")
    }
  }

  /// A format in source has no arguments yet.
  @Test func placeholdersOfLinesTakeTheTypeOfTheirUse() {
    let staff = RepositoryFiles.url("Models/Staff.xcdatamodeld").path
    let formats = [
      "name == %@ AND badge == %ld", "%K == %@", "%K.@count > %d", "%@ == %@ OR %@ IN %@",
      "SUBQUERY(reports, $x, $x.%K == %@).@count > 0", "SUBQUERY(%K, $x, $x.a == 1).@count > 0",
      "ANY %@ IN %K", "department IN %@.departments", "manager == $HEAD.deputy",
      "badge BETWEEN {%d, %@} OR badge BETWEEN %@", "name MATCHES %@", "reports CONTAINS %@",
      "hiredOn > CAST(%f, 'NSDate')", "$A == nil OR name == $A", "NOT name IN %@",
      "FETCH(%@, %@, NO) == 1", "FUNCTION(%@, 'x:', 1) == 2", "TERNARY(%K == 1, name, %@) == 'x'",
    ]
    let arguments = ["predicate", "--lines", "--model", staff, "--entity", "Employee"]
    let accepted = Run(arguments, input: formats.joined(separator: "\n"))
    let answers = accepted.output.split(separator: "\n")
    #expect(
      answers.count == formats.count && answers.allSatisfy { $0.hasPrefix("ok\t") }, "\(answers)")
    #expect(accepted.status == 0)
    let refused = Run(
      arguments,
      input: [
        "name == %d", "%K == %@ AND nmae == 1", "SUBQUERY(reports, $x, $x.nmae == %@).@count > 0",
        "SUBQUERY(reports, $emp, $epm.name == %@).@count > 0", "name IN {%@, %f}", "hiredOn == %s",
      ].joined(separator: "\n"))
    expectText(
      refused.output,
      """
      error\t8\tthe argument of '%d' is no value of 'name', which is a String; '%@' takes any value
      error\t13\tno property 'nmae' in entity 'Employee'; did you mean 'name'?
      error\t25\tno property 'nmae' in entity 'Employee'; did you mean 'name'?
      error\t29\t'$epm' has no keys: no SUBQUERY around has this variable; did you mean '$emp'?
      error\t13\tthe argument of '%f' is no value of 'name', which is a String; '%@' takes any value
      error\t11\tthe argument of '%s' is no value of 'hiredOn', which is a Date; '%@' takes any value

      """)
    #expect(refused.status == 1)
    #expect(Run(["predicate", "--lines"], input: "a = 1\na =\n").status == 1)
  }

  /// What SQL computes and Core Data's store refuses.
  @Test func strictCoreDataMakesErrorsOfWarnings() throws {
    let staff = RepositoryFiles.url("Models/Staff.xcdatamodeld").path
    let sql = ["sql", staff, "--entity", "Employee", "--where", "name.length > 3"]
    #expect(
      Run(sql).status == 0 && Run(sql).error.contains("warning: keypath name.length not found"))
    #expect(Run(sql + ["--strict-core-data"]).status == 65)
    let lines = ["predicate", "--lines", "--strict-core-data"]
    #expect(Run(lines, input: "a = 1\n").status == 64)
    let answer = Run(
      lines + ["--model", staff, "--entity", "Employee"],
      input: "name.length > %d\nname != ''\n")
    #expect(answer.output.hasPrefix("error\t0\tkeypath name.length") && answer.status == 1)
    #expect(answer.output.hasSuffix("ok\tname != \"\"\n"))
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = folder.appendingPathComponent("Shop.xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Shop" representedClassName="Shop" syncable="YES" codeGenerationType="class">
                <attribute name="area" optional="YES" attributeType="Double" usesScalarValueType="YES"/>
            </entity>
            <fetchRequest name="wide" entity="Shop" predicateString="sqrt:(area) &gt; 3"/>
        </model>
        """
      try Data(contents.utf8).write(to: model.appendingPathComponent("contents"))
      #expect(Run("check", model.path).status == 0)
      #expect(Run("check", model.path, "--strict-core-data").status == 1)
      // A request by its name is held to the same: its predicate was checked with the model.
      let named = ["sql", model.path, "--request", "wide"]
      #expect(Run(named).status == 0)
      #expect(
        Run(named).error.contains("contents:6:62: warning: Unsupported function expression sqrt:"))
      let refused = Run(named + ["--strict-core-data"])
      #expect(refused.status == 65)
      #expect(refused.output == "" && refused.error.contains("contents:6:62: error: "))
      let store = folder.appendingPathComponent("shop.sqlite").path
      #expect(Run("create", model.path, store).status == 0)
      let fetch = ["fetch", store, "--model", model.path, "--request", "wide"]
      #expect(Run(fetch).status == 0)
      #expect(Run(fetch + ["--strict-core-data"]).status == 65)
      let configuration = folder.appendingPathComponent(".momentum.json")
      try Data(#"{"strictCoreData": true}"#.utf8).write(to: configuration)
      #expect(Run("check", model.path).status == 1)
      let exempt =
        #"{"strictCoreData": true, "diagnostics": {"predicate.store-refuses": "warning"}}"#
      try Data(exempt.utf8).write(to: configuration)
      #expect(Run("check", model.path).status == 0)
    }
  }

  @Test func linesAreCheckedToo() {
    var lines = PredicateLines { _, source, diagnostics in
      if source.text.hasPrefix("b") { diagnostics.report(Refusal()) }
    }
    #expect(lines.answer(Array("a=1\nb=1\n".utf8)) == "ok\ta == 1\nerror\t0\tno\n")
    #expect(Run("predicate", "--lines", "--model", bubbleTea).status == 64)
    #expect(Run("predicate", "--lines", "--arg", "x").status == 64)
  }
}

private struct Refusal: DiagnosticMessage {
  var id: String { "test.refusal" }
  var severity: Severity { .error }
  var text: String { "no" }
}
