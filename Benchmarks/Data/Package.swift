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
        .target(name: "CEmbedded", exclude: ["Files"]),
        .target(name: "EmbeddedFiles", dependencies: ["CEmbedded"]),
        .target(name: "Primitives"),
        .target(name: "VCard", dependencies: ["Primitives"]),
        // Without its HTTP client, which the store does not need.
        .target(
            name: "Repository",
            dependencies: [
                "CSQLite", "EmbeddedFiles", "Primitives", "VCard", .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["HTTP/Curl"],
            // The figures make pages of people themselves, which elsewhere only the API does.
            swiftSettings: [.unsafeFlags(["-enable-testing"])]
        ),
        .target(name: "BareSQLite", dependencies: ["CSQLite"]),
        // Prints the promised figures of the data layer, as ratios to the C API and GRDB in the same run.
        .executableTarget(
            name: "DataFigures",
            dependencies: ["BareSQLite", "CSQLite", "Repository", .product(name: "GRDB", package: "GRDB.swift")]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// As in the main package.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
}
