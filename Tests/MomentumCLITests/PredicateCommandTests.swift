import MomentumCLI
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
    #expect(right.status == 0 && right.output == "name == %@\n", "\(right.error)")
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
}
