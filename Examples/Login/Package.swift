// swift-tools-version: 6.2

import PackageDescription

// The default of new Xcode projects. Blocs aren't affected; types that they share with handlers are marked `nonisolated`.
let isolation: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "login",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Login",
            dependencies: [.product(name: "Bloc", package: "swift-bloc")],
            swiftSettings: isolation
        ),
        .testTarget(
            name: "LoginTests",
            dependencies: ["Login", .product(name: "BlocTesting", package: "swift-bloc")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
