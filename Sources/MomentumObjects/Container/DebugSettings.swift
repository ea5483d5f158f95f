import Foundation

/// The debug switches that a program was started with.
///
/// Each is an argument with a value, `-com.apple.CoreData.SQLDebug 1`, or an environment variable
/// of the same name without the dash; for SQLDebug also `MOMENTUM_SQLDEBUG`. Source: the arguments
/// are documented; the environment is assumed.
package struct DebugSettings: Sendable {
  /// The level of SQL logging, from 0 to 4; 0 logs nothing.
  package var sqlLevel = 0
  /// Whether the program stops if an object is used outside its context's queue.
  package var checksQueues = false
  /// Whether each SQLite file is checked for damage when it is opened.
  package var checksIntegrity = false
  /// The level at which steps of migrations are logged; 0 logs nothing.
  package var migrationLevel = 0

  package init(arguments: [String], environment: [String: String]) {
    func value(_ name: String) -> Int {
      let key = "com.apple.CoreData.\(name)"
      if let index = arguments.firstIndex(of: "-" + key), index + 1 < arguments.count {
        return Int(arguments[index + 1]) ?? 0
      }
      return environment[key].flatMap(Int.init) ?? 0
    }
    let level = value("SQLDebug")
    sqlLevel = min(
      4, max(0, level > 0 ? level : environment["MOMENTUM_SQLDEBUG"].flatMap(Int.init) ?? 0))
    checksQueues = value("ConcurrencyDebug") != 0 || value("ThreadingDebug") != 0
    checksIntegrity = value("SQLiteIntegrityCheck") != 0
    migrationLevel = value("MigrationDebug")
  }

  /// The switches of this process, read once.
  package static let process = DebugSettings(
    arguments: ProcessInfo.processInfo.arguments,
    environment: ProcessInfo.processInfo.environment)
}
