public import MomentumCodegen
public import MomentumCompiler
public import MomentumDiagnostics
public import MomentumDiff
public import MomentumGeneration

// Names of other modules that a program writes when it uses ``DataModel``: with them, `import
// Momentum` is enough.

/// A fetch request as texts, see ``DataModel/sql(for:_:)``.
///
/// ```swift
/// let request = RequestText(entity: "Venue", predicate: "rating > 3", sortKeys: ["name:desc"])
/// print(try model.sql(for: request))
/// ```
public typealias RequestText = MomentumCompiler.RequestText

/// Errors, warnings and notes with their places in files.
///
/// ```swift
/// for finding in model.review().all {
///   print(finding.id, finding.text)
/// }
/// ```
public typealias Diagnostics = MomentumDiagnostics.Diagnostics

/// The effect of changes of a model on stores, see ``DataModel/changes(since:)``.
///
/// ```swift
/// if new.changes(since: old).migrationClass >= .dropsData {
///   print("users lose data")
/// }
/// ```
public typealias MigrationClass = MomentumDiff.MigrationClass

/// The runtime that generated code is for, see ``DataModel/swiftFiles(_:)``.
///
/// ```swift
/// let target = CodeTarget.swift
/// print(model.swiftFiles(target).map(\.name))
/// ```
public typealias CodeTarget = MomentumGeneration.CodeTarget

/// A file of generated code.
///
/// ```swift
/// for file in model.swiftFiles(.coreData) where !file.isWrittenOnce {
///   try file.text.write(toFile: file.name, atomically: true, encoding: .utf8)
/// }
/// ```
public typealias GeneratedFile = MomentumCodegen.GeneratedFile
