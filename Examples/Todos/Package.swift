// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "todos",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "Todos", dependencies: [.product(name: "Bloc", package: "swift-bloc")]),
        .testTarget(
            name: "TodosTests",
            dependencies: ["Todos", .product(name: "BlocTesting", package: "swift-bloc")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
