// swift-tools-version: 6.2

import PackageDescription

// A package of its own beside the other benchmarks. It compiles the data layer's sources through symbolic links, so that
// the main package has no library product that only benchmarks need.
let package = Package(
    name: "swift-bloc-data-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        .target(name: "Primitives", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
        .target(
            name: "VCard",
            dependencies: ["Primitives"],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
        ),
        // Without its HTTP client, which the store does not need.
        .target(
            name: "Repository",
            dependencies: ["CSQLite", "Primitives", "VCard", .product(name: "Logging", package: "swift-log")],
            exclude: ["HTTP/Curl"],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("ImmutableWeakCaptures"),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        ),
        .target(name: "BareSQLite", dependencies: ["CSQLite"]),
        // Prints the promised figures of the data layer, as ratios to the C API and GRDB in the same run.
        .executableTarget(
            name: "DataFigures",
            dependencies: ["BareSQLite", "CSQLite", "Repository", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
