// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "counter",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "Counter", dependencies: [.product(name: "Bloc", package: "swift-bloc")]),
        .testTarget(
            name: "CounterTests",
            dependencies: ["Counter", .product(name: "BlocTesting", package: "swift-bloc")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
