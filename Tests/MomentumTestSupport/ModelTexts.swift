import Foundation
import Testing

/// Models to try a rule on: our own in every clone, and those of other people where the corpus is there.
package enum ModelTexts {
  package struct Entry: Sendable, CustomTestStringConvertible {
    /// The path from the repository or from the corpus.
    package var name: String
    /// The XML of a `contents` file.
    package var text: String
    package var isOfCorpus: Bool

    package var testDescription: String { name }
  }

  /// Every version in `Models` and `Tests/Cases`, and both sides of each case of the decision table.
  package static let own: [Entry] = bundles + cases

  /// Those that Xcode wrote for other people; empty without the corpus.
  package static let ofCorpus: [Entry] = {
    guard let folder = RepositoryFiles.corpus?.appendingPathComponent("models") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.sorted().compactMap {
      entry(folder.appendingPathComponent($0), $0, isOfCorpus: true)
    }
  }()

  package static let all: [Entry] = own + ofCorpus

  /// All of our own and, in the short form, a fifth of the corpus: for a rule that is tried on each model alone.
  package static let most: [Entry] = own + ofCorpus.thinned(to: 140)

  /// How many models of the corpus a test takes that looks at few of them in its short form.
  private static let corpusCount =
    ProcessInfo.processInfo.environment["MOMENTUM_MODELS"].flatMap { Int($0) }
    ?? TestLength.choose(short: 0, long: 700)

  /// A part of the corpus, the same in each run, spread over the sizes of the models.
  ///
  /// - Parameter divisor: What a slow test takes is that part of `MOMENTUM_MODELS`.
  package static func sampleOfCorpus(_ count: Int, divisor: Int = 1) -> [Entry] {
    spread(
      ofCorpus.sorted { ($0.text.utf8.count, $0.name) < ($1.text.utf8.count, $1.name) },
      max(count, corpusCount / divisor))
  }

  /// So many entries at equal distances.
  package static func spread(_ entries: [Entry], _ count: Int) -> [Entry] {
    let count = min(count, entries.count)
    return (0..<count).map { entries[(2 * $0 + 1) * entries.count / (2 * count)] }
  }

  private static let bundles: [Entry] = {
    let folder = RepositoryFiles.url("Models")
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    let versions = names.compactMap { $0 as? String }.filter { $0.hasSuffix("/contents") }.sorted()
    return versions.compactMap {
      entry(folder.appendingPathComponent($0), $0, isOfCorpus: false)
    } + StoreCase.own.compactMap { entry($0.model, "Stores/\($0.name)", isOfCorpus: false) }
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
