/// Answers requests by the contract or with a fault, and logs them.
struct ContractResponder: Sendable {
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

    /// Decides how a request ends.
    func respond(to request: ServerRequest) async -> Outcome {
        let record = { (status: Int) in
            log.add(
                ServedRequest(
                    method: request.method,
                    target: request.target,
                    status: status,
                    headers: request.headers
                )
            )
        }
        if let refusal = request.refusal {
            record(refusal.status)
            return .answer(FinishedReply(unchanged: refusal).answer)
        }
        let fault: ServerFault?
        do {
            fault = try self.fault(of: request)
        } catch {
            record(400)
            return .answer(FinishedReply(unchanged: .error(400, error.description)).answer)
        }
        let reply = { contract.reply(to: request) }
        if let fault {
            return await FaultyResponder(fault: fault, request: request, options: options)
                .respond(contract: reply, record: record)
        }
        let finished = FinishedReply(reply(), request: request)
        record(finished.status)
        return .answer(finished.answer)
    }

    private func fault(of request: ServerRequest) throws(ServerFaultError) -> ServerFault? {
        if options.allowsFaultHeader, let text = request.headers["x-fault"] { return try ServerFault(parsing: text) }
        return faults.next()
    }
}
