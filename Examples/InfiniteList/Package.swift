// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "infinite-list",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "InfiniteList", dependencies: [.product(name: "Bloc", package: "swift-bloc")]),
        .testTarget(
            name: "InfiniteListTests",
            dependencies: ["InfiniteList", .product(name: "BlocTesting", package: "swift-bloc")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
