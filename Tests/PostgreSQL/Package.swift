// swift-tools-version: 6.2

import PackageDescription

// The tests of durable blocs with the trait `PostgreSQL`, which is off by default: the sources of this package as another one
// that has nothing else, because with another trait the whole package would be built again.

let settings: [SwiftSetting] =
    [
        .define("PostgreSQL"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    + (Context.environment["BLOC_GATE"] == "1"
        ? [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)] : [])

let package = Package(
    name: "postgresql-tests",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Bloc", swiftSettings: settings),
        .target(name: "BlocTesting", dependencies: ["Bloc"], swiftSettings: settings),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq"),
        .target(name: "Primitives", swiftSettings: settings),
        .target(name: "CMicroHTTPD"),
        .target(name: "LoopbackHTTP", dependencies: ["CMicroHTTPD", "Primitives"], swiftSettings: settings),
        .target(name: "CInspectorPage", exclude: ["Files"]),
        .target(
            name: "BlocInspector",
            dependencies: ["Bloc", "CInspectorPage", "LoopbackHTTP", "Primitives"],
            swiftSettings: settings
        ),
        .target(name: "BlocDurable", dependencies: ["Bloc", "CSQLite", "Primitives"], swiftSettings: settings),
        .target(
            name: "BlocPostgreSQL",
            dependencies: ["Bloc", "BlocDurable", "CPostgreSQL", "Primitives"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "BlocDurableCommand",
            dependencies: ["BlocDurable", "BlocInspector", "BlocPostgreSQL", "Primitives"],
            swiftSettings: settings
        ),
        .target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk"),
        .target(name: "TestWatch", path: "Tests/TestWatch", swiftSettings: settings),
        .testTarget(
            name: "BlocDurableTests",
            dependencies: [
                "Bloc", "BlocDurable", "BlocDurableCommand", "BlocInspector", "BlocPostgreSQL", "BlocTesting",
                "FaultyDisk",
                "TestWatch",
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
