// swift-tools-version: 6.2

import PackageDescription

// As in a new project of Xcode. Blocs are not affected; what they share with handlers says `nonisolated`.
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
