import Bloc
import BlocDurable
import Foundation

#if PostgreSQL
import BlocPostgreSQL
#endif

/// A payment provider or carrier that writes every call to a file, which survives this process like an external service.
struct CallLog: Payments, Carrier {
    let path: String

    func charge(_ order: Order, idempotencyKey: String) async throws -> String { try note(idempotencyKey) }

    func ship(_ order: Order, idempotencyKey: String) async throws -> String { try note(idempotencyKey) }

    private func note(_ key: String) throws -> String {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(file) }
        let line = Array("\(key)\n".utf8)
        guard write(file, line, line.count) == line.count else { throw CocoaError(.fileWriteUnknown) }
        return key
    }

    /// The keys of all calls, in order.
    var calls: [Substring] {
        (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
    }
}

/// A demo that processes orders in a process that is killed again and again.
struct Demo {
    static let count = 300

    let folder: String
    private var charges: CallLog { CallLog(path: folder + "/charges") }
    private var parcels: CallLog { CallLog(path: folder + "/parcels") }

    /// A file in the folder, or a separate schema on the server.
    private var store: any DurableStore {
        #if PostgreSQL
        if let url = ProcessInfo.processInfo.environment["DATABASE_URL"] {
            return PostgreSQLStore(url, schema: URL(filePath: folder).lastPathComponent)
        }
        #endif
        return SQLiteStore(folder + "/orders.db")
    }

    /// Processes all orders.
    func work() async throws {
        var options = DurableHost.Options()
        options.lease = .milliseconds(150)
        // Until then, the blocs may still belong to the process that was killed before.
        try await Task.sleep(for: options.lease)
        let (charges, parcels) = (charges, parcels)
        let report: @Sendable (StoreKey?, any Error) -> Void = { key, error in
            print("\(key?.description ?? "store"): \(error)")
        }
        let host = try await DurableHost(
            store: store,
            options: options,
            report: report
        ) { host in
            host.register(OrderBloc.self) { OrderBloc($0, payments: charges, carrier: parcels) }
        }
        for number in 1...Self.count {
            let key = OrderBloc.key(number)
            let order = Order(number: number, cents: number * 100)
            _ = try await host.add(.placed(order), to: key, once: "order \(number)").committed
            for await state in try await host.bloc(key).states where state.phase == .shipped { break }
        }
        await host.close()
    }

    /// Starts worker processes, kills the given number of them, and reports the calls they made.
    ///
    /// - Returns: Whether every order was charged and shipped once.
    func run(kills: Int, program: String) throws -> Bool {
        for kill in 1...(kills + 1) {
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = ["work", folder]
            try process.run()
            if kill <= kills {
                // Kills are spread over the orders, each at a random point.
                let target = Self.count * kill / (kills + 1)
                while process.isRunning, parcels.calls.count < target { usleep(2_000) }
                usleep(.random(in: 0...8_000))
                Foundation.kill(process.processIdentifier, SIGKILL)
            }
            process.waitUntilExit()
        }
        let (charged, shipped) = (charges.calls, parcels.calls)
        let repeated = charged.count - Set(charged).count + shipped.count - Set(shipped).count
        print("\(kills) kills: \(repeated) calls repeated with the same key")
        print("\(Self.count) orders: charged \(Set(charged).count), shipped \(Set(shipped).count)")
        return Set(charged).count == Self.count && Set(shipped).count == Self.count && repeated <= kills
    }
}
