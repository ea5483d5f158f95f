// swift-tools-version: 6.1
import PackageDescription

// Uses the build plugins as a client would. `check` beside this file builds it in a folder with spaces, and says
// by MOMENTUM_PACKAGE where Momentum is.
let package = Package(
  name: "plugin-consumer",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "momentum", path: Context.environment["MOMENTUM_PACKAGE"] ?? "../..")
  ],
  targets: [
    .target(
      name: "Diary", exclude: ["Notes.xcdatamodel", "momentum.json"],
      plugins: [
        .plugin(name: "MomentumGenerate", package: "momentum"),
        .plugin(name: "MomentumScan", package: "momentum"),
      ]),
    .target(name: "Reader", plugins: [.plugin(name: "MomentumScan", package: "momentum")]),
    .executableTarget(
      name: "Shop", dependencies: ["Diary", "Reader"],
      exclude: ["Modelle für Läden", "Suppliers.xcdatamodel"],
      plugins: [.plugin(name: "MomentumGenerate", package: "momentum")]),
  ]
)
