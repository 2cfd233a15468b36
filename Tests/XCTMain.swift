import Testing

/// Starts the tests on Linux, in place of an entry point that the package manager would make.
///
/// That one lists the cases of XCTest, for which every debug build would have to write an index. Here all tests are those
/// of Swift Testing, so the run that `swift test` makes for XCTest ends at once.
@main enum TestMain {
    static func main() async {
        let arguments = CommandLine.arguments
        guard let flag = arguments.lastIndex(of: "--testing-library"),
            arguments.dropFirst(flag + 1).first == "swift-testing"
        else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
