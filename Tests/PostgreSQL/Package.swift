// swift-tools-version: 6.2

import PackageDescription

// The tests of durable blocs with the trait `PostgreSQL`, which is off by default: the sources of this package as another one
// that has nothing else, because with another trait the whole package would be built again.

let package = Package(
    name: "postgresql-tests",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Bloc"),
        .target(name: "BlocTesting", dependencies: ["Bloc"]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq"),
        .target(name: "Primitives"),
        .target(name: "CMicroHTTPD"),
        .target(name: "LoopbackHTTP", dependencies: ["CMicroHTTPD", "Primitives"]),
        .target(name: "CInspectorPage", exclude: ["Files"]),
        .target(name: "BlocInspector", dependencies: ["Bloc", "CInspectorPage", "LoopbackHTTP", "Primitives"]),
        .target(name: "BlocDurable", dependencies: ["Bloc", "CSQLite", "Primitives"]),
        .target(name: "BlocPostgreSQL", dependencies: ["Bloc", "BlocDurable", "CPostgreSQL", "Primitives"]),
        .executableTarget(
            name: "BlocDurableCommand",
            dependencies: ["BlocDurable", "BlocInspector", "BlocPostgreSQL", "Primitives"]
        ),
        .target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk"),
        .target(name: "TestWatch", path: "Tests/TestWatch"),
        .testTarget(
            name: "BlocDurableTests",
            dependencies: [
                "Bloc", "BlocDurable", "BlocDurableCommand", "BlocInspector", "BlocPostgreSQL", "BlocTesting",
                "FaultyDisk", "Primitives", "TestWatch",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings =
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
}
