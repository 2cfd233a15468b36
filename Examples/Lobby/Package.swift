// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "lobby",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "lobby", targets: ["Lobby"])],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: ["PostgreSQL"])],
    targets: [
        .executableTarget(
            name: "Lobby",
            dependencies: [
                .product(name: "Bloc", package: "swift-bloc"), .product(name: "BlocDurable", package: "swift-bloc"),
                .product(name: "BlocPostgreSQL", package: "swift-bloc"),
            ]
        ),
        .testTarget(
            name: "LobbyTests",
            dependencies: [
                "Lobby", .product(name: "Bloc", package: "swift-bloc"),
                .product(name: "BlocDurable", package: "swift-bloc"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
