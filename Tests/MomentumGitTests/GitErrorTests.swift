import MomentumGit
import Testing

struct GitErrorTests {
  @Test func anUnknownRefSaysWhatToDoInAShallowClone() {
    #expect(
      "\(GitError.unknownRef("origin/main"))"
        == "'origin/main' names no commit, branch or tag; in a shallow clone fetch it first (git fetch origin)"
    )
  }
}
