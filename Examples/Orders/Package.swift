// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "orders",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "orders", targets: ["Orders"])],
    traits: [.trait(name: "PostgreSQL", description: "Keeps the orders in PostgreSQL when DATABASE_URL is set.")],
    dependencies: [
        .package(
            name: "swift-bloc",
            path: "../..",
            traits: [.trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]
        )
    ],
    targets: [
        .executableTarget(
            name: "Orders",
            dependencies: [
                .product(name: "Bloc", package: "swift-bloc"), .product(name: "BlocDurable", package: "swift-bloc"),
                .product(name: "BlocPostgreSQL", package: "swift-bloc", condition: .when(traits: ["PostgreSQL"])),
            ]
        ),
        .testTarget(name: "OrdersTests", dependencies: ["Orders"]),
    ],
    swiftLanguageModes: [.v6]
)
