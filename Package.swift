// swift-tools-version: 6.2

import PackageDescription

#if canImport(Glibc)
import Glibc
#endif

// For what only the contacts program needs. A package that depends on `Bloc` with `traits: []` resolves none of it.
let contactsOnly = TargetDependencyCondition.when(traits: ["Contacts"])

func program(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: contactsOnly)
}

/// An observer's package; its trait has the same name as the product.
func observer(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: [product]))
}

func postgreSQL(_ target: String) -> Target.Dependency {
    .target(name: target, condition: .when(traits: ["PostgreSQL"]))
}

/// Options that make the program read less at launch.
///
/// They pack its 100,000 relocations into 20 kB; otherwise each launch reads 2.5 MB. This needs GNU libc 2.36 or later; with
/// other C libraries there are no options. The linker comes with the toolchain.
var compactLayout: [String] {
    #if canImport(Glibc)
    var name = [CChar](repeating: 0, count: 64)
    confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
    // “glibc 2.36”
    let words = String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let version = words.split { !$0.isNumber }.compactMap { Int($0) }
    guard version.count >= 2, (version[0], version[1]) >= (2, 36) else { return [] }
    return ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
    #else
    return []
    #endif
}

let package = Package(
    name: "swift-bloc",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Bloc", targets: ["Bloc"]),
        .library(name: "BlocKit", targets: ["BlocKit"]),
        .library(name: "BlocTesting", targets: ["BlocTesting"]),
        .library(name: "BlocFiles", targets: ["BlocFiles"]),
        .library(name: "BlocDurable", targets: ["BlocDurable"]),
        .library(name: "BlocPostgreSQL", targets: ["BlocPostgreSQL"]),
        .executable(name: "bloc-durable", targets: ["BlocDurableCommand"]),
        .library(name: "BlocInspector", targets: ["BlocInspector"]),
        .library(name: "BlocSwiftUI", targets: ["BlocSwiftUI"]),
        .library(name: "BlocLogging", targets: ["BlocLogging"]),
        .library(name: "BlocMetrics", targets: ["BlocMetrics"]),
        .library(name: "BlocTracing", targets: ["BlocTracing"]),
        .executable(name: "contacts", targets: ["ContactsCLI"]),
    ],
    traits: [
        .trait(
            name: "Contacts",
            description: "The contacts program and what it is made of.",
            enabledTraits: ["Logging"]
        ),
        .trait(name: "Logging", description: "BlocLogging, which logs what happens in blocs with swift-log."),
        .trait(name: "Metrics", description: "BlocMetrics, which measures blocs with swift-metrics."),
        .trait(
            name: "PostgreSQL",
            description: "BlocPostgreSQL, a store of durable blocs for many machines, with libpq."
        ),
        .trait(name: "Tracing", description: "BlocTracing, which traces events with swift-distributed-tracing."),
        .default(enabledTraits: ["Contacts"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // The runtime. Depends on nothing.
        .target(name: "Bloc"),
        // What programs build on it: loaded content, lists, error messages, injection.
        .target(name: "BlocKit", dependencies: ["Bloc"]),
        .target(name: "BlocTesting", dependencies: ["Bloc"]),
        // Saves states in files. May use Foundation.
        .target(name: "BlocFiles", dependencies: ["Bloc", "Primitives"]),
        // Blocs that outlive their process, in SQLite.
        .target(name: "BlocDurable", dependencies: ["Bloc", "CSQLite", "Primitives"]),
        // Keeps durable blocs in PostgreSQL; empty without the trait `PostgreSQL`.
        .target(
            name: "BlocPostgreSQL",
            dependencies: ["Bloc", "BlocDurable", "Primitives", postgreSQL("CPostgreSQL")]
        ),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .executableTarget(
            name: "BlocDurableCommand",
            dependencies: ["BlocDurable", "BlocInspector", "Primitives", postgreSQL("BlocPostgreSQL")]
        ),
        // Empty without SwiftUI.
        .target(name: "BlocSwiftUI", dependencies: ["Bloc"]),
        // Observers of blocs, each empty without its trait.
        .target(name: "BlocLogging", dependencies: ["Bloc", observer("Logging", "swift-log")]),
        .target(name: "BlocMetrics", dependencies: ["Bloc", observer("Metrics", "swift-metrics")]),
        .target(name: "BlocTracing", dependencies: ["Bloc", observer("Tracing", "swift-distributed-tracing")]),

        // The contacts program, inner layers first.
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        // Digests, JSON strings and “did you mean”, shared by all targets. Depends on nothing.
        .target(name: "Primitives"),
        // Headers of libcurl, and a shim that loads it on first use: the program isn't linked to it.
        .target(name: "CCurl"),
        // Headers of libexpat, and a shim that loads it on first use, to parse responses of CardDAV servers.
        .target(name: "CExpat"),
        // DNS queries beyond addresses, with the C library.
        .target(
            name: "CResolver",
            // GNU libc includes these functions since 2.34.
            linkerSettings: [.linkedLibrary("resolv", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS]))]
        ),
        // Parts of GNU libc that Swift doesn't import, and exiting when memory runs out.
        .target(name: "CAllocator"),
        // Files embedded in the program, and their contents.
        .target(name: "CEmbedded", exclude: ["Files"]),
        .target(name: "EmbeddedFiles", dependencies: ["CEmbedded"]),
        .target(name: "VCard", dependencies: ["Primitives"]),
        .target(name: "XCConfig", dependencies: ["Primitives"]),
        .target(
            name: "Repository",
            dependencies: ["CCurl", "CSQLite", "EmbeddedFiles", "Primitives", "VCard", program("Logging", "swift-log")]
        ),
        // Synchronizes books with folders of vCards and with CardDAV servers.
        .target(name: "BookSync", dependencies: ["CExpat", "CResolver", "Primitives", "Repository", "VCard"]),
        // Reads and writes contact files: vCard, jCard, CSV, JSON, LDIF, abook, mutt.
        .target(name: "Exchange", dependencies: ["EmbeddedFiles", "Primitives", "Repository", "TerminalUI", "VCard"]),
        .target(name: "Services", dependencies: ["BookSync", "EmbeddedFiles", "Primitives", "Repository"]),
        // Loads libmicrohttpd on first use; the build needs only its header.
        .target(name: "CMicroHTTPD"),
        // An HTTP server on loopback, for the made-up people and the inspector.
        .target(name: "LoopbackHTTP", dependencies: ["CMicroHTTPD", "Primitives"]),
        // Inspects running blocs in a browser, and records them in files.
        .target(name: "CInspectorPage", exclude: ["Files"]),
        .target(name: "BlocInspector", dependencies: ["Bloc", "CInspectorPage", "LoopbackHTTP", "Primitives"]),
        .target(name: "RandomUserServer", dependencies: ["EmbeddedFiles", "LoopbackHTTP", "Primitives"]),
        // Headers of ncurses, and a shim that loads it on first use: only the full screen needs it.
        .target(name: "CNcurses"),
        // Views, screens and the loop between them; knows nothing about contacts.
        .target(name: "TerminalUI", dependencies: ["Bloc", "BlocKit", "CNcurses", "Primitives"]),
        .executableTarget(
            name: "ContactsCLI",
            dependencies: [
                "Bloc", "BlocFiles", "BlocInspector", "BlocKit", "BlocLogging", "BookSync", "CAllocator",
                "EmbeddedFiles", "Exchange",
                "LoopbackHTTP", "Primitives", "RandomUserServer", "Repository", "Services", "TerminalUI", "VCard",
                "XCConfig",
                program("ArgumentParser", "swift-argument-parser"),
                program("Logging", "swift-log"),
            ],
            linkerSettings: [
                // Nothing links to the program: without a symbol table, it starts faster and uses less memory.
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"] + compactLayout,
                    .when(platforms: [.linux], configuration: .release)
                )
            ]
        ),

        // In-memory configuration files for tests.
        .target(name: "XCConfigTesting", dependencies: ["Primitives", "XCConfig"], path: "Tests/XCConfigTesting"),

        // Stores for tests.
        .target(name: "RepositoryDoubles", dependencies: ["Repository", "TestWatch"], path: "Tests/RepositoryDoubles"),

        // An in-memory card source and CardDAV server that fail where a test wants them to.
        .target(
            name: "BookSyncDoubles",
            dependencies: ["BookSync", "Loopback", "Repository", "VCard"],
            path: "Tests/BookSyncDoubles"
        ),

        // An in-memory screen.
        .target(name: "TerminalUIDoubles", dependencies: ["TerminalUI"], path: "Tests/TerminalUIDoubles"),

        // Ports without a server and failing servers, for client tests.
        .target(name: "Loopback", path: "Tests/Loopback"),
        // A file system for SQLite that fails, tears writes and loses data that wasn't synced.
        .target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk"),

        // Makes a hanging test fail with its name.
        .target(name: "TestWatch", path: "Tests/TestWatch"),

        .testTarget(name: "BlocTests", dependencies: ["Bloc", "BlocKit", "BlocTesting", "TestWatch"]),
        .testTarget(name: "BlocTestingTests", dependencies: ["Bloc", "BlocTesting", "TestWatch"]),
        .testTarget(name: "BlocFilesTests", dependencies: ["Bloc", "BlocFiles", "BlocTesting", "TestWatch"]),
        .testTarget(
            name: "BlocDurableTests",
            dependencies: [
                "Bloc", "BlocDurable", "BlocDurableCommand", "BlocInspector", "BlocTesting", "FaultyDisk", "Primitives",
                "TestWatch",
                postgreSQL("BlocPostgreSQL"),
            ]
        ),
        .testTarget(
            name: "BlocInspectorTests",
            dependencies: ["Bloc", "BlocInspector", "Loopback", "Primitives", "TestWatch"]
        ),
        // The tests of BlocMetrics and BlocTracing run in `Scripts/check observers`: their traits are off by default.
        .testTarget(
            name: "BlocLoggingTests",
            dependencies: [
                "Bloc", "BlocLogging", observer("Logging", "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Logging"])),
            ]
        ),
        .testTarget(name: "PrimitivesTests", dependencies: ["Primitives"]),
        .testTarget(name: "VCardTests", dependencies: ["BlocTesting", "Primitives", "VCard"]),
        .testTarget(
            name: "XCConfigTests",
            dependencies: ["BlocTesting", "Primitives", "XCConfig", "XCConfigTesting"]
        ),
        .testTarget(
            name: "RepositoryTests",
            dependencies: [
                "BlocTesting", "CSQLite", "FaultyDisk", "Loopback", "LoopbackHTTP", "RandomUserServer", "Repository",
                "RepositoryDoubles", "TestWatch", "VCard",
                program("InMemoryLogging", "swift-log"), program("Logging", "swift-log"),
            ]
        ),
        .testTarget(
            name: "BookSyncTests",
            dependencies: [
                "BlocTesting", "BookSync", "BookSyncDoubles", "FaultyDisk", "Loopback", "Repository", "TestWatch",
                "VCard",
            ]
        ),
        .testTarget(
            name: "ExchangeTests",
            dependencies: ["Exchange", "Primitives", "Repository", "RepositoryDoubles", "VCard"]
        ),
        .testTarget(
            name: "ServicesTests",
            dependencies: ["BookSync", "BookSyncDoubles", "Repository", "RepositoryDoubles", "Services", "TestWatch"]
        ),
        // A small full-screen program that tests run in a real terminal.
        .executableTarget(name: "ScreenProbe", dependencies: ["TerminalUI"], path: "Tests/ScreenProbe"),
        .testTarget(
            name: "TerminalUITests",
            dependencies: [
                "Bloc", "BlocKit", "BlocTesting", "ScreenProbe", "TerminalUI", "TerminalUIDoubles", "TestWatch",
            ]
        ),
        .testTarget(name: "RandomUserServerTests", dependencies: ["Loopback", "LoopbackHTTP", "RandomUserServer"]),
        .testTarget(
            name: "ContactsCLITests",
            dependencies: [
                "Bloc", "BlocInspector", "BlocKit", "BlocTesting", "BookSync", "BookSyncDoubles", "ContactsCLI",
                "EmbeddedFiles", "Exchange", "Loopback", "LoopbackHTTP", "Primitives", "RandomUserServer", "Repository",
                "RepositoryDoubles", "Services",
                "TerminalUI", "TerminalUIDoubles", "TestWatch", "VCard", "XCConfigTesting",
                program("Logging", "swift-log"), program("Subprocess", "swift-subprocess"),
                program("SystemPackage", "swift-system"),
            ],
            exclude: ["HelpScreens", "Browse/Storybook/Snapshots"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Warnings are errors in the gate (Scripts/check sets BLOC_GATE=1), not in the builds of packages that depend on this one.
let warningSettings: [SwiftSetting] =
    Context.environment["BLOC_GATE"] == "1"
    ? [
        .treatAllWarnings(as: .error),  // SE-0480
        .treatWarning("ExplicitSendable", as: .error),
    ]
    : []

// The program is the last and largest target. Whole-module optimization would use one core while the others wait. File by
// file it builds in parallel and is just as fast: hot generic code is in the targets below it.
let programSettings: [SwiftSetting] = [
    .unsafeFlags(["-no-whole-module-optimization", "-enable-batch-mode", "-Osize"], .when(configuration: .release))
]

// Targets that parse untrusted bytes count branches for Scripts/fuzz; counting in all targets would take most of its time.
let fuzzedTargets: Set<String> =
    switch Context.environment["BLOC_FUZZ"] {
    case "layers": ["Exchange", "Primitives", "Repository", "VCard", "XCConfig"]
    case "program": ["ContactsCLI", "Primitives"]
    default: []
    }

for target in package.targets where target.type != .system {
    target.swiftSettings =
        [
            .enableUpcomingFeature("ExistentialAny"),  // SE-0335
            .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
            .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
            .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
            .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
        ] + warningSettings + (target.name == "ContactsCLI" ? programSettings : [])
        + (fuzzedTargets.contains(target.name) ? [.unsafeFlags(["-sanitize=fuzzer"])] : [])
}
