import Foundation
import MomentumTestSupport

/// A repository that a text describes, line by line:
///
///     version M 2: name rating#   attributes: `x` a string, `x#` a number, `x=v` with a default
///     current M 2                 delete version M        rename version M -> N
///     bundle Kit/M.xcdatamodeld   delete bundle           rename bundle Kit/N.xcdatamodeld
///     mapping M -> M 2: name      delete mapping M -> M 2
///     entity Planet               break M
///     commit                      tag v1                  annotate v1
///     branch feature              checkout main           merge main keeping ours
///     shallow clone of feature    unshallow
///     against v1                  released v* nightly     staged
///
/// `tag` commits what is there. The last line sets how the review is asked.
struct RepositoryScript {
  struct Problem: Error { var text: String }

  private(set) var repository: TemporaryRepository
  private var bundle = "App/M.xcdatamodeld"
  private var entity = "Venue"
  private(set) var ref = "main"
  private(set) var released = ["v*"]
  private(set) var usesStagedMigration = false
  /// For a clone.
  private let folder: URL

  init(_ repository: TemporaryRepository, clonesIn folder: URL) {
    (self.repository, self.folder) = (repository, folder)
  }

  mutating func run(_ script: String) throws {
    for line in script.split(separator: "\n") {
      var words = line.split(separator: " ").map(String.init)
      let command = words.removeFirst()
      let rest = words.joined(separator: " ")
      switch command {
      case "version": try writeVersion(rest)
      case "current":
        try repository.write(
          SampleContents.currentVersion(rest), to: "\(bundle)/.xccurrentversion")
      case "delete": try delete(rest)
      case "rename": try rename(rest)
      case "bundle": bundle = rest
      case "entity": entity = rest
      case "mapping": try writeMapping(rest)
      case "break": try repository.write("<<<<<<< HEAD", to: contents(rest))
      case "against": ref = rest
      case "released": released = words
      case "staged": usesStagedMigration = true
      case _: try runGit(command, words)
      }
    }
  }

  private func contents(_ version: String) -> String {
    "\(bundle)/\(version).xcdatamodel/contents"
  }

  /// `A -> B: c d`, `A: c d` or `A -> B`.
  private func parts(_ text: String) throws -> (names: [String], words: [String]) {
    let halves = text.components(separatedBy: ": ")
    let words = halves.count > 1 ? halves[1].split(separator: " ").map(String.init) : []
    return (halves[0].components(separatedBy: " -> "), words)
  }

  private func writeVersion(_ text: String) throws {
    let (names, words) = try parts(text)
    let attributes = words.map { word in
      let halves = word.split(separator: "=").map(String.init)
      let isNumber = word.hasSuffix("#")
      return SampleContents.attribute(
        isNumber ? String(word.dropLast()) : halves[0], isNumber ? "Integer 64" : "String",
        halves.count > 1 ? "defaultValueString=\"\(halves[1])\"" : "")
    }
    try repository.write(
      SampleContents.contents("<entity name=\"\(entity)\">\(attributes.joined())</entity>"),
      to: contents(names[0]))
  }

  private func mappingFolder(_ names: [String]) -> String {
    "App/\(names[0]) to \(names[1]).xcmappingmodel"
  }

  private func writeMapping(_ text: String) throws {
    let (names, words) = try parts(text)
    try repository.write(
      SampleContents.mapping(
        of: entity, words, in: bundle, from: names[0], to: names[1], policy: "App.Policy"),
      to: mappingFolder(names) + "/xcmapping.xml")
  }

  private func delete(_ text: String) throws {
    if text == "bundle" {
      try repository.remove(bundle)
    } else if text.hasPrefix("version ") {
      try repository.remove("\(bundle)/\(text.dropFirst(8)).xcdatamodel")
    } else if text.hasPrefix("mapping ") {
      try repository.remove(mappingFolder(parts(String(text.dropFirst(8))).names))
    } else {
      throw Problem(text: "delete what? \(text)")
    }
  }

  private mutating func rename(_ text: String) throws {
    if text.hasPrefix("bundle ") {
      let new = String(text.dropFirst(7))
      let url = URL(fileURLWithPath: repository.path(new)).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try repository.git("mv", bundle, new)
      bundle = new
    } else {
      let names = try parts(String(text.dropFirst("version ".count))).names
      try repository.git(
        "mv", "\(bundle)/\(names[0]).xcdatamodel", "\(bundle)/\(names[1]).xcdatamodel")
    }
  }

  private mutating func runGit(_ command: String, _ words: [String]) throws {
    let name = words.first ?? ""
    switch command {
    case "commit": try repository.commit()
    case "tag": try repository.commit(tag: name)
    case "annotate":
      try repository.commit()
      try repository.git("tag", "-a", "-m", name, name)
    case "branch": try repository.git("checkout", "-q", "-b", name)
    case "checkout": try repository.git("checkout", "-q", name)
    case "merge":
      try repository.git("merge", "-q", "--no-ff", "-m", "merge", "-X", words.last ?? "ours", name)
    case "shallow":
      let place = folder.appendingPathComponent("clone")
      let address = "file://" + repository.folder.path
      let branch = words.last ?? ""
      try repository.git(
        "clone", "-q", "--depth", "1", "--branch", branch, address, place.path)
      repository = TemporaryRepository(folder: place)
      try repository.git(
        "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main",
        "refs/tags/*:refs/tags/*")
    case "unshallow": try repository.git("fetch", "-q", "--unshallow")
    case _: throw Problem(text: "no command '\(command)'")
    }
  }
}
