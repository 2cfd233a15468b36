// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "orders",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "orders", targets: ["Orders"])],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Orders",
            dependencies: [
                .product(name: "Bloc", package: "swift-bloc"), .product(name: "BlocDurable", package: "swift-bloc"),
            ]
        ),
        .testTarget(name: "OrdersTests", dependencies: ["Orders"]),
    ],
    swiftLanguageModes: [.v6]
)
