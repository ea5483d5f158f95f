import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// Swift sources with SwiftData schemas in a repository: which files they are, their pairs, their released forms.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct SwiftSourceReviewTests {
  /// A version with a class of some properties, which has a type of another file.
  private func version(_ number: Int, _ properties: String...) -> String {
    """
    import SwiftData

    enum SchemaV\(number): VersionedSchema {
      static let versionIdentifier = Schema.Version(\(number), 0, 0)
      static var models: [any PersistentModel.Type] { [Order.self] }

      @Model
      final class Order {
        var state: OrderState
        \(properties.map { "var \($0): String?" }.joined(separator: "\n    "))
      }
    }

    """
  }

  private func states(_ names: String...) -> String {
    "import Foundation\n\nenum OrderState: Codable {\n"
      + names.map { "  case \($0)\n" }.joined() + "}\n"
  }

  private func open(_ repository: TemporaryRepository) throws -> GitRepository {
    try GitRepository.containing(path: repository.folder.path)
  }

  // MARK: - Files

  private func files(_ paths: [String]) throws -> [GitFile] {
    let id = try #require(GitObjectID(String(repeating: "1", count: 40)))
    return paths.map { GitFile(path: $0, mode: .file, id: id) }
  }

  @Test(arguments: [
    ("", true), ("Sources", true), ("Sources/A.swift", true), ("Kit", false), ("Sour", false),
    ("Sources/M.xcdatamodeld", false), ("Sources/M.xcdatamodeld/x", false), ("N.momd", false),
    ("B.swift", false), ("Kit/notes.txt", false), ("Sources/Sub", true),
  ])
  func aPlaceOfSwiftSourcesHasASwiftFileAndIsNoModel(_ path: String, _ isSwift: Bool) throws {
    let all = try files([
      "Sources/A.swift", "Sources/Sub/C.swift", "Sources/M.xcdatamodeld/x/D.swift",
      "Kit/notes.txt", "N.momd/E.swift", "B.swift.txt",
    ])
    #expect(ModelPlaces.isSwift(path, among: all) == isSwift)
  }

  @Test func onlySwiftFilesOfAPlaceAreReadAndEveryFileOfABundle() throws {
    try TemporaryRepository.with { repository in
      for path in [
        "A.swift", "Sources/B.swift", "Sources/Sub/C.swift", "Sources/notes.txt",
        "Sources2/D.swift",
        "Kit/notes.txt", "App/M.xcdatamodeld/M.xcdatamodel/contents",
        "App/M.xcdatamodeld/.xccurrentversion",
      ] { try repository.write(path, to: path) }
      try repository.commit()
      let git = try open(repository)
      let commit = try CommitFiles(git, git.resolve("HEAD"), label: "HEAD:")
      func paths(_ place: String) throws -> [String] { try commit.modelTree(of: place).paths }
      #expect(
        try paths("") == ["A.swift", "Sources/B.swift", "Sources/Sub/C.swift", "Sources2/D.swift"])
      #expect(try paths("Sources") == ["Sources/B.swift", "Sources/Sub/C.swift"])
      #expect(try paths("Sources/B.swift") == ["Sources/B.swift"])
      #expect(try paths("Kit") == ["Kit/notes.txt"])
      #expect(
        try paths("App/M.xcdatamodeld") == [
          "App/M.xcdatamodeld/.xccurrentversion", "App/M.xcdatamodeld/M.xcdatamodel/contents",
        ])
      #expect(try commit.modelTree(of: "Sources").label == "HEAD:")
    }
  }

  // MARK: - Pairs

  @Test func sourcesAreAPairWhereTheyHadOrHaveModels() throws {
    try TemporaryRepository.with { repository in
      try repository.write(version(1), to: "Sources/V1.swift")
      try repository.write(states("open"), to: "Sources/States.swift")
      try repository.write("struct View {}", to: "Views/View.swift")
      try repository.commit(tag: "v1")
      try repository.git("branch", "empty")
      func pairs(_ head: String? = nil, below folder: String? = nil, against: String = "main")
        throws -> [RepositoryReview.Pair]
      {
        let review = try RepositoryReview(open(repository), against: against, at: head)
        return if let folder { try review.pairs(below: repository.path(folder)) } else {
          try review.pairs()
        }
      }
      let root = repository.folder.path
      let sources = repository.path("Sources")
      #expect(
        try pairs() == [RepositoryReview.Pair(old: "", new: root + "/", newInRepository: "")])
      #expect(
        try pairs("HEAD") == [RepositoryReview.Pair(old: "", new: ".", newInRepository: "")])
      #expect(
        try pairs(below: "Sources")
          == [RepositoryReview.Pair(old: "Sources", new: sources, newInRepository: "Sources")])
      #expect(try pairs(below: "Views") == [])
      try repository.remove("Sources")
      #expect(
        try pairs() == [RepositoryReview.Pair(old: "", new: nil, newInRepository: "")])
      try repository.commit()
      try repository.write(version(2), to: "New/V2.swift")
      #expect(
        try pairs() == [RepositoryReview.Pair(old: nil, new: root + "/", newInRepository: "")])
      #expect(
        try pairs(below: "New")
          == [
            RepositoryReview.Pair(old: nil, new: repository.path("New"), newInRepository: "New")
          ])
    }
  }

  @Test func eachProgramIsAPairAndAProgramMayComeToAnother() throws {
    try TemporaryRepository.with { repository in
      try repository.write(version(1), to: "One/V1.swift")
      try repository.commit()
      try repository.write(version(1), to: "Two/V1.swift")
      func pairs() throws -> [String] {
        try RepositoryReview(open(repository), against: "main", at: nil)
          .pairs(below: repository.folder.path).map {
            let new = $0.new.map { $0.dropFirst(repository.folder.path.count + 1) }
            return "\($0.old ?? "none") \(new ?? "none")"
          }
      }
      #expect(try pairs() == ["One One", "none Two"])
      try repository.commit()
      try repository.remove("One")
      #expect(try pairs() == [" "])
      try repository.remove("Two")
      #expect(try pairs() == ["One none", "Two none"])
    }
  }

  // MARK: - Settings

  /// The folder of the sources comes first, since it may be the whole repository.
  @Test func settingsOfSourcesAreInTheirFolderOrAboveIt() throws {
    try TemporaryRepository.with { repository in
      let name = CheckConfiguration.fileName
      try repository.write(version(1), to: "Kit/Sources/V1.swift")
      try repository.write(states("open"), to: "Kit/Sources/States.swift")
      try repository.commit()
      func find(_ path: String, at head: String? = nil) throws -> (path: String, text: String?) {
        let review = try RepositoryReview(open(repository), against: "main", at: head)
        let shown = head == nil && path != "." ? repository.path(path) : path
        let pair = RepositoryReview.Pair(old: path, new: shown, newInRepository: path)
        let found = try review.file(named: name, beside: pair)
        return (found.path.replacing(repository.folder.path + "/", with: ""), found.file?.text)
      }
      #expect(try find("Kit/Sources") == ("Kit/\(name)", nil))
      #expect(try find("Kit/Sources", at: "HEAD") == ("Kit/\(name)", nil))
      #expect(try find(".", at: "HEAD") == (name, nil))
      for place in ["", "Kit/", "Kit/Sources/"] {
        try repository.write("of \(place)", to: place + name)
        try repository.commit()
        for head in [nil, "HEAD"] {
          #expect(try find("Kit/Sources", at: head) == (place + name, "of \(place)"))
          #expect(try find("Kit/Sources/V1.swift", at: head) == (place + name, "of \(place)"))
          let above = place == "Kit/Sources/" ? "Kit/" : place
          #expect(try find("Kit/M.xcdatamodeld", at: head) == (above + name, "of \(above)"))
        }
        #expect(try find(".", at: "HEAD") == (name, "of "))
      }
    }
  }

  // MARK: - Released forms

  /// One line a form: the version, its tag, its place, the copy, the new name.
  private func lines(_ found: [String: [ReleasedForm]]) -> [String] {
    found.sorted { $0.key < $1.key }.flatMap { name, forms in
      forms.map { form in
        "\(name) \(form.tag) '\(form.path)' copy: \(form.frozenCopy ?? "none")"
          + " name: \(form.newVersionName ?? "none")"
      }
    }
  }

  @Test func formsAreThoseOfEachReleaseInTheirOrder() throws {
    try TemporaryRepository.with { repository in
      try repository.write("nothing", to: "README")
      try repository.commit(tag: "v0")
      try repository.write(version(1, "a"), to: "Old/V1.swift")
      try repository.write(states("open"), to: "Old/States.swift")
      try repository.commit(tag: "v1")
      try repository.git("tag", "v1-again")
      try repository.git("mv", "Old", "Sources")
      try repository.write(version(2, "a", "b"), to: "Sources/V2.swift")
      try repository.commit(tag: "v2")
      try repository.write(states("open", "paid"), to: "Sources/States.swift")
      let git = try open(repository)
      let tags = try git.tags(matching: ["v*"]).sorted { $0.name < $1.name }
      let present = try ModelBundle.swiftData(path: repository.path("Sources"))
      func find(_ present: Bool, _ versions: [String], _ places: [String]) throws -> [String] {
        let reader = try ModelBundle.swiftData(path: repository.path("Sources"))
        return lines(
          try ReleasedSources(repository: git, tags: tags, present: present ? reader : nil)
            .find(versions, at: places))
      }
      #expect(present != nil)
      func copy(_ number: Int) -> String {
        "extension SchemaV\(number) { enum OrderState: Codable { case open } }"
      }
      #expect(
        try find(true, ["SchemaV1", "SchemaV2", "SchemaV3"], ["Sources", "Old"]) == [
          "SchemaV1 v1 'Old' copy: \(copy(1)) name: none",
          "SchemaV1 v1-again 'Old' copy: \(copy(1)) name: none",
          "SchemaV1 v2 'Sources' copy: \(copy(1)) name: none",
          "SchemaV2 v2 'Sources' copy: \(copy(2)) name: none",
        ])
      #expect(
        try find(false, ["SchemaV1"], ["Sources"])
          == ["SchemaV1 v2 'Sources' copy: none name: none"])
      // The first place with a form counts; the root has the same files.
      #expect(
        try find(false, ["SchemaV1"], ["Sources", ""]) == [
          "SchemaV1 v1 '' copy: none name: none", "SchemaV1 v1-again '' copy: none name: none",
          "SchemaV1 v2 'Sources' copy: none name: none",
        ])
      #expect(
        try find(false, ["SchemaV2"], ["None", "", "Sources"])
          == ["SchemaV2 v2 '' copy: none name: none"])
      #expect(try find(true, [], ["Sources"]) == [])
      #expect(try find(true, ["SchemaV1"], ["None"]) == [])
      // A file is a place too; without the type of the other file it has another form.
      #expect(try find(false, ["SchemaV2"], ["Sources/V2.swift"]).count == 1)
      #expect(try find(false, ["SchemaV1"], ["Sources/V2.swift"]) == [])
    }
  }

  /// The extension restores a released form only if types outside the version are all that was edited.
  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func aCopyIsOnlyOfEditsOutsideTheVersion(_ isInsideEdited: Bool, _ isOutsideEdited: Bool) throws {
    func version(hasState: Bool, _ properties: String...) -> String {
      let text = self.version(1)
      let lines = properties.map { "var \($0): String?" }
      return text.replacing(
        "    var state: OrderState\n",
        with: (lines + (hasState ? ["var state: OrderState"] : [])).map { "    \($0)\n" }.joined())
    }
    for hasState in isOutsideEdited ? [true] : [false, true] {
      try TemporaryRepository.with { repository in
        try repository.write(version(hasState: hasState, "a"), to: "Sources/V1.swift")
        try repository.write(states("open"), to: "Sources/States.swift")
        try repository.commit(tag: "v1")
        if isInsideEdited {
          try repository.write(version(hasState: hasState, "a", "b"), to: "Sources/V1.swift")
        }
        if isOutsideEdited {
          try repository.write(states("open", "paid"), to: "Sources/States.swift")
        }
        let git = try open(repository)
        let present = try ModelBundle.swiftData(path: repository.path("Sources"))
        let found = try ReleasedSources(
          repository: git, tags: try git.tags(matching: ["v1"]), present: present
        ).find(["SchemaV1"], at: ["Sources"])
        let hasCopy = hasState && !isInsideEdited
        let copy = "extension SchemaV1 { enum OrderState: Codable { case open } }"
        #expect(
          lines(found) == ["SchemaV1 v1 'Sources' copy: \(hasCopy ? copy : "none") name: none"])
      }
    }
  }

  @Test func sourcesWithoutAVersionGetTheNameOfTheFirstOne() throws {
    try TemporaryRepository.with { repository in
      try repository.write(
        "import SwiftData\n@Model final class Order { var a: String? }\n", to: "Sources/Order.swift"
      )
      try repository.commit(tag: "v1")
      let git = try open(repository)
      let reader = try #require(try ModelBundle.swiftData(path: repository.path("Sources")))
      var ignored = Diagnostics()
      let versions = try ModelBundle.versions(path: repository.path("Sources"), &ignored)
      let name = try #require(versions.first?.name)
      let found = try ReleasedSources(
        repository: git, tags: try git.tags(matching: ["v1"]), present: reader
      ).find([name], at: ["Sources"])
      #expect(lines(found) == ["\(name) v1 'Sources' copy: none name: SchemaV1"])
      // A class that is gone has no version into which it could be copied.
      try repository.write(
        "import SwiftData\n@Model final class Item { var b: String? }\n", to: "Sources/Item.swift")
      try repository.commit(tag: "v2")
      let later = try ReleasedSources(
        repository: git, tags: try git.tags(matching: ["v2"]), present: reader
      ).find([name], at: ["Sources"])
      #expect(lines(later) == ["\(name) v2 'Sources' copy: none name: SchemaV1"])
    }
  }

  /// The review asks for the forms by the place before and now.
  @Test func anEditedVersionIsComparedWithItsReleases() throws {
    try TemporaryRepository.with { repository in
      try repository.write(version(1, "a"), to: "Sources/V1.swift")
      try repository.write(states("open"), to: "Sources/States.swift")
      try repository.commit(tag: "v1")
      try repository.write(states("open", "paid"), to: "Sources/States.swift")
      let review = try RepositoryReview(open(repository), against: "main")
      for pair in [
        try #require(try review.pairs().first),
        try #require(try review.pairs(below: repository.path("Sources")).first),
      ] {
        let found = try #require(try review.review(pair))
        #expect(found.findings().map(\.diagnostic.id) == ["versions.edited-after-release"])
        let strict = try #require(try review.review(pair, released: [], isStrict: true))
        #expect(strict.released["SchemaV1"]?.map(\.tag) == ["main"])
        #expect(try review.review(pair, released: [])?.released["SchemaV1"] == nil)
      }
    }
  }
}
