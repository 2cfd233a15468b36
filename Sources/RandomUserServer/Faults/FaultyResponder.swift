import Hummingbird
import NIOCore

/// Answers a request as a fault wants it, out of the reply that it would have got.
struct FaultyResponder {
    /// Ends the handling of a connection that a fault has cut.
    struct ConnectionCut: Error {}

    let fault: ServerFault
    let request: ServerRequest
    let target: String
    let options: ServerOptions
    let channel: any Channel

    /// Answers by `contract`, which makes the reply that would have been, and tells `record` the status beforehand.
    func respond(
        contract: @escaping @Sendable () -> ServerReply,
        record: @Sendable (Int) -> Void
    ) async throws -> Response {
        let reply = { FinishedReply(contract(), request: request) }
        switch fault {
        case .latency(let time):
            try await options.sleep(time)
            return recorded(reply(), record)
        case .hang:
            record(0)
            try? await channel.closeFuture.get()
            throw ConnectionCut()
        case .reset:
            record(0)
            await Wire(channel: channel).reset()
            throw ConnectionCut()
        case .drip(let size): return drip(reply(), size: size, record)
        case .resetBody(let count):
            try await cut(reply(), after: count, record) { await $0.reset() }
        case .truncate(let count):
            try await cut(reply(), after: count, record) { await $0.close() }
        case .wrongLength(let difference):
            let reply = reply()
            record(reply.status)
            let wire = Wire(channel: channel)
            await wire.write(reply.head(contentLength: max(0, reply.body.count + difference)) + reply.body)
            await wire.close()
            throw ConnectionCut()
        case .redirect(let hops): return redirect(hops, reply, record)
        case .oversize(let size): return oversize(size, announced: true, record)
        case .oversizeStream(let size): return oversize(size, announced: false, record)
        case .status, .htmlError, .malformedJSON, .empty, .redirectLoop, .gzipBomb:
            return recorded(FinishedReply(unchanged: substitute(contract)), record)
        }
    }

    private func recorded(_ reply: FinishedReply, _ record: (Int) -> Void) -> Response {
        record(reply.status)
        return reply.response(isHead: request.method == "HEAD")
    }

    private func cut(
        _ reply: FinishedReply,
        after count: Int,
        _ record: (Int) -> Void,
        _ end: (Wire) async -> Void
    ) async throws -> Never {
        record(reply.status)
        let wire = Wire(channel: channel)
        await wire.write(reply.head(contentLength: reply.body.count) + reply.body.prefix(count))
        await end(wire)
        throw ConnectionCut()
    }

    private func drip(_ reply: FinishedReply, size: Int, _ record: (Int) -> Void) -> Response {
        record(reply.status)
        let bytes = reply.body
        let sleep = options.sleep
        var response = reply.response(isHead: request.method == "HEAD")
        guard request.method != "HEAD", reply.status != 304 else { return response }
        response.body = ResponseBody(contentLength: bytes.count) { writer in
            for start in stride(from: 0, to: bytes.count, by: size) {
                try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
                try await sleep(.milliseconds(100))
            }
            try await writer.finish(nil)
        }
        return response
    }

    /// The hops are counted in the target itself, so that clients in parallel do not disturb each other.
    private func redirect(_ hops: Int, _ reply: () -> FinishedReply, _ record: (Int) -> Void) -> Response {
        let done = request.parameters["hop"].flatMap { Int($0) } ?? 0
        guard done < hops else { return recorded(reply(), record) }
        let separator = target.contains("?") ? "&" : "?"
        let next = done == 0 ? target + separator : String(target.prefix(target.count - "hop=\(done)".count))
        var redirection = ServerReply.text(302, "Found")
        redirection.add("Location", next + "hop=\(done + 1)")
        return recorded(FinishedReply(unchanged: redirection), record)
    }

    /// JSON that is valid and mostly blanks.
    private func oversize(_ size: Int, announced: Bool, _ record: (Int) -> Void) -> Response {
        record(200)
        let start = ByteBuffer(string: "{\"results\":[")
        let end = ByteBuffer(string: "]}")
        let blanks = ByteBuffer(repeating: UInt8(ascii: " "), count: 65_536)
        let total = max(size, start.readableBytes + end.readableBytes)
        let reply = FinishedReply(
            unchanged: ServerReply(status: 200, type: "application/json; charset=utf-8", body: [])
        )
        let isHead = request.method == "HEAD"
        var response = reply.response(isHead: isHead, length: total)
        if isHead { return response }
        response.body = ResponseBody(contentLength: announced ? total : nil) { writer in
            try await writer.write(start)
            var rest = total - start.readableBytes - end.readableBytes
            while rest > 0 {
                try await writer.write(blanks.getSlice(at: 0, length: min(rest, blanks.readableBytes)) ?? blanks)
                rest -= blanks.readableBytes
            }
            try await writer.write(end)
            try await writer.finish(nil)
        }
        return response
    }

    private func substitute(_ contract: () -> ServerReply) -> ServerReply {
        switch fault {
        case .status(let status, let retryAfter): return error(status, retryAfter)
        case .htmlError(let status): return .html(status, status == 502 ? "Bad Gateway" : "Error")
        case .malformedJSON:
            let whole = contract()
            return ServerReply(
                status: 200,
                type: "application/json; charset=utf-8",
                body: Array(whole.body.prefix(max(1, whole.body.count / 2)))
            )
        case .redirectLoop:
            var redirection = ServerReply.text(302, "Found")
            redirection.add("Location", target)
            return redirection
        case .gzipBomb(let size):
            let bomb = GzipEncoder.bomb(size: size)
            var bombed = ServerReply(status: 200, type: "application/json; charset=utf-8", body: bomb.bytes)
            bombed.add("Content-Encoding", "gzip")
            return bombed
        default: return ServerReply(status: 200, type: "application/json; charset=utf-8", body: [])
        }
    }

    private func error(_ status: Int, _ retryAfter: ServerFault.RetryAfter?) -> ServerReply {
        var reply: ServerReply =
            switch status {
            case 204, 304: ServerReply(status: status, type: nil, body: [])
            case 404: .text(404, "Not Found")
            case 429:
                .error(429, "Whoa, ease up there cowboy. You've requested 20000 users in the last minute.")
            case 500...:
                .error(
                    status,
                    "Uh oh, something has gone wrong. Please tweet us @randomapi about the issue. Thank you."
                )
            default: .error(status, "This server was told to answer with \(status).")
            }
        switch retryAfter {
        case .seconds(let seconds)?: reply.add("Retry-After", String(seconds))
        case .date(let seconds)?:
            let date = options.millisecondsNow + seconds * 1_000
            reply.add("Retry-After", CivilDate.httpDate(milliseconds: date))
        case nil: break
        }
        return reply
    }
}
