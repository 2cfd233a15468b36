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

    /// Restores the terminal and exits at once.
    ///
    /// `exit` would run destructors while threads of the network and the runtime still use the destroyed objects, so a
    /// command that has finished its work could still crash.
    private static func end(_ status: ExitStatus) -> Never {
        TerminalGuard.giveBack()
        fflush(nil)
        _exit(status.rawValue)
    }
}

/// The memory of the process, and its allocator's settings.
enum ProcessMemory {
    /// The memory that the program needs in addition to its thread stacks, in bytes.
    private static let neededSize = 64 << 20

    /// Returns whether there is enough memory to start; from then on, running out of it also ends with a message.
    ///
    /// Only `ulimit` imposes such limits.
    static func hasRoom() -> Bool {
        let limit = callocator_limit()
        guard limit > 0 else { return true }
        let advice = "ulimit allows this process \(limit >> 20) MB. Raise the limit, for example: ulimit -v 1000000"
        guard callocator_has_room(neededSize + stackSize * threadCount) != 0 else {
            try? Descriptor.standardError.write(Array("contacts: Too little memory: \(advice)\n".utf8))
            return false
        }
        callocator_report_exhaustion(
            "contacts: Out of memory, so the command didn't finish: \(advice)\n",
            ExitStatus.inputOutput.rawValue,
            stackSize
        )
        return true
    }

    /// The number of concurrent threads: one per processor, plus those for the screen, the database and the network.
    private static var threadCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 6 }

    /// The address space of a thread's stack; by default, the limit for the main thread's stack.
    private static var stackSize: Int {
        var size = 0
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return 8 << 20 }
        defer { pthread_attr_destroy(&attributes) }
        return pthread_attr_getstacksize(&attributes, &size) == 0 ? size : 8 << 20
    }

    /// The minimum size in bytes of a block that is returned to the system as soon as it is freed.
    private static let blockSize: Int32 = 131_072

    /// Makes the allocator return large blocks, such as the buffers of API responses, to the system at once.
    ///
    /// The GNU allocator raises its threshold when a large block is freed, and then keeps later ones; others need no
    /// setting. This cut the peak for a sync of 100,000 people from 115–134 MB to 93 MB, in the same time.
    static func giveBackLargeBlocks() {
        #if canImport(Glibc)
        mallopt(M_MMAP_THRESHOLD, blockSize)
        mallopt(M_TRIM_THRESHOLD, blockSize)
        // Each further arena keeps what its thread has freed, 2 MB in the full screen. It also reserves 64 MB of
        // address space; under a memory limit, the allocator would retry that again and again.
        mallopt(M_ARENA_MAX, callocator_limit() == 0 ? 2 : 1)
        #endif
    }
}

enum ProcessVariables {
    /// All variables, read once at startup, before a second thread could change them.
    static var all: [String: String] {
        Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// The variables, with pointers to their text in the process environment.
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
