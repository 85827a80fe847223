// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Every module of ours is compiled under the same rules.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A pure module: values in, values out; no clock, no files, no Foundation. Rounding is in the C library's libm, which
/// nothing else would link.
func pure(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: swiftSettings,
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

// gzip is unpacked by the system's zlib where it is installed: macOS has it, on Linux its header tells. BGTOP_ZLIB=0 or 1
// says otherwise (Docs/Decisions.md, "One door for input").
let hasZlib =
  Context.environment["BGTOP_ZLIB"].map { $0 != "0" } ?? FileManager.default.fileExists(atPath: "/usr/include/zlib.h")
let zlibPlatforms: [Platform] = hasZlib ? [.macOS, .linux] : [.macOS]

let package = Package(
  name: "bgtop",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "bgtop", targets: ["bgtop"])],
  targets: [
    // The vocabulary, and what is made of it. Borders are one way: a module knows only those it lists.
    .target(name: "CBytes"),
    pure("TaskTrace", ["CBytes"]),
    pure("PropertyLists", ["TaskTrace"]),
    pure("SchedulerModel", ["TaskTrace"], resources: [.embedInCode("Scenarios")]),
    pure("Diagnosis", ["TaskTrace", "SchedulerModel"]),
    pure("DeviceLogs", ["TaskTrace"]),

    // What a person sees.
    pure("Screen"),
    pure("Dashboard", ["Screen", "Diagnosis", "SchedulerModel", "TaskTrace"]),
    .target(
      name: "BuiltInThemes", path: "Themes",
      resources: ["dark", "light", "high-contrast", "colorblind-dark", "colorblind-light", "mono"].map {
        .embedInCode("\($0).theme")
      },
      swiftSettings: swiftSettings),

    // The world outside: the terminal, files, threads, clocks. Swift sees no system, and C alone knows how they differ.
    .target(name: "CPlatform"),
    .target(
      name: "CZlib", cSettings: [.define("BGTOP_ZLIB", to: "1", .when(platforms: zlibPlatforms))],
      linkerSettings: [.linkedLibrary("z", .when(platforms: zlibPlatforms))]),
    .target(
      name: "CNcurses",
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "Terminal", dependencies: ["Screen", "CNcurses", "CPlatform"], exclude: ["Descriptions"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "bgtop",
      dependencies: [
        "TaskTrace", "PropertyLists", "SchedulerModel", "Diagnosis", "DeviceLogs", "Screen", "Dashboard",
        "BuiltInThemes", "Terminal", "CPlatform", "CZlib",
      ],
      swiftSettings: swiftSettings),

    // Speed is measured here, never in tests.
    .executableTarget(
      name: "MicroBenchmarks",
      dependencies: [
        "TaskTrace", "SchedulerModel", "Diagnosis", "DeviceLogs", "Dashboard", "Screen", "Terminal", "CPlatform",
      ],
      path: "Benchmarks/Micro", swiftSettings: swiftSettings),

    tests("TaskTraceTests", ["TaskTrace"]),
    tests("PropertyListsTests", ["PropertyLists"]),
    tests("SchedulerModelTests", ["SchedulerModel", "TaskTrace"], exclude: ["Fingerprints.txt"]),
    tests("DiagnosisTests", ["Diagnosis", "DeviceLogs", "SchedulerModel", "TaskTrace"]),
    tests("DeviceLogsTests", ["DeviceLogs", "Diagnosis", "TaskTrace"], exclude: ["Fingerprints.txt"]),
    tests("ScreenTests", ["Screen", "BuiltInThemes"]),
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    tests("TerminalTests", ["Terminal", "Screen", "CPseudoTerminal"]),
    tests("PlatformTests", ["CPlatform"]),
    tests(
      "DashboardTests", ["Dashboard", "Diagnosis", "Screen", "SchedulerModel", "TaskTrace", "BuiltInThemes"],
      exclude: ["Golden", "Sessions"]),
    tests("CommandTests", ["bgtop", "DeviceLogs", "CPlatform", "Oracles"], exclude: ["Answers", "Questions"]),

    // What holds for any input: asked by the fuzzer, and by the tests of what it found.
    .target(
      name: "Oracles",
      dependencies: [
        "TaskTrace", "PropertyLists", "SchedulerModel", "Diagnosis", "DeviceLogs", "Screen", "Dashboard",
      ],
      path: "Tests/Oracles", swiftSettings: swiftSettings),
    tests("OracleTests", ["Oracles"], exclude: ["Seeds", "Fingerprints.txt"]),
  ]
)

// `make fuzz` builds the program as a library, since the fuzzer brings the function `main` (Docs/Testing.md).
if Context.environment["BGTOP_FUZZ"] == "1" {
  package.products = []
  package.targets.removeAll { $0.type == .test || $0.name == "MicroBenchmarks" || $0.name == "bgtop" }
  package.targets += [
    .target(
      name: "bgtop",
      dependencies: [
        "TaskTrace", "PropertyLists", "SchedulerModel", "Diagnosis", "DeviceLogs", "Screen", "Dashboard",
        "BuiltInThemes", "Terminal", "CPlatform", "CZlib",
      ],
      swiftSettings: swiftSettings + [
        .unsafeFlags([
          "-enable-testing", "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "bgtop_main",
        ])
      ]),
    .target(name: "CFuzzing", path: "Tests/Fuzzing/CFuzzing"),
    .executableTarget(
      name: "Fuzzing", dependencies: ["Oracles", "bgtop", "CFuzzing"], path: "Tests/Fuzzing",
      exclude: ["CFuzzing", "fuzz"], swiftSettings: swiftSettings,
      // The fuzzer's library comes with a main, and with a function of its own where ours counts steps.
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "--allow-multiple-definition", "-Xlinker", "--wrap=__sanitizer_cov_trace_pc",
        ])
      ]),
  ]
}
