// swift-tools-version: 6.1
import PackageDescription

// Measures the product against its peers. A package of its own, so that nobody who uses Momentum
// resolves a benchmark library. Run: swift package benchmark, and ./ratios for the limits we set
// ourselves, each as a ratio to its peer in the same run.
let package = Package(
  name: "MomentumBenchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "momentum", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.0", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
  ],
  targets: [
    .target(name: "CFetch", path: "CFetch", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "BenchmarkSamples",
      dependencies: [
        .product(name: "_MomentumParts", package: "momentum"),
        .product(name: "MomentumObjects", package: "momentum"),
        .product(name: "GRDB", package: "GRDB.swift"),
        "CFetch",
      ],
      path: "BenchmarkSamples", packageAccess: false),
    .executableTarget(
      name: "MomentumBenchmarks",
      dependencies: [
        .product(name: "_MomentumParts", package: "momentum"),
        .product(name: "Benchmark", package: "benchmark"),
        "BenchmarkSamples",
      ],
      path: "MomentumBenchmarks", packageAccess: false,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "MomentumRatios",
      dependencies: [
        .product(name: "_MomentumParts", package: "momentum"), "BenchmarkSamples",
      ],
      path: "MomentumRatios", packageAccess: false),
    .systemLibrary(name: "CLibPQPeer", path: "CLibPQPeer", pkgConfig: "libpq"),
    .target(name: "CPostgreSQL", dependencies: ["CLibPQPeer"], path: "CPostgreSQL"),
    .executableTarget(
      name: "PostgreSQLRatios",
      dependencies: [.product(name: "_MomentumParts", package: "momentum"), "CPostgreSQL"],
      path: "PostgreSQLRatios", packageAccess: false),
    // Needs neither GRDB nor the benchmark library.
    .executableTarget(
      name: "MomentumInstructions",
      dependencies: [.product(name: "_MomentumParts", package: "momentum")],
      path: "MomentumInstructions", packageAccess: false),
  ]
)

// The benchmarks measure parts that are `package` in Momentum. SwiftPM names a package that is
// given by its path after its folder, as a C identifier in small letters.
let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "momentum"
let momentum = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings = [.unsafeFlags(["-package-name", momentum])]
}
