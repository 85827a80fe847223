// swift-tools-version: 6.2
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

let package = Package(
  name: "bgtop",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "bgtop", targets: ["bgtop"])],
  targets: [
    // The vocabulary, and what is made of it. Borders are one way: a module knows only those it lists.
    pure("TaskTrace"),
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

    // The world outside: the terminal, files, clocks.
    .target(
      name: "CNcurses",
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "Terminal", dependencies: ["Screen", "CNcurses"], exclude: ["Descriptions"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "bgtop",
      dependencies: [
        "TaskTrace", "PropertyLists", "SchedulerModel", "Diagnosis", "DeviceLogs", "Screen", "Dashboard",
        "BuiltInThemes", "Terminal",
      ],
      swiftSettings: swiftSettings),

    // Speed is measured here, never in tests.
    .executableTarget(
      name: "MicroBenchmarks",
      dependencies: ["TaskTrace", "SchedulerModel", "Diagnosis", "DeviceLogs", "Dashboard", "Screen", "Terminal"],
      path: "Benchmarks/Micro", swiftSettings: swiftSettings),

    tests("TaskTraceTests", ["TaskTrace"]),
    tests("PropertyListsTests", ["PropertyLists"]),
    tests("SchedulerModelTests", ["SchedulerModel", "TaskTrace"]),
    tests("DiagnosisTests", ["Diagnosis", "DeviceLogs", "SchedulerModel", "TaskTrace"]),
    tests("DeviceLogsTests", ["DeviceLogs", "Diagnosis", "TaskTrace"]),
    tests("ScreenTests", ["Screen", "BuiltInThemes"]),
    tests("TerminalTests", ["Terminal", "Screen"]),
    tests(
      "DashboardTests", ["Dashboard", "Diagnosis", "Screen", "SchedulerModel", "TaskTrace", "BuiltInThemes"],
      exclude: ["Golden", "Sessions"]),
    tests("CommandTests", ["bgtop", "DeviceLogs"], exclude: ["Answers", "Questions"]),
  ]
)
