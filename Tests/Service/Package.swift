// swift-tools-version: 6.1
import PackageDescription

// A small service over a PostgreSQL database, as the article OnAServer describes it. A package of its own, so that
// nobody who uses Momentum resolves a web framework. `check` beside this file builds and tests it.
let package = Package(
  name: "tea-service",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "momentum", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0"),
  ],
  targets: [
    .target(
      name: "TeaService",
      dependencies: [
        .product(name: "MomentumRuntime", package: "momentum"),
        .product(name: "MomentumServerStore", package: "momentum"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      exclude: ["Tea.xcdatamodeld"],
      plugins: [.plugin(name: "MomentumGenerate", package: "momentum")]),
    .executableTarget(name: "tea-service", dependencies: ["TeaService"]),
    .testTarget(name: "TeaServiceTests", dependencies: ["TeaService"]),
  ]
)
