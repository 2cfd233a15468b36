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
        var headers: [String: String] = [:]
        for field in request.headers { headers[field.name.canonicalName] = field.value }
        let asked = ServerRequest(
            method: request.method.rawValue,
            target: target,
            headers: headers,
            client: context.channel.remoteAddress?.ipAddress ?? "unknown"
        )
        let body = try await self.body(of: request)
        let record = { (status: Int) in
            log.add(ServedRequest(method: asked.method, target: target, status: status, headers: headers))
        }
        let reply = FinishedReply(contract.reply(to: asked, body: body), request: asked)
        record(reply.status)
        return reply.response(isHead: asked.method == "HEAD")
    }

    private func body(of request: Request) async throws -> [UInt8] {
        guard request.method == .post else { return [] }
        guard let buffer = try? await request.body.collect(upTo: 16_384) else { return [] }
        return Array(buffer.readableBytesView)
    }
}
