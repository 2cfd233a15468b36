// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "rooms",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "rooms", targets: ["Rooms"])],
    dependencies: [.package(name: "swift-bloc", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Rooms",
            dependencies: [
                .product(name: "Bloc", package: "swift-bloc"), .product(name: "BlocInspector", package: "swift-bloc"),
            ]
        ),
        .testTarget(name: "RoomsTests", dependencies: ["Rooms"]),
    ],
    swiftLanguageModes: [.v6]
)
