#if PostgreSQL
import BlocDurable
import CPostgreSQL
import Primitives

/// A connection to a server that pipelines statements, without waiting for each answer; used by one thread at a time.
///
/// After a failure it must not be used again: it may have unread answers.
///
/// Unchecked, with this proof: it belongs to one session's transactions or to one listener's queue.
final class Connection: @unchecked Sendable {
    /// The server refused a statement or didn't answer, or the connection broke.
    struct Failure: Error {
        /// The SQLSTATE code; `nil` if the connection is lost.
        let code: String?
        let message: String

        static func loss(_ reason: String) -> Failure { Failure(code: nil, message: reason) }

        var isLoss: Bool { code == nil }
        /// Whether two transactions were deadlocked or couldn't be serialized.
        var isConflict: Bool { code == "40P01" || code == "40001" }
    }

    /// The milliseconds to wait for an answer; longer than the server's own timeout.
    private static let answerTimeout: Int32 = 30_000

    private let handle: OpaquePointer
    /// The names of prepared statements, by their SQL.
    private var prepared: [String: String] = [:]
    /// For each statement whose answer is pending, whether it has to change one row.
    private var sent: [Bool] = []

    init(_ parameters: [(String, String)]) throws {
        let (keys, values) = (parameters.map { strdup($0.0) }, parameters.map { strdup($0.1) })
        defer { for string in keys + values { free(string) } }
        let opened = PQconnectdbParams(
            keys.map { UnsafePointer($0) } + [nil],
            values.map { UnsafePointer($0) } + [nil],
            1
        )
        guard let opened else { throw Failure.loss("out of memory") }
        handle = opened
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1
        else {
            throw lost
        }
    }

    deinit { PQfinish(handle) }

    var socket: Int32 { PQsocket(handle) }

    private var lost: Failure { .loss(String(cString: PQerrorMessage(handle))) }

    // MARK: Statements

    /// Sends a statement, preparing it the first time.
    func send(_ sql: String, _ parameters: [any Storable] = [], changesOne: Bool = false) throws {
        let name: String
        if let known = prepared[sql] {
            name = known
        } else {
            name = "s\(prepared.count)"
            // PostgreSQL writes parameters as `$1`.
            guard PQsendPrepare(handle, name, String(sql.map { $0 == "?" ? "$" : $0 }), 0, nil) == 1 else { throw lost }
            prepared[sql] = name
            sent.append(false)
        }
        // All values, one after another, each terminated by a zero.
        var (bytes, offsets, lengths, formats): ([UInt8], [Int?], [Int32], [Int32]) = ([], [], [], [])
        for parameter in parameters {
            var (start, format): (Int?, Int32) = (bytes.count, 0)
            switch parameter.stored {
            case .null: start = nil
            case .integer(let value): bytes += String(value).utf8
            case .text(let value): bytes += value.utf8
            case .blob(let value):
                bytes += value
                format = 1
            }
            offsets.append(start)
            formats.append(format)
            lengths.append(Int32(bytes.count - (start ?? bytes.count)))
            bytes.append(0)
        }
        let isSent = bytes.withUnsafeBytes { buffer in
            let values = offsets.map { offset in
                offset.flatMap { buffer.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            return PQsendQueryPrepared(handle, name, Int32(parameters.count), values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw lost }
        sent.append(changesOne)
    }

    /// Waits for the answers to everything that was sent, and returns the rows of the last statement.
    ///
    /// - Throws: ``TakenOver`` if a statement that had to change one row didn't.
    @discardableResult
    func sync() throws -> [StoreRow] {
        guard PQpipelineSync(handle) == 1 else { throw lost }
        var (rows, isExpected) = ([StoreRow](), true)
        for changesOne in exchange(&sent, with: []) {
            guard let result = try next() else { throw lost }
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw failure(result) }
            rows = Self.rows(result)
            if changesOne, String(cString: PQcmdTuples(result)) != "1" { isExpected = false }
            while let more = try next() { PQclear(more) }
        }
        guard let end = try next() else { throw lost }
        PQclear(end)
        if !isExpected { throw TakenOver() }
        return rows
    }

    /// Runs a statement and waits for its rows.
    func query(_ sql: String, _ parameters: [any Storable] = []) throws -> [StoreRow] {
        try send(sql, parameters)
        return try sync()
    }

    private func next() throws -> OpaquePointer? {
        while PQisBusy(handle) == 1 { try wait() }
        return PQgetResult(handle)
    }

    /// Waits until there is something to read, and meanwhile sends pending data.
    private func wait() throws {
        let isSending = PQflush(handle)
        guard isSending >= 0, socket >= 0 else { throw lost }
        var ready = pollfd(fd: socket, events: Int16(isSending == 1 ? POLLIN | POLLOUT : POLLIN), revents: 0)
        let count = poll(&ready, 1, Self.answerTimeout)
        if count == 0 { throw Failure.loss("The server hasn't answered for \(Self.answerTimeout / 1_000) s") }
        if count > 0, PQconsumeInput(handle) != 1 { throw lost }
    }

    private func failure(_ result: OpaquePointer) -> Failure {
        let text = { (field: Character) in
            PQresultErrorField(result, Int32(field.asciiValue ?? 0)).map { String(cString: $0) }
        }
        let code = text("C") ?? ""
        let isLoss = PQstatus(handle) == CONNECTION_BAD || ["57P", "08P", "25P03"].contains(where: code.hasPrefix)
        let message = text("M") ?? String(cString: PQresultErrorMessage(result))
        return Failure(code: isLoss ? nil : code, message: message)
    }

    private static func rows(_ result: OpaquePointer) -> [StoreRow] {
        (0..<PQntuples(result)).map { row in StoreRow((0..<PQnfields(result)).map { value(result, row, $0) }) }
    }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> StoreValue {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return .null }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
        return switch PQftype(result, column) {
        // boolean, bigint, integer
        case 16, 20, 23: .integer(bytes.reduce(0) { $0 << 8 | Int64($1) })
        // bytea
        case 17: .blob(Array(bytes))
        default: .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    // MARK: Notifications

    /// Waits for at most a fifth of a second, and returns the hosts that have notified since the last call.
    func notifications() throws -> [String] {
        var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, 200)
        guard PQconsumeInput(handle) == 1 else { throw lost }
        var hosts: [String] = []
        while let notification = PQnotifies(handle) {
            hosts.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return hosts
    }
}
#endif
