// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "sync-ups",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "SyncUps", dependencies: [.product(name: "Bloc", package: "swift-bloc")]),
        .testTarget(
            name: "SyncUpsTests",
            dependencies: ["SyncUps", .product(name: "BlocTesting", package: "swift-bloc")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
