// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "weather",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Weather",
            dependencies: [
                .product(name: "Bloc", package: "swift-bloc"), .product(name: "BlocFiles", package: "swift-bloc"),
            ]
        ),
        .testTarget(
            name: "WeatherTests",
            dependencies: ["Weather", .product(name: "BlocTesting", package: "swift-bloc")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
