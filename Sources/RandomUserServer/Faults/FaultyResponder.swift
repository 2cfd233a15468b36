/// Answers a request with a fault.
struct FaultyResponder {
    let fault: ServerFault
    let request: ServerRequest
    let options: ServerOptions

    /// Decides how the request ends.
    ///
    /// `contract` makes the reply without the fault; `record` logs the request with its status, before anything is sent.
    func respond(contract: @escaping () -> ServerReply, record: (Int) -> Void) async -> Outcome {
        let reply = { FinishedReply(contract(), request: request) }
        switch fault {
        case .latency(let time):
            guard (try? await options.sleep(time)) != nil else { return .close }
            return recorded(reply(), record)
        case .hang:
            record(0)
            return .hang
        case .reset:
            record(0)
            return .reset
        case .drip(let size): return recorded(reply(), record) { $0.pieceSize = size }
        case .resetBody(let count): return cut(reply(), after: count, .reset, record)
        case .truncate(let count): return cut(reply(), after: count, .closed, record)
        case .wrongLength(let difference):
            return recorded(reply(), record) { $0.length = .announced(max(0, $0.body.count + difference)) }
        case .redirect(let hops): return redirect(hops, reply, record)
        case .oversize(let size): return oversize(size, .exact, record)
        case .oversizeStream(let size): return oversize(size, request.method == "HEAD" ? .exact : .unannounced, record)
        case .status, .htmlError, .malformedJSON, .empty, .redirectLoop, .gzipBomb:
            return recorded(FinishedReply(unchanged: substitute(contract)), record)
        }
    }

    private func recorded(
        _ reply: FinishedReply,
        _ record: (Int) -> Void,
        _ change: (inout WireAnswer) -> Void = { _ in }
    ) -> Outcome {
        record(reply.status)
        var answer = reply.answer
        change(&answer)
        return .answer(answer)
    }

    /// Announces the whole body, and ends the connection after a part of it.
    private func cut(
        _ reply: FinishedReply,
        after count: Int,
        _ ending: WireAnswer.Ending,
        _ record: (Int) -> Void
    ) -> Outcome {
        recorded(reply, record) { answer in
            answer.length = .announced(answer.body.count)
            answer.limit = count
            answer.ending = ending
        }
    }

    /// The target itself counts the hops, so that clients in parallel do not disturb each other.
    private func redirect(_ hops: Int, _ reply: () -> FinishedReply, _ record: (Int) -> Void) -> Outcome {
        let done = request.parameters["hop"].flatMap { Int($0) } ?? 0
        guard done < hops else { return recorded(reply(), record) }
        let separator = request.target.contains("?") ? "&" : "?"
        let next =
            done == 0
            ? request.target + separator : String(request.target.prefix(request.target.count - "hop=\(done)".count))
        var redirection = ServerReply.text(302, "Found")
        redirection.add("Location", next + "hop=\(done + 1)")
        return recorded(FinishedReply(unchanged: redirection), record)
    }

    private func oversize(_ size: Int, _ length: WireAnswer.Length, _ record: (Int) -> Void) -> Outcome {
        let reply = ServerReply(status: 200, type: "application/json; charset=utf-8", body: [])
        return recorded(FinishedReply(unchanged: reply), record) { answer in
            answer.body = .blankJSON(size: size)
            answer.length = length
        }
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
            redirection.add("Location", request.target)
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
