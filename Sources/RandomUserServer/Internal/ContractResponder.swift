import Hummingbird
import NIOCore

/// Puts the contract behind Hummingbird: one responder, no router.
///
/// A router splits paths at slashes and so takes `/api//` for `/api/`, which the real service does not know.
struct ContractResponder: HTTPResponder {
    typealias Context = ConnectionContext

    private let contract: Contract
    private let options: ServerOptions
    private let log: RequestLog
    private let faults: FaultSchedule

    init(options: ServerOptions, log: RequestLog, faults: FaultSchedule) {
        contract = Contract(options: options)
        self.options = options
        self.log = log
        self.faults = faults
    }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let target = request.head.path ?? "/"
        let headers = Dictionary(
            request.headers.map { ($0.name.canonicalName, $0.value) },
            uniquingKeysWith: { $1 }
        )
        let asked = ServerRequest(
            method: request.method.rawValue,
            target: target,
            headers: headers,
            client: context.channel.remoteAddress?.ipAddress ?? "unknown"
        )
        let body = try await self.body(of: request)
        let record = { @Sendable (status: Int) in
            log.add(ServedRequest(method: asked.method, target: target, status: status, headers: headers))
        }
        let reply = { @Sendable in contract.reply(to: asked, body: body) }
        let fault: ServerFault?
        do {
            fault = try self.fault(of: asked)
        } catch {
            record(400)
            return FinishedReply(unchanged: .error(400, error.description)).response(isHead: false)
        }
        if let fault {
            return try await FaultyResponder(
                fault: fault,
                request: asked,
                target: target,
                options: options,
                channel: context.channel
            ).respond(contract: reply, record: record)
        }
        let finished = FinishedReply(reply(), request: asked)
        record(finished.status)
        return finished.response(isHead: asked.method == "HEAD")
    }

    private func fault(of request: ServerRequest) throws(ServerFaultError) -> ServerFault? {
        if options.allowsFaultHeader, let text = request.headers["x-fault"] { return try ServerFault(parsing: text) }
        return faults.next()
    }

    private func body(of request: Request) async throws -> [UInt8] {
        guard request.method == .post else { return [] }
        guard let buffer = try? await request.body.collect(upTo: 16_384) else { return [] }
        return Array(buffer.readableBytesView)
    }
}
