// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that what we measure against never weighs on the product.
let package = Package(
    name: "swift-bloc-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-bloc", path: "..", traits: []),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // The work that is measured, the same for all ways of measuring.
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "Bloc", package: "swift-bloc"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ]
        ),
        .executableTarget(
            name: "BlocBenchmarks",
            dependencies: ["Workloads", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/BlocBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Prints the figures that the runtime promises, as ratios against the peers of the same run.
        .executableTarget(
            name: "BlocFigures",
            dependencies: ["Workloads", .product(name: "Bloc", package: "swift-bloc")]
        ),
        // Adds as many events as it is told; whoever runs it counts the allocations.
        .executableTarget(
            name: "AllocationProbe",
            dependencies: ["Workloads", .product(name: "Bloc", package: "swift-bloc")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
