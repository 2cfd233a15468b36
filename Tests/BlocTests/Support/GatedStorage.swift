import Bloc
import TestWatch

/// A storage whose writes block until the test opens its gate, and that notes each batch.
final class GatedStorage: HydrationStorage {
    /// Opened once; then nothing blocks.
    let gate = Signal()
    /// The keys of each batch, sorted, when its write begins.
    let batches = Log<[String]>()
    /// Whether a batch fails as a whole.
    let failsWhole = Shared(false)

    private let content = Shared<[String: Int]>([:])
    private let failing = Shared<Set<String>>([])

    /// The saved numbers.
    var numbers: [String: Int] { content.value }

    init(isOpen: Bool = false) {
        if isOpen { gate.fire() }
    }

    func fail(_ keys: Set<String>) { failing.value = keys }

    func read(_ key: String) throws -> HydratedData? {
        numbers[key].map { HydratedData(version: 1, bytes: Array("\($0)".utf8)) }
    }

    func write(_ data: HydratedData, for key: String) throws {
        if failing.value.contains(key) { throw Broken() }
        content.change { $0[key] = Int(String(decoding: data.bytes, as: UTF8.self)) }
    }

    func write(_ batch: [String: HydratedData]) throws -> [String: any Error] {
        batches.append(batch.keys.sorted())
        gate.block()
        if failsWhole.value { throw Broken() }
        var failures: [String: any Error] = [:]
        for (key, data) in batch {
            do {
                try write(data, for: key)
            } catch {
                failures[key] = error
            }
        }
        return failures
    }

    func moveAside(_ key: String) throws {}
}

extension Hydration where State == Int {
    /// Keeps a number as decimal text.
    static func number(_ key: String, id: String? = nil, _ storage: any HydrationStorage) -> Hydration {
        Hydration(key: key, id: id, storage: storage) {
            Array("\($0)".utf8)
        } decode: { bytes, _ in
            guard let number = Int(String(decoding: bytes, as: UTF8.self)) else { throw Broken() }
            return number
        }
    }
}

extension BlocBuilder where B.State == Int {
    /// Saves a number as decimal text.
    mutating func hydrate(_ key: String, _ storage: any HydrationStorage) { hydrate(.number(key, storage)) }

    /// Writes the codes of errors in saving, and the close.
    mutating func logSaving(to log: Log<String>) {
        onError { error, _, _ in log.append((error as? HydrationError)?.code.rawValue ?? "\(error)") }
        onClose { _ in log.append("onClose") }
    }
}
