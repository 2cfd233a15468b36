#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where the program begins.
@main
enum ContactsProgram {
    static func main() async {
        ProcessMemory.giveBackLargeBlocks()
        Descriptor.occupyClosedStandardStreams()
        Descriptor.reportBrokenPipesAsErrors()
        let launcher = Launcher(
            environment: ProcessVariables.all,
            output: .standardOutput,
            messages: .standardError
        )
        let status = await launcher.run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }
}
