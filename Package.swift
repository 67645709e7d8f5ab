// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Set where changes are checked (`make check`, `make test`): warnings are errors. Elsewhere a dependency's newer version, which calls
/// something deprecated, stops nobody's build.
let isStrict = ProcessInfo.processInfo.environment["SOTRAVEL_STRICT"] != nil
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)] + (isStrict ? [.treatAllWarnings(as: .error)] : [])
/// What the tests ask of the optimised program needs no optimising itself: WebTests took seven of a build's twelve minutes with it. As one
/// module it is checked by one processor alone, at the end of the build; in batches by all, and after a change only what changed.
let inBatches = ["-no-whole-module-optimization", "-enable-batch-mode"]
let testSettings: [SwiftSetting] = settings + [.unsafeFlags(["-Onone"] + inBatches)]

/// Everything that a target may see is written here; `swift build --explicit-target-dependency-import-check error`
/// and Tests/WallTests hold it.
let package = Package(
    name: "sotravel",
    products: [
        .executable(name: "sotravel", targets: ["sotravel"]),
        .executable(name: "sotravel-photos", targets: ["PhotoWorker"]),
        .executable(name: "sotravel-dev", targets: ["sotravel-dev"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1"), traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
        .package(url: "https://github.com/apple/swift-nio-extras", .upToNextMinor(from: "1.35.2")),
        .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0")),
        .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", .upToNextMinor(from: "2.13.0")),
    ],
    targets: [
        // Values, rules, read models and refusals; no I/O and no clock.
        .target(name: "Domain", swiftSettings: settings),
        // OpenStreetMap's language of opening hours: read once, asked of any moment; no I/O and no clock.
        .target(name: "OpeningHours", dependencies: ["Domain"], swiftSettings: settings),
        // The one door to SQL: read and write transactions, rows, migrations, the group-committing writer.
        .target(
            name: "Database",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"), "CLibPQ",
            ], swiftSettings: settings),
        // One store per feature: owns its SQL and returns Domain values.
        .target(name: "Store", dependencies: ["Domain", "Database"], swiftSettings: settings),
        // Map data: import, elevation, tiles, pistes and lifts; knows no person.
        .target(
            name: "Atlas", dependencies: ["Domain", "OpeningHours", "Compression", "COsmium", "CLibXML2", "CLibArchive", "CDeflate"],
            swiftSettings: settings),
        // OpenStreetMap's PBF through libosmium (C++) behind a small C face.
        .target(
            name: "COsmium", dependencies: ["CDeflate"],
            cxxSettings: [.define("OSMIUM_WITH_LZ4"), .define("NDEBUG")] + (isStrict ? [.treatAllWarnings(as: .error)] : []),
            // libosmium's headers name zlib too.
            linkerSettings: [.linkedLibrary("z"), .linkedLibrary("lz4")]),
        // Boards of positions and the hub of server-sent events; knows no SQL and no HTML.
        .target(
            name: "Live", dependencies: ["Domain", .product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: settings),
        // gzip and zip behind a small Swift face.
        .target(name: "Compression", dependencies: ["CDeflate", "CLibArchive"], swiftSettings: settings),
        // Hashes, keyed hashes and RSA signatures behind a small Swift face.
        .target(name: "Cryptography", dependencies: ["CLibCrypto"], swiftSettings: settings),
        // Argon2id behind a small Swift face.
        .target(name: "Passwords", dependencies: ["CArgon2"], swiftSettings: settings),
        // Decodes photos of strangers in a process of its own; and its Swift face, which never loads a decoder.
        .executableTarget(
            name: "PhotoWorker", dependencies: ["CVips"],
            // Fortify checks only what is optimised.
            cSettings: [
                .unsafeFlags(
                    [
                        "-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3", "-fstack-protector-strong", "-fstack-clash-protection", "-Wall",
                        "-Wextra",
                    ] + (isStrict ? ["-Werror"] : []))
            ], linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "relro"])]),
        .target(name: "Photos", swiftSettings: settings),
        // QR codes as SVG paths.
        .target(name: "QRCodes", dependencies: ["CQRencode"], swiftSettings: settings),
        // Everything that calls out.
        .target(name: "Gateways", dependencies: ["Domain", "CFetch", "CMail"], swiftSettings: settings),
        // One bounded HTTP request over libcurl, to public hosts alone.
        .target(
            name: "CFetch", dependencies: ["CLibCurl"],
            cSettings: [.unsafeFlags(["-Wall", "-Wextra"] + (isStrict ? ["-Werror"] : []))]),
        // One mail at a time over libcurl.
        .target(
            name: "CMail", dependencies: ["CLibCurl"],
            cSettings: [.unsafeFlags(["-Wall", "-Wextra"] + (isStrict ? ["-Werror"] : []))]),
        // Decides: who may, is it valid, what time is it, what gets published.
        .target(
            name: "Services",
            dependencies: [
                "Domain", "OpeningHours", "Store", "Atlas", "Live", "Gateways", "Cryptography", "Passwords", "Photos",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: settings),
        // Page models, and the templates compiled into functions that append bytes.
        .target(
            name: "Pages", dependencies: ["Domain", "QRCodes"], swiftSettings: settings,
            plugins: ["CompileTemplates"]),
        // Reads Mustache and page models, and writes the Swift that renders them.
        .target(name: "TemplateLanguage", swiftSettings: settings),
        // The build tool around it: files in, files out.
        .executableTarget(name: "TemplateCompiler", dependencies: ["TemplateLanguage", "CBrotli"], swiftSettings: settings),
        .plugin(name: "CompileTemplates", capability: .buildTool(), dependencies: ["TemplateCompiler"]),
        // Routes, forms, sessions, streams, error pages, the HTTP edge.
        .target(
            name: "Web",
            dependencies: [
                "Domain", "Services", "Pages", "Compression", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: settings),
        // What every program here needs: the parts put together over a data folder, settings, the server and its end.
        .target(
            name: "Runtime",
            dependencies: [
                "Domain", "Database", "Store", "Atlas", "Live", "Services", "Pages", "Web",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
        // The program: its commands.
        .executableTarget(
            name: "sotravel",
            dependencies: [
                "Domain", "Database", "Store", "Atlas", "Services", "Runtime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: settings),
        // The fictional trip: people, a valley, a week of talk.
        .target(
            name: "Demo",
            dependencies: [
                "Domain", "Store", "Atlas", "Services", "Runtime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: settings),
        // Phones that move about in the demo's valley, and readers who watch them.
        .target(
            name: "Simulator",
            dependencies: [
                "Domain", "Store", "Services", "Runtime", "Demo",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: settings),
        // The benchmarks' own SQL.
        .target(name: "BenchStore", dependencies: ["Domain", "Database"], swiftSettings: settings),
        // What Benchmarks/bench.py runs inside a program.
        .target(
            name: "Bench",
            dependencies: [
                "Domain", "OpeningHours", "Cryptography", "Store", "Atlas", "Live", "Services", "Pages", "Web", "Runtime", "Demo",
                "BenchStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: settings),
        // The program of whoever works on Sotravel; it is in no package.
        .executableTarget(
            name: "sotravel-dev",
            dependencies: [
                "Web", "Runtime", "Demo", "Simulator", "Bench",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: settings),
        .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CLibArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .testTarget(name: "AtlasTests", dependencies: ["Domain", "Atlas", "CLibXML2"], swiftSettings: testSettings),
        .testTarget(name: "DomainTests", dependencies: ["Domain"], swiftSettings: testSettings),
        .testTarget(name: "OpeningHoursTests", dependencies: ["Domain", "OpeningHours"], swiftSettings: testSettings),
        .testTarget(name: "TemplateLanguageTests", dependencies: ["TemplateLanguage"], swiftSettings: testSettings),
        .testTarget(name: "StoreTests", dependencies: ["Domain", "Database", "Store", "TestDatabases"], swiftSettings: testSettings),
        .testTarget(
            name: "ServicesTests",
            dependencies: [
                "Domain", "Database", "Store", "Atlas", "Live", "Gateways", "Services", "Cryptography", "Passwords", "Photos",
                "CLibCrypto", "TestDatabases", .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: testSettings),
        // A database for each test, on either engine.
        .target(name: "TestDatabases", dependencies: ["Database", "CLibPQ"], path: "Tests/TestDatabases", swiftSettings: testSettings),
        .testTarget(
            name: "PagesTests", dependencies: ["Domain", "Pages", "QRCodes"], exclude: ["Templates"], swiftSettings: testSettings,
            plugins: ["CompileTemplates"]),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Domain", "Database", "Passwords", "Store", "Atlas", "Live", "Gateways", "Services", "Pages", "Web", "StreamSuite",
                "CLibXML2",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ], exclude: ["Snapshots"], swiftSettings: testSettings),
        // Streams of the hub over connections whose time a test moves.
        .target(
            name: "StreamSuite",
            dependencies: [
                "Domain", "Live", .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
            ], path: "Tests/StreamSuite", swiftSettings: testSettings),
        .testTarget(
            name: "LiveTests",
            dependencies: [
                "Domain", "Live", "StreamSuite", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ], swiftSettings: testSettings),
        .testTarget(name: "WallTests", swiftSettings: testSettings),
    ],
    cxxLanguageStandard: .cxx17
)

// Only `make fuzz` asks for it: it has no main of its own, libFuzzer brings one.
if ProcessInfo.processInfo.environment["SOTRAVEL_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "AtlasFuzz", dependencies: ["Atlas", "Domain"], path: "Tests/AtlasFuzz",
            swiftSettings: testSettings + [.unsafeFlags(["-parse-as-library"])]))
}
