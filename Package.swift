// swift-tools-version: 6.1
import PackageDescription

// One line per module, by level; a module uses only modules of lower levels. A test holds this table
// to the one in the documentation (Sources/Momentum/Documentation.docc/Architecture.md).
let package = Package(
  name: "momentum",
  platforms: [.macOS(.v14)],
  products: [],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .target(name: "MomentumDiagnostics"),
    .target(name: "MomentumModel", dependencies: ["MomentumDiagnostics"]),
    .target(name: "MomentumPredicate", dependencies: ["MomentumModel", "MomentumDiagnostics"]),
    .target(name: "MomentumSQL"),
    .target(name: "MomentumStore", dependencies: ["MomentumModel", "MomentumSQL"]),
    .target(name: "MomentumCodegen", dependencies: ["MomentumModel"]),
    .target(name: "MomentumTestSupport", path: "Tests/MomentumTestSupport"),
    .testTarget(
      name: "MomentumDiagnosticsTests",
      dependencies: ["MomentumDiagnostics", "MomentumTestSupport"]),
    .target(name: "GoldenCafe", path: "Tests/GoldenCode/Portable/Cafe"),
    .testTarget(
      name: "MomentumCodegenTests",
      dependencies: ["MomentumCodegen", "MomentumModel", "MomentumTestSupport", "GoldenCafe"]),
  ]
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
