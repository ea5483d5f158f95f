import Foundation
public import Testing

/// Models to try a rule on: our own in every clone, and those of other people where the corpus is there.
public enum ModelTexts {
  public struct Entry: Sendable, CustomTestStringConvertible {
    /// The path from the repository or from the corpus.
    public var name: String
    /// The XML of a `contents` file.
    public var text: String
    public var isOfCorpus: Bool

    public var testDescription: String { name }
  }

  /// Every version in `Models`, and both sides of each case of the decision table.
  public static let own: [Entry] = bundles + cases

  /// Those that Xcode wrote for other people; empty without the corpus.
  public static let ofCorpus: [Entry] = {
    guard let folder = RepositoryFiles.corpus?.appendingPathComponent("models") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.sorted().compactMap {
      entry(folder.appendingPathComponent($0), $0, isOfCorpus: true)
    }
  }()

  public static let all: [Entry] = own + ofCorpus

  private static let bundles: [Entry] = {
    let folder = RepositoryFiles.url("Models")
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix("/contents") }.sorted()
      .compactMap { entry(folder.appendingPathComponent($0), $0, isOfCorpus: false) }
  }()

  private static let cases: [Entry] = CaseFile.all(in: "Diff").flatMap { file in
    ["old", "new"].compactMap { side in
      file[side].map { entities in
        Entry(
          name: "\(file.path) \(side)",
          text: "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n"
            + "\(entities)\n</model>\n", isOfCorpus: false)
      }
    }
  }

  private static func entry(_ url: URL, _ name: String, isOfCorpus: Bool) -> Entry? {
    (try? String(contentsOf: url, encoding: .utf8)).map {
      Entry(name: name, text: $0, isOfCorpus: isOfCorpus)
    }
  }
}
