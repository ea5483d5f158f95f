import Foundation
import MomentumTestSupport
import Testing

/// The matrix of all versions, beside a commit.
extension AgainstTests {
  @Test func theMatrixJudgesEveryWayToTheCurrentVersion() throws {
    try with { repository in
      try write(repository, "Shop 2", ["name"])
      try write(repository, "Shop 3", ["name", "smell"])
      try write(repository, "Shop 4", ["name", "smell", "later"])
      try setCurrent(repository, "Shop 3")
    } _: { _, model in
      let all = Run("diff", model, "--matrix")
      #expect(all.status == 1)
      #expect(all.output.contains("Shop 3") && !all.output.contains("Shop 4"))
      #expect(all.error.contains("left out, since 'Shop 3' is the current version: 'Shop 4'"))
      let some = Run("diff", model, "--matrix", "--oldest", "Shop 2")
      #expect(some.status == 0)
      #expect(some.output.contains("1  Shop 2"))
      #expect(Run("diff", model, "--matrix", "--oldest", "Shop 9").status == 65)
      for format in ["json", "markdown", "html"] {
        #expect(Run("diff", model, "--matrix", "--format", format).status == 1)
      }
      #expect(Run("diff", model, "--matrix", "--baseline").status == 0)
      #expect(Run("diff", model, "--matrix").status == 0)
    }
  }

  @Test func storesOfOlderVersionsAreJudgedToo() throws {
    try with { repository in
      try write(repository, "Shop 2", ["name"], more: Self.renamed("elementID=\"rating\""))
      try setCurrent(repository, "Shop 2")
      try repository.commit("a renamed attribute", tag: "v2.0")
      try repository.git("branch", "-f", "main")
      try write(repository, "Shop 3", ["name", "smell"], more: Self.renamed(""))
      try setCurrent(repository, "Shop 3")
    } _: { _, model in
      let check = Run("check", model, "--against", "main")
      #expect(check.status == 1)
      #expect(
        check.output.contains(
          "warning: for stores of 'Shop': attribute 'Cheese.rating' removed: "))
      for format in ["text", "json", "markdown", "sarif", "junit", "github", "gitlab"] {
        let diff = Run("diff", model, "--against", "main", "--format", format)
        #expect(diff.status == 1)
        #expect(diff.output.contains("rating"), "\(format)")
      }
      #expect(Run("diff", model, "--against", "main", "--fail-on", "not-inferrable").status == 0)
      #expect(Run("check", model, "--against", "main", "--baseline").status == 0)
      #expect(Run("check", model, "--against", "main").status == 0)
      #expect(Run("diff", model, "--against", "main").status == 0)
      #expect(Run("diff", model, "--matrix").status == 0)
    }
  }

  private static func renamed(_ more: String) -> String {
    "\n        " + SampleContents.attribute("stars", "String", more)
  }

  @Test func theMatrixGoesByNumbersAndNotByNames() throws {
    try with { repository in
      try write(repository, "Shop_likes", ["name", "rating", "likes"])
      try write(repository, "Shop_comments", ["name", "rating", "comments"])
      try setCurrent(repository, "Shop_comments")
    } _: { _, model in
      let run = Run("diff", model, "--matrix")
      #expect(run.status == 1)
      #expect(run.output.contains("3  Shop_comments"))
      #expect(run.output.contains("2  Shop_likes"))
    }
  }
}
