// swift-tools-version: 6.2

import PackageDescription

// A package of its own, because the other benchmarks need no libpq.
let package = Package(
    name: "swift-bloc-durable-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: ["PostgreSQL"])],
    targets: [
        .systemLibrary(
            name: "BareSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        .executableTarget(
            name: "DurableFigures",
            dependencies: [
                "BareSQLite",
                .product(name: "Bloc", package: "swift-bloc"),
                .product(name: "BlocDurable", package: "swift-bloc"),
                .product(name: "BlocPostgreSQL", package: "swift-bloc"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
