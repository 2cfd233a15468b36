import CAllocator
import Primitives
import TerminalUI

@main
enum ContactsProgram {
    static func main() async {
        ProcessMemory.giveBackLargeBlocks()
        Descriptor.occupyClosedStandardStreams()
        Descriptor.reportBrokenPipesAsErrors()
        guard Descriptor.hasRoom(), ProcessMemory.hasRoom() else { exit(ExitStatus.inputOutput.rawValue) }
        let launcher = Launcher(
            environment: ProcessVariables.all,
            output: .standardOutput,
            messages: .standardError
        )
        let status = await launcher.run(Array(CommandLine.arguments.dropFirst()))
        end(status)
    }

    /// Gives the terminal back and leaves at once.
    ///
    /// `exit` would run destructors while threads of the network and the runtime still use what they destroy, so a command
    /// that has done its work could still crash.
    private static func end(_ status: ExitStatus) -> Never {
        TerminalGuard.giveBack()
        fflush(nil)
        _exit(status.rawValue)
    }
}

/// The memory of the process, and the settings of its allocator.
enum ProcessMemory {
    /// The memory in bytes that the program needs in addition to the stacks of its threads.
    private static let neededSize = 64 << 20

    /// Whether the process may use enough memory to begin; from then on, running out of it ends with a message, too.
    ///
    /// Only `ulimit` has such limits.
    static func hasRoom() -> Bool {
        let limit = callocator_limit()
        guard limit > 0 else { return true }
        let advice = "ulimit allows this process \(limit >> 20) MB. Raise the limit, for example: ulimit -v 1000000"
        guard callocator_has_room(neededSize + stackSize * threadCount) != 0 else {
            try? Descriptor.standardError.write(Array("contacts: Too little memory: \(advice)\n".utf8))
            return false
        }
        callocator_report_exhaustion(
            "contacts: Out of memory, so the command did not end: \(advice)\n",
            ExitStatus.inputOutput.rawValue,
            stackSize
        )
        return true
    }

    /// The threads that run at once: one for each processor, and those of the screen, the database and the network.
    private static var threadCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 6 }

    /// The address space of a thread's stack, which is what the system allows the first one.
    private static var stackSize: Int {
        var size = 0
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return 8 << 20 }
        defer { pthread_attr_destroy(&attributes) }
        return pthread_attr_getstacksize(&attributes, &size) == 0 ? size : 8 << 20
    }

    /// The least size in bytes of a block that returns to the system as soon as it is freed.
    private static let blockSize: Int32 = 131_072

    /// Returns large blocks to the system at once, such as the buffers of API responses.
    ///
    /// The GNU allocator raises its threshold when a large block is freed, and then keeps later ones; other allocators need
    /// no setting. When this was added, a sync of 100,000 people took at most 93 MB instead of 115 to 134, in the same time.
    static func giveBackLargeBlocks() {
        #if canImport(Glibc)
        mallopt(M_MMAP_THRESHOLD, blockSize)
        mallopt(M_TRIM_THRESHOLD, blockSize)
        // Each further pool keeps what its thread has freed, in the full screen 2 MB; and it reserves 64 MB of the address
        // space, which under a limit is tried for again and again.
        mallopt(M_ARENA_MAX, callocator_limit() == 0 ? 2 : 1)
        #endif
    }
}

enum ProcessVariables {
    /// All variables, read once at the start, before a second thread could change them.
    static var all: [String: String] {
        Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// The variables with their texts in the process.
    static var entries: [(text: UnsafeMutablePointer<CChar>, name: String, value: String)] {
        var entries: [(text: UnsafeMutablePointer<CChar>, name: String, value: String)] = []
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { entries.append((text, String(pair[0]), String(pair[1]))) }
            entry += 1
        }
        return entries
    }
}
