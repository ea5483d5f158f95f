// swift-tools-version: 6.1
import PackageDescription

// A package of its own: it links libFuzzer, which only `Tests/Fuzzing/run` asks for.
let package = Package(
  name: "momentum-fuzzing",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "momentum", path: "../..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "MomentumFuzz",
      dependencies: ["CFuzzer", .product(name: "Momentum", package: "momentum")]),
  ]
)
