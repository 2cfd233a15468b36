// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "timer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "Timer", dependencies: [.product(name: "Bloc", package: "swift-bloc")]),
        .testTarget(
            name: "TimerTests",
            dependencies: ["Timer", .product(name: "BlocTesting", package: "swift-bloc")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
