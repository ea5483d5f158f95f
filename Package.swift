// swift-tools-version: 6.1
import PackageDescription

// One line per module, by level; a module uses only modules of lower levels. A test holds this table
// to the one in the documentation (Sources/Momentum/Documentation.docc/Architecture.md).
let package = Package(
  name: "momentum",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "momentum", targets: ["momentum-cli"]),
    .library(name: "Momentum", targets: ["Momentum"]),
    .library(name: "MomentumEvaluation", targets: ["MomentumEvaluation"]),
    .library(name: "MomentumMigrator", targets: ["MomentumMigrator"]),
    .library(name: "MomentumMigrationTesting", targets: ["MomentumMigrationTesting"]),
    .library(name: "MomentumObjects", targets: ["MomentumObjects"]),
    .library(name: "MomentumRuntime", targets: ["MomentumRuntime"]),
    .library(name: "MomentumServerObjects", targets: ["MomentumServerObjects"]),
    .library(name: "MomentumServerStore", targets: ["MomentumServerStore"]),
    // Only for the benchmarks and the fuzzing of this repository, which are packages of their own.
    .library(
      name: "_MomentumParts",
      targets: [
        "Momentum", "MomentumMigrationTesting", "MomentumGit", "MomentumEvaluation",
        "MomentumPostgreSQL",
      ]),
    .plugin(name: "MomentumAdapt", targets: ["MomentumAdaptPlugin"]),
    .plugin(name: "MomentumGenerate", targets: ["MomentumGenerate"]),
    .plugin(name: "MomentumCheck", targets: ["MomentumCheck"]),
    .plugin(name: "MomentumScan", targets: ["MomentumScanPlugin"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0")
  ],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(name: "CSwiftRuntime"),
    .systemLibrary(name: "CLibMD", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .target(name: "MomentumPropertyList"),
    .target(name: "MomentumText"),
    .target(name: "MomentumDiagnostics", dependencies: ["MomentumText"]),
    .target(name: "MomentumModel", dependencies: ["MomentumDiagnostics"]),
    .target(name: "MomentumJSONRPC", dependencies: ["MomentumDiagnostics"]),
    .target(name: "MomentumMCP", dependencies: ["MomentumJSONRPC", "MomentumDiagnostics"]),
    .target(name: "MomentumSwiftSource", dependencies: ["MomentumDiagnostics"]),
    .target(
      name: "MomentumSwiftData",
      dependencies: ["MomentumSwiftSource", "MomentumModel", "MomentumDiagnostics"]),
    .target(
      name: "MomentumModelFiles",
      dependencies: [
        "MomentumSwiftData", "MomentumModel", "MomentumPropertyList", "MomentumText",
        "MomentumDiagnostics", "CLibXML2",
      ]),
    .target(
      name: "MomentumPredicate",
      dependencies: ["MomentumModel", "MomentumText", "MomentumDiagnostics"]),
    .target(
      name: "MomentumRename",
      dependencies: [
        "MomentumScan", "MomentumSwiftData", "MomentumSwiftSource", "MomentumPredicate",
        "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumSwiftPredicate",
      dependencies: [
        "MomentumSwiftSource", "MomentumPredicate", "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumScan",
      dependencies: [
        "MomentumSwiftSource", "MomentumPredicate", "MomentumModel", "MomentumText",
        "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumAdapt",
      dependencies: ["MomentumSwiftSource", "MomentumModel", "MomentumDiagnostics"]),
    .target(
      name: "MomentumArchive",
      dependencies: [
        "MomentumPredicate", "MomentumVersionHash", "MomentumModel", "MomentumPropertyList",
        "MomentumText", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumEvaluation",
      dependencies: ["MomentumPredicate", "MomentumText", "MomentumModel", "MomentumDiagnostics"]),
    .target(name: "MomentumSQL", dependencies: ["MomentumText"]),
    .target(
      name: "MomentumStore", dependencies: ["MomentumModel", "MomentumSQL", "MomentumText"]),
    .target(name: "MomentumCodegen", dependencies: ["MomentumModel", "MomentumText"]),
    .target(name: "MomentumDiagram", dependencies: ["MomentumModel", "MomentumText"]),
    .target(
      name: "MomentumVersionHash",
      dependencies: [
        "MomentumModel", "MomentumDiagnostics",
        // Apple's systems have CryptoKit instead.
        .target(name: "CLibMD", condition: .when(platforms: [.linux])),
      ]),
    .target(
      name: "MomentumQuery",
      dependencies: [
        "MomentumPredicate", "MomentumStore", "MomentumSQL", "MomentumModel",
        "MomentumText", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumSQLite",
      dependencies: [
        "MomentumStore", "MomentumModel", "MomentumSQL", "MomentumPropertyList", "MomentumText",
        "MomentumDiagnostics", "CSQLite", "CZlib",
      ]),
    .target(name: "MomentumPostgreSQL", dependencies: ["CLibPQ"]),
    .target(
      name: "MomentumDiff",
      dependencies: ["MomentumVersionHash", "MomentumModel", "MomentumText", "MomentumDiagnostics"]),
    .target(
      name: "MomentumMigration",
      dependencies: [
        "MomentumDiff", "MomentumVersionHash", "MomentumPredicate", "MomentumStore", "MomentumSQL",
        "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumDistribution",
      dependencies: [
        "MomentumQuery", "MomentumPredicate", "MomentumStore", "MomentumSQL", "MomentumModel",
        "MomentumText", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumGit",
      dependencies: [
        "MomentumDiff", "MomentumVersionHash", "MomentumModelFiles", "MomentumSwiftData",
        "MomentumModel",
        "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumMigrator",
      dependencies: [
        "MomentumMigration", "MomentumDiff", "MomentumRuntime", "MomentumCompiler",
        "MomentumSQLite", "MomentumModelFiles", "MomentumQuery", "MomentumPredicate",
        "MomentumStore", "MomentumSQL",
        "MomentumVersionHash", "MomentumPropertyList", "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumMigrationTesting",
      dependencies: [
        "MomentumMigrator", "MomentumMigration", "MomentumDiff", "MomentumRuntime",
        "MomentumCompiler",
        "MomentumSQLite", "MomentumModelFiles", "MomentumStore", "MomentumSQL",
        "MomentumVersionHash", "MomentumPropertyList", "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumReports",
      dependencies: [
        "MomentumDiff", "MomentumDiagram", "MomentumModel", "MomentumText", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumCompiler",
      dependencies: [
        "MomentumModelFiles", "MomentumQuery", "MomentumPredicate", "MomentumStore", "MomentumSQL",
        "MomentumText", "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumGeneration",
      dependencies: [
        "MomentumCompiler", "MomentumCodegen", "MomentumModelFiles", "MomentumQuery",
        "MomentumPredicate", "MomentumStore", "MomentumSQL", "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumRuntime",
      dependencies: [
        "MomentumCompiler", "MomentumArchive", "MomentumModelFiles", "MomentumSQLite",
        "MomentumQuery", "MomentumPredicate", "MomentumStore", "MomentumSQL", "MomentumVersionHash",
        "MomentumModel", "MomentumText", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumServer",
      dependencies: [
        "MomentumServerStore", "MomentumExplain", "MomentumPostgreSQL", "MomentumRuntime",
        "MomentumCompiler", "MomentumSQLite", "MomentumDiff", "MomentumQuery", "MomentumPredicate",
        "MomentumStore", "MomentumSQL", "MomentumVersionHash", "MomentumModel",
        "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumServerStore",
      dependencies: [
        "MomentumRuntime", "MomentumPostgreSQL", "MomentumCompiler", "MomentumQuery",
        "MomentumPredicate", "MomentumStore", "MomentumSQL", "MomentumVersionHash",
        "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumObjects",
      dependencies: [
        "MomentumRuntime", "MomentumMigrator", "MomentumMigration", "MomentumDiff",
        "MomentumCompiler", "MomentumEvaluation",
        "MomentumQuery", "MomentumStore", "MomentumSQLite", "MomentumSQL", "MomentumPredicate",
        "MomentumModelFiles", "MomentumVersionHash", "MomentumPropertyList", "MomentumModel",
        "MomentumText", "MomentumDiagnostics", "CSwiftRuntime",
      ]),
    .target(
      name: "MomentumServerObjects",
      dependencies: [
        "MomentumObjects", "MomentumServerStore", "MomentumPostgreSQL", "MomentumRuntime",
        "MomentumCompiler", "MomentumQuery", "MomentumPredicate", "MomentumStore", "MomentumSQL",
        "MomentumVersionHash", "MomentumPropertyList", "MomentumModel",
      ]),
    .target(
      name: "MomentumExplain",
      dependencies: [
        "MomentumRuntime", "MomentumCompiler", "MomentumSQLite", "MomentumQuery",
        "MomentumPredicate", "MomentumStore", "MomentumSQL", "MomentumModelFiles",
        "MomentumModel", "MomentumText", "MomentumDiagnostics",
      ]),
    .target(
      name: "Momentum",
      dependencies: [
        "MomentumExplain", "MomentumRuntime", "MomentumGeneration", "MomentumCompiler",
        "MomentumReports", "MomentumDiff", "MomentumDiagram", "MomentumCodegen", "MomentumSQLite",
        "MomentumModelFiles", "MomentumSwiftData", "MomentumSwiftPredicate", "MomentumStore",
        "MomentumSQL", "MomentumVersionHash",
        "MomentumModel", "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumLanguageServer",
      dependencies: [
        "Momentum", "MomentumRename", "MomentumScan", "MomentumMigration", "MomentumDiff",
        "MomentumExplain",
        "MomentumCompiler", "MomentumModelFiles", "MomentumSwiftData", "MomentumSwiftPredicate",
        "MomentumSwiftSource", "MomentumPredicate", "MomentumQuery", "MomentumStore",
        "MomentumSQL", "MomentumSQLite", "MomentumJSONRPC", "MomentumModel", "MomentumText",
        "MomentumDiagnostics",
      ]),
    .target(
      name: "MomentumCLI",
      dependencies: [
        "MomentumLanguageServer",
        "Momentum", "MomentumMCP", "MomentumJSONRPC", "MomentumAdapt", "MomentumArchive",
        "MomentumExplain", "MomentumRuntime", "MomentumGeneration",
        "MomentumCompiler", "MomentumDiff", "MomentumMigration", "MomentumMigrator",
        "MomentumMigrationTesting", "MomentumGit", "MomentumReports", "MomentumCodegen",
        "MomentumRename", "MomentumModelFiles", "MomentumSwiftData", "MomentumSQLite",
        "MomentumDistribution", "MomentumQuery", "MomentumServer", "MomentumPostgreSQL",
        "MomentumStore", "MomentumDiagram",
        "MomentumVersionHash", "MomentumScan", "MomentumSwiftPredicate", "MomentumPredicate",
        "MomentumSQL",
        "MomentumModel",
        "MomentumDiagnostics", "MomentumText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "momentum-cli", dependencies: ["MomentumCLI"], path: "Sources/Tools/momentum-cli"),
    .executableTarget(
      name: "momentum-plugin-tool",
      dependencies: [
        "MomentumScan", "MomentumGeneration", "MomentumCompiler", "MomentumCodegen",
        "MomentumModelFiles",
        "MomentumPredicate", "MomentumModel", "MomentumDiagnostics",
      ], path: "Sources/Tools/momentum-plugin-tool"),
    .executableTarget(
      name: "momentum-adapt-tool",
      dependencies: [
        "MomentumAdapt", "MomentumArchive", "MomentumGeneration", "MomentumCompiler",
        "MomentumDiff", "MomentumMigration", "MomentumModelFiles", "MomentumModel",
        "MomentumDiagnostics",
      ], path: "Sources/Tools/momentum-adapt-tool"),
    .plugin(
      name: "MomentumAdaptPlugin", capability: .buildTool(),
      dependencies: ["momentum-adapt-tool", "momentum-plugin-tool"],
      path: "Sources/Plugins/MomentumAdaptPlugin"),
    .plugin(
      name: "MomentumGenerate", capability: .buildTool(), dependencies: ["momentum-plugin-tool"],
      path: "Sources/Plugins/MomentumGenerate"),
    .plugin(
      name: "MomentumScanPlugin", capability: .buildTool(), dependencies: ["momentum-plugin-tool"],
      path: "Sources/Plugins/MomentumScanPlugin"),
    .plugin(
      name: "MomentumCheck",
      capability: .command(
        intent: .custom(
          verb: "momentum-check", description: "Say what is wrong with the data models of a package"
        )),
      dependencies: ["momentum-plugin-tool"], path: "Sources/Plugins/MomentumCheck"),
    .target(
      name: "MomentumTestSupport", dependencies: ["CSQLite", "MomentumPropertyList"],
      path: "Tests/MomentumTestSupport"),
    .target(
      name: "MomentumMariaDB", dependencies: ["MomentumSQL", "MomentumText"],
      path: "Tests/MomentumMariaDB"),
    .target(
      name: "MomentumDifferential",
      dependencies: [
        "Momentum", "MomentumRuntime", "MomentumCompiler", "MomentumSQLite", "MomentumQuery",
        "MomentumEvaluation", "MomentumPredicate", "MomentumText", "MomentumStore", "MomentumSQL",
        "MomentumModel", "MomentumModelFiles",
        "MomentumDiagnostics",
      ], path: "Tests/MomentumDifferential"),
    .executableTarget(
      name: "momentum-differential", dependencies: ["MomentumDifferential"],
      path: "Tests/Tools/momentum-differential"),
    .target(
      name: "MomentumMigrationOracle",
      dependencies: [
        "Momentum", "MomentumMigrationTesting", "MomentumMigrator", "MomentumMigration",
        "MomentumRuntime", "MomentumCompiler", "MomentumSQLite", "MomentumStore", "MomentumSQL",
        "MomentumModel", "MomentumDiagnostics",
      ], path: "Tests/MomentumMigrationOracle"),
    .executableTarget(
      name: "momentum-migration-oracle",
      dependencies: [
        "MomentumMigrationOracle", "MomentumMigrationTesting", "MomentumMigrator",
        "MomentumMigration", "MomentumSQLite",
      ],
      path: "Tests/Tools/momentum-migration-oracle"),
    .target(
      name: "MomentumMigrationProof",
      dependencies: [
        "MomentumDifferential", "MomentumMigrator", "MomentumMigration", "MomentumRuntime",
        "MomentumCompiler", "MomentumSQLite", "MomentumStore", "MomentumSQL", "MomentumModel",
        "MomentumModelFiles", "MomentumPropertyList", "MomentumDiagnostics",
      ], path: "Tests/MomentumMigrationProof"),
    .executableTarget(
      name: "momentum-migration-proof",
      dependencies: [
        "MomentumMigrationProof", "MomentumMigrator", "MomentumCompiler", "MomentumDiagnostics",
        "CallFaults",
      ],
      path: "Tests/Tools/momentum-migration-proof"),
    .target(name: "CallFaults", path: "Tests/CallFaults"),
    .target(
      name: "MomentumObjectsProof",
      dependencies: [
        "MomentumDifferential", "MomentumObjects", "MomentumRuntime", "MomentumCompiler",
        "MomentumSQLite", "MomentumSQL", "MomentumModel", "MomentumDiagnostics",
      ], path: "Tests/MomentumObjectsProof"),
    .executableTarget(
      name: "momentum-objects-proof", dependencies: ["MomentumObjectsProof", "CallFaults"],
      path: "Tests/Tools/momentum-objects-proof"),
    .target(
      name: "GoldenBubbleTea", dependencies: ["MomentumRuntime"],
      path: "Tests/GoldenCode/Portable/BubbleTea"),
    .target(
      name: "GoldenCafe", dependencies: ["MomentumRuntime"],
      path: "Tests/GoldenCode/Portable/Cafe"),
    .target(
      name: "GoldenNewsroom", dependencies: ["MomentumRuntime"],
      path: "Tests/GoldenCode/Portable/Newsroom"),
    .target(
      name: "GoldenStaff", dependencies: ["MomentumRuntime"],
      path: "Tests/GoldenCode/Portable/Staff"),
    .target(
      name: "GoldenSurfJournal", dependencies: ["MomentumRuntime"],
      path: "Tests/GoldenCode/Portable/SurfJournal"),
    .target(
      name: "GoldenNewsroomObjects", dependencies: ["MomentumObjects"],
      path: "Tests/GoldenCode/Objects/Newsroom"),
    .target(
      name: "BubbleTeaProgram", dependencies: ["GoldenBubbleTea", "MomentumRuntime"],
      path: "Tests/BubbleTeaProgram"),
    .testTarget(
      name: "MomentumDiagnosticsTests",
      dependencies: ["MomentumDiagnostics", "MomentumTestSupport"]),
    .testTarget(
      name: "MomentumJSONRPCTests",
      dependencies: ["MomentumJSONRPC", "MomentumDiagnostics", "MomentumTestSupport"]),
    .testTarget(
      name: "MomentumMCPTests",
      dependencies: [
        "MomentumMCP", "MomentumJSONRPC", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumSwiftDataTests",
      dependencies: ["MomentumSwiftData", "MomentumModel", "MomentumDiagnostics"]),
    .testTarget(
      name: "MomentumObjectsTests",
      dependencies: [
        "MomentumObjects", "MomentumRuntime", "MomentumCompiler", "MomentumSQLite",
        "MomentumEvaluation", "MomentumQuery", "MomentumPredicate", "MomentumPropertyList",
        "MomentumStore", "MomentumSQL", "MomentumModel", "MomentumDiagnostics",
        "MomentumTestSupport", "MomentumDifferential", "MomentumObjectsProof",
        "GoldenNewsroom", "GoldenNewsroomObjects",
      ]),
    .testTarget(
      name: "MomentumRenameTests",
      dependencies: [
        "MomentumRename", "MomentumScan", "MomentumSwiftData", "MomentumModelFiles",
        "MomentumPredicate",
        "MomentumModel", "MomentumDiagnostics",
      ]),
    .testTarget(
      name: "MomentumSwiftSourceTests",
      dependencies: ["MomentumSwiftSource", "MomentumDiagnostics", "MomentumTestSupport"]),
    .testTarget(
      name: "MomentumModelTests",
      dependencies: [
        "MomentumModel", "MomentumModelFiles", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumModelFilesTests",
      dependencies: [
        "MomentumModelFiles", "MomentumModel", "MomentumPropertyList", "MomentumDiagnostics",
        "MomentumTestSupport", "CLibXML2",
      ]),
    .testTarget(
      name: "MomentumCodegenTests",
      dependencies: [
        "MomentumCodegen", "MomentumRuntime", "MomentumModel", "MomentumSQL", "MomentumTestSupport",
        "GoldenCafe",
      ]),
    .testTarget(
      name: "MomentumGenerationTests",
      dependencies: [
        "Momentum", "MomentumGeneration", "MomentumCompiler", "MomentumCodegen",
        "MomentumModelFiles",
        "MomentumModel", "MomentumDiagnostics", "MomentumDiffSamples", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumDiagramTests",
      dependencies: [
        "MomentumDiagram", "MomentumModel", "MomentumModelFiles", "MomentumDiagnostics",
        "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumSQLiteTests",
      dependencies: [
        "MomentumSQLite", "MomentumStore", "MomentumModel", "MomentumSQL", "MomentumPropertyList",
        "MomentumText", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumPostgreSQLTests", dependencies: ["MomentumPostgreSQL", "MomentumTestSupport"]),
    .testTarget(
      name: "MomentumServerTests",
      dependencies: [
        "MomentumServer", "MomentumCLI", "MomentumDifferential", "MomentumMigrationTesting",
        "MomentumMigrationProof", "MomentumMigrator", "MomentumPostgreSQL", "MomentumRuntime",
        "MomentumCompiler", "MomentumSQLite",
        "MomentumStore", "MomentumSQL", "MomentumModelFiles", "MomentumModel",
        "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumServerStoreTests",
      dependencies: [
        "MomentumServerStore", "MomentumPostgreSQL", "MomentumRuntime", "MomentumCompiler",
        "MomentumStore", "MomentumSQL", "MomentumModel", "GoldenBubbleTea", "GoldenNewsroom",
        "GoldenStaff", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumServerObjectsTests",
      dependencies: [
        "MomentumServerObjects", "MomentumObjects", "MomentumObjectsProof", "MomentumPostgreSQL",
        "MomentumServer", "MomentumCompiler", "MomentumStore", "MomentumSQL", "MomentumModel",
        "MomentumPropertyList", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumPredicateTests",
      dependencies: [
        "MomentumPredicate", "MomentumModel", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumSwiftPredicateTests",
      dependencies: [
        "MomentumDifferential", "MomentumSwiftPredicate", "MomentumSwiftSource",
        "MomentumSwiftData", "MomentumCompiler", "MomentumQuery", "MomentumEvaluation",
        "MomentumPredicate", "MomentumSQLite", "MomentumStore", "MomentumSQL",
        "MomentumModelFiles", "MomentumModel", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumScanTests",
      dependencies: [
        "MomentumScan", "MomentumCompiler", "MomentumModelFiles", "MomentumModel",
        "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumAdaptTests",
      dependencies: [
        "MomentumAdapt", "MomentumModel", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumArchiveTests",
      dependencies: [
        "MomentumArchive", "MomentumPredicate", "MomentumVersionHash", "MomentumModelFiles",
        "MomentumModel", "MomentumPropertyList", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumEvaluationTests",
      dependencies: [
        "MomentumEvaluation", "MomentumPredicate", "MomentumText", "MomentumModel",
        "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumQueryTests",
      dependencies: [
        "MomentumQuery", "MomentumEvaluation", "MomentumPredicate", "MomentumStore",
        "MomentumSQL", "MomentumModel", "MomentumModelFiles", "MomentumDiagnostics",
        "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumExplainTests",
      dependencies: [
        "MomentumExplain", "MomentumRuntime", "MomentumCompiler", "MomentumSQLite",
        "MomentumModelFiles", "MomentumModel", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumTests",
      dependencies: [
        "Momentum", "MomentumExplain", "MomentumRuntime", "MomentumGeneration", "MomentumCompiler",
        "MomentumSQLite", "MomentumStore", "MomentumCodegen", "MomentumSQL",
        "MomentumVersionHash", "MomentumPropertyList", "MomentumModel", "MomentumModelFiles",
        "MomentumDiagnostics", "MomentumQuery", "MomentumPredicate", "MomentumSwiftSource",
        "MomentumMariaDB", "MomentumTestSupport",
        "GoldenBubbleTea", "GoldenNewsroom", "GoldenStaff", "GoldenSurfJournal",
      ]),
    .testTarget(
      name: "MomentumDistributionTests",
      dependencies: [
        "MomentumDistribution", "MomentumCompiler", "MomentumQuery", "MomentumPredicate",
        "MomentumStore", "MomentumSQL", "MomentumModel", "MomentumDiagnostics",
        "MomentumModelFiles", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumDifferentialTests",
      dependencies: [
        "MomentumDifferential", "Momentum", "MomentumRuntime", "MomentumCompiler",
        "MomentumSQLite", "MomentumQuery", "MomentumEvaluation", "MomentumPredicate",
        "MomentumStore", "MomentumSQL", "MomentumModel",
        "MomentumDiagnostics", "MomentumMariaDB", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumRuntimeTests",
      dependencies: [
        "GoldenBubbleTea", "GoldenNewsroom", "GoldenStaff",
        "MomentumRuntime", "MomentumCompiler", "MomentumModelFiles", "MomentumSQLite",
        "MomentumArchive", "MomentumQuery", "MomentumPredicate", "MomentumVersionHash",
        "MomentumStore", "MomentumSQL", "MomentumModel", "MomentumPropertyList",
        "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .target(
      name: "MomentumDiffSamples",
      dependencies: [
        "MomentumDiff", "MomentumModelFiles", "MomentumModel", "MomentumDiagnostics",
        "MomentumTestSupport",
      ], path: "Tests/MomentumDiffSamples"),
    .testTarget(
      name: "MomentumDiffTests",
      dependencies: [
        "MomentumDiff", "MomentumDiffSamples", "MomentumVersionHash", "MomentumModelFiles",
        "MomentumModel", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumMigrationTests",
      dependencies: [
        "MomentumMigration", "MomentumDiff", "MomentumDiffSamples", "MomentumSQLite",
        "MomentumModelFiles", "MomentumVersionHash",
        "MomentumPredicate",
        "MomentumStore", "MomentumSQL", "MomentumModel", "MomentumDiagnostics",
        "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumMigratorTests",
      dependencies: [
        "MomentumMigrationTesting", "MomentumMigrator", "MomentumMigration", "MomentumDiff",
        "MomentumRuntime",
        "MomentumCompiler",
        "MomentumSQLite", "MomentumModelFiles", "MomentumQuery", "MomentumStore", "MomentumSQL",
        "MomentumVersionHash", "MomentumPropertyList", "MomentumModel", "MomentumDiagnostics",
        "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumMigrationTestingTests",
      dependencies: [
        "MomentumMigrationOracle", "MomentumMigrationTesting", "MomentumMigrator",
        "MomentumMigration", "MomentumRuntime", "MomentumCompiler", "MomentumSQLite",
        "MomentumStore", "MomentumSQL", "MomentumModel", "MomentumDiagnostics",
        "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumMigrationProofTests",
      dependencies: [
        "MomentumMigrationProof", "MomentumDifferential", "MomentumDiff",
        "MomentumMigrator", "MomentumMigration", "MomentumRuntime", "MomentumCompiler",
        "MomentumSQLite", "MomentumStore", "MomentumSQL", "MomentumModel", "MomentumModelFiles",
        "MomentumPropertyList", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumGitTests",
      dependencies: [
        "MomentumGit", "MomentumMigration", "MomentumDiff", "MomentumVersionHash",
        "MomentumModelFiles", "MomentumModel", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumLanguageServerTests",
      dependencies: [
        "MomentumLanguageServer", "MomentumJSONRPC", "MomentumCompiler", "MomentumModelFiles",
        "MomentumModel", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumReportsTests",
      dependencies: [
        "MomentumReports", "MomentumDiff", "MomentumVersionHash", "MomentumModelFiles",
        "MomentumModel", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumStoreTests",
      dependencies: [
        "MomentumStore", "MomentumModel", "MomentumSQL", "MomentumMariaDB", "MomentumTestSupport",
      ]),
    .testTarget(
      name: "MomentumVersionHashTests",
      dependencies: ["MomentumVersionHash", "MomentumModel", "MomentumTestSupport"]),
    .testTarget(
      name: "MomentumCLITests",
      dependencies: [
        "BubbleTeaProgram", "GoldenBubbleTea", "MomentumRuntime", "MomentumCLI",
        "MomentumLanguageServer", "MomentumModelFiles",
        "momentum-adapt-tool", "momentum-plugin-tool",
        "MomentumSQLite", "MomentumSQL",
        "MomentumCodegen", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
  ]
)

// On a Mac the name is taken by the system's framework, which the sources of an app use there (see
// the documentation of the module).
#if !canImport(Darwin)
  package.products.append(.library(name: "CoreDataOnLinux", targets: ["CoreData"]))
  package.targets += [
    .target(
      name: "CoreData",
      dependencies: [
        "MomentumObjects", "MomentumRuntime", "MomentumMigrator", "MomentumMigration",
        "MomentumDiff", "MomentumCompiler", "MomentumEvaluation", "MomentumPredicate",
        "MomentumModelFiles", "MomentumVersionHash", "MomentumModel", "MomentumText",
        "MomentumDiagnostics", "CSwiftRuntime",
      ]),
    // As an app of today is: in language mode 5.
    .target(
      name: "CoreDataPrograms", dependencies: ["CoreData"], path: "Tests/CoreDataPrograms",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "GoldenNewsroomClasses", dependencies: ["CoreData"],
      path: "Tests/GoldenCode/CoreData/Newsroom"),
    .testTarget(
      name: "CoreDataTests",
      dependencies: [
        "CoreData", "CoreDataPrograms", "GoldenNewsroomClasses", "MomentumArchive",
        "MomentumCompiler", "MomentumMigration", "MomentumModelFiles", "MomentumObjects",
        "MomentumSwiftSource", "MomentumDiagnostics", "MomentumTestSupport",
      ]),
  ]
#endif

for target in package.targets
where ![.system, .plugin].contains(target.type) && target.name != "CoreDataPrograms" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
