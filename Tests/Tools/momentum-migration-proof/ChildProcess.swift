import CallFaults
import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrationProof
import MomentumMigrator

/// One migration, or one new store, with something done to it: `child STORE V1 V2 (copy | in-place |
/// create | publish) WHAT AT ERRNO`.
///
/// Prints `calls N` and `ending WORD TEXT`.
enum ChildProcess {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 7, let at = Int64(arguments[5]), let number = Int32(arguments[6]),
      let source = model(arguments[1]), let target = model(arguments[2])
    else { return 64 }
    let folder = URL(fileURLWithPath: arguments[0]).deletingLastPathComponent().path
    let options = MigrationOptions(
      isInPlace: arguments[3] == "in-place", busyTimeoutMilliseconds: 200)
    let actions: [String: call_faults_action] = [
      "count": CALL_FAULTS_COUNT, "kill": CALL_FAULTS_KILL, "tear": CALL_FAULTS_KILL_TORN,
      "once": CALL_FAULTS_FAIL_ONCE, "from": CALL_FAULTS_FAIL_FROM,
    ]
    if arguments[4] == "limit" { _ = call_faults_limit_file_size(at) }
    // The user `nobody` of most systems; root may write wherever it wants.
    if arguments[4] == "nobody", setgid(65534) != 0 || setuid(65534) != 0 { return 77 }
    var action = actions[arguments[4]] ?? CALL_FAULTS_COUNT
    if arguments[4] == "record" {
      guard call_faults_record(folder + "/../calls") == 0 else { return 73 }
      if at == 0 { action = CALL_FAULTS_NO_LINKS }
    }
    call_faults_arm(folder, at, Int32(action.rawValue), number)
    let ending =
      switch arguments[3] {
      case "create": made("created") { try PowerLossRun.create(arguments[0], source) }
      case "publish": made("published") { try PowerLossRun.publish(arguments[0]) }
      case _: migrate(arguments[0], source, target, options)
      }
    call_faults_disarm()
    print("calls \(call_faults_count())")
    print("ending \(ending)")
    return 0
  }

  private static func made(_ ending: String, _ body: () throws -> Void) -> String {
    do {
      try body()
      return ending
    } catch { return "store \("\(error)".replacing("\n", with: " "))" }
  }

  private static func migrate(
    _ store: String, _ source: CompiledModel, _ target: CompiledModel, _ options: MigrationOptions
  ) -> String {
    do throws(MigrationError) {
      let outcome = try StoreMigrator(options: options).migrate(
        store: store, among: [source], to: target)
      return outcome.result.rawValue
    } catch {
      return "\(word(error)) \("\(error)".replacing("\n", with: " "))"
    }
  }

  private static func word(_ error: MigrationError) -> String {
    switch error {
    case .store: "store"
    case .unknownSource: "unknown-source"
    case .tablesDiffer: "tables-differ"
    case .notInferrable: "not-inferrable"
    case .mapping: "mapping"
    case .stage: "stage"
    case .rowsFail: "rows-fail"
    case .verification: "verification"
    case .busy: "busy"
    case .cancelled: "cancelled"
    case .file: "file"
    case .unsettled: "unsettled"
    }
  }

  private static func model(_ path: String) -> CompiledModel? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    var diagnostics = Diagnostics()
    return CompiledModel.compile(SourceFile(path: path, text: text), &diagnostics)
  }
}
