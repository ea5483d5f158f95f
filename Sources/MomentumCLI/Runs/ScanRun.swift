import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumScan

/// One scan of the sources that a command names.
struct ScanRun {
  let options: ScanCommand
  /// The paths to search.
  let paths: [String]
  private(set) var findings = Diagnostics()
  private(set) var fileCount = 0
  private(set) var modelCount = 0
  /// Whether a finding reaches the threshold.
  private(set) var isFailure = false
  /// Files that could not be read; the others are scanned nevertheless.
  private(set) var failures: [CommandFailure] = []

  init(_ options: ScanCommand) {
    self.options = options
    paths = options.paths.isEmpty ? ["."] : options.paths
  }

  private static let suffixes = [".swift", ".m", ".mm", ".h"]
  private static let packages = [
    ".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel", ".momd", ".xcassets", ".xcframework",
    ".framework", ".bundle",
  ]

  mutating func scan(_ console: Console) throws {
    let progress = StepProgress("scanning", console, isQuiet: options.global.quiet)
    defer { progress.clear() }
    let model = try ScanModel(models())
    let files = try sources()
    fileCount = files.count
    let scan = SourceScan(
      files, model: model, isRegularExpression: PatternSyntax.isRegularExpression)
    // Each file is read for its sites first, and then checked.
    let read = { (done: Int) in progress.show(done, of: 2 * files.count, "") }
    let checked = { (done: Int) in read(files.count + done) }
    let sites = scan.resolved(
      ScanRun.each(files.indices, progress: read) { scan.sites(of: $0) })
    let found = ScanRun.each(files.indices, progress: checked) { scan.findings(of: $0, sites[$0]) }
    var shown: Set<Diagnostic> = []
    for (file, diagnostics) in zip(files, found) {
      let configuration = try configuration(of: file.source.path)
      var own = Diagnostics()
      // A constant that several files use has the same finding in each of them: report it once.
      for finding in diagnostics.all where shown.insert(finding).inserted { own.report(finding) }
      report(own, configuration)
    }
  }

  private mutating func report(_ found: Diagnostics, _ configuration: CheckConfiguration) {
    let shown = configuration.apply(to: found).from(.note)
    findings.append(contentsOf: shown)
    switch configuration.failOn ?? .error {
    case .error: isFailure = isFailure || shown.hasErrors
    case .warning: isFailure = isFailure || shown.all.contains { $0.severity >= .warning }
    case .never: break
    }
  }

  /// The configurations by folder, since most files of a scan are in folders with the same one.
  private var configurations: [String: CheckConfiguration] = [:]

  private mutating func configuration(of path: String) throws -> CheckConfiguration {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if let known = configurations[folder] { return known }
    let result = try ConfigurationFile.beside(path, or: options.config).configuration
      .overridden(by: options.levels)
    configurations[folder] = result
    return result
  }

  // MARK: - Input

  /// The models that are named, or those in the folders.
  private mutating func models() throws -> [ObjectModel] {
    var found = options.model
    if found.isEmpty {
      for path in paths where ModelDiscovery.isSearched(path) {
        found += try ModelDiscovery.models(below: path).filter { !$0.hasSuffix(".xcmappingmodel") }
      }
    }
    guard !found.isEmpty else {
      throw CommandFailure(
        "no data model below \(paths.map { "'\($0)'" }.joined(separator: ", ")); name it with --model",
        status: .badInput)
    }
    var models: [ObjectModel] = []
    for path in found {
      if let model = try model(at: path) { models.append(model) }
    }
    guard !models.isEmpty else { throw InputRejected(diagnostics: findings) }
    modelCount = models.count
    return models
  }

  /// The checked model; `nil` for a model that the search found and that cannot be read. Such a
  /// model is a warning, so that an old bundle somewhere below the folder does not keep the sources
  /// from being scanned; a model that the user named stops the scan.
  private mutating func model(at path: String) throws -> ObjectModel? {
    do {
      let input = try ModelInput.read(try options.version.place(path))
      guard let checked = input.checked else {
        throw InputRejected(diagnostics: input.diagnostics)
      }
      return checked.model
    } catch let rejected as InputRejected where options.model.isEmpty {
      var warnings = Diagnostics()
      for var finding in rejected.diagnostics.all {
        finding.severity = min(finding.severity, .warning)
        warnings.report(finding)
      }
      report(warnings, try configuration(of: path))
      return nil
    }
  }

  private mutating func sources() throws -> [ScannedFile] {
    let read = try ScanRun.read(paths)
    failures += read.failures
    return read.files
  }

  /// Reads the sources below some paths; a file that cannot be read does not stop the others.
  static func read(
    _ paths: [String]
  ) throws -> (files: [ScannedFile], failures: [CommandFailure]) {
    var failures: [CommandFailure] = []
    var found: [String] = []
    for path in paths {
      do {
        let walk = try FolderWalk(path, packageSuffixes: ScanRun.packages)
        guard !walk.isCut else {
          throw CommandFailure(
            "'\(path)' has more than \(FolderWalk.entriesMax) files; name a smaller folder",
            status: .badInput)
        }
        let isFile = walk.files == [path]
        found += walk.files.filter { file in
          isFile || ScanRun.suffixes.contains { file.hasSuffix($0) }
        }
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure("cannot read '\(path)': \(error.localizedDescription)")
      }
    }
    var seen: Set<String> = []
    let names = found.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
      .filter { seen.insert($0).inserted }
    let read = ScanRun.each(names.indices) { index -> Result<ScannedFile, CommandFailure> in
      do {
        return .success(
          ScannedFile(SourceFile(path: names[index], utf8: try InputFile.read(names[index]))))
      } catch let failure as CommandFailure {
        return .failure(failure)
      } catch {
        return .failure(CommandFailure("cannot read '\(names[index])'"))
      }
    }
    var files: [ScannedFile] = []
    for result in read {
      switch result {
      case .success(let file): files.append(file)
      case .failure(let failure): failures.append(failure)
      }
    }
    return (files, failures)
  }

  /// The results of independent steps, which run on all cores.
  ///
  /// - Parameter progress: Called with the number of steps that are done, by one thread at a time.
  static func each<Result: Sendable>(
    _ range: Range<Int>, progress: @escaping (Int) -> Void = { _ in },
    _ step: @Sendable (Int) -> Result
  ) -> [Result] {
    let results = StepResults<Result>(progress)
    DispatchQueue.concurrentPerform(iterations: range.count) { index in
      results.set(step(index), at: index)
    }
    return results.all(range)
  }
}

/// The results of steps that run at the same time.
///
/// The compiler cannot see that it is safe to share: the dictionary is read and written, and the
/// progress is reported, only while the lock is held. `Mutex` would say so, but needs a later macOS than the package does.
private final class StepResults<Result: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var results: [Int: Result] = [:]
  private let progress: (Int) -> Void

  init(_ progress: @escaping (Int) -> Void) { self.progress = progress }

  func set(_ result: Result, at index: Int) {
    lock.withLock {
      results[index] = result
      progress(results.count)
    }
  }

  func all(_ range: Range<Int>) -> [Result] {
    lock.withLock { range.compactMap { results[$0] } }
  }
}
