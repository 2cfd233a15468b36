import CCurl
import Primitives

/// A request that libcurl is processing; only used on the thread of the ``CurlLoop``.
final class CurlTransfer {
    static let noMemory = HTTPTransportError(.unreachable, "there is not enough memory for it")

    /// The request and its waiting task.
    let call: CurlCall
    let handle: UnsafeMutableRawPointer
    /// The proxy for the request, unless its server is exempt.
    let proxy: ProxySettings.Proxy?

    private let functions: OpaquePointer
    private let begin = ContinuousClock.now
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var upload: UnsafeMutableRawBufferPointer?
    /// The time when the connection was established or bytes were last received; `nil` while connecting.
    private var lastActivity: ContinuousClock.Instant?
    private var head = CurlResponseHead()
    private var body: [UInt8] = []
    /// The reason why this side aborted the transfer.
    private var failure: HTTPTransportError?

    /// Prepares a transfer; `nil` when out of memory.
    init?(_ call: CurlCall, library: CurlLibrary) {
        functions = library.functions
        guard let handle = ccurl_easy_init(functions) else { return nil }
        self.call = call
        self.handle = handle
        proxy = call.settings.proxies.proxy(scheme: HTTPAddress(call.request.url).scheme)
        setRequest()
        setConnection()
        setCallbacks()
    }

    deinit {
        ccurl_easy_cleanup(functions, handle)
        ccurl_slist_free(functions, fields)
        upload?.deallocate()
    }

    // MARK: - Time

    /// The time when the transfer is given up.
    var deadline: ContinuousClock.Instant { min(wholeDeadline, stepDeadline ?? wholeDeadline) }

    private var wholeDeadline: ContinuousClock.Instant {
        call.start.advanced(by: min(call.request.timeout, .seconds(1 << 32)))
    }

    /// The time when connecting, or the server's silence, has lasted too long.
    private var stepDeadline: ContinuousClock.Instant? {
        let limit = lastActivity == nil ? call.settings.connectTimeout : call.settings.idleTimeout
        return limit > .zero ? (lastActivity ?? begin).advanced(by: limit) : nil
    }

    /// Returns the timeout error if the deadline has passed; `nil` before.
    func expired(at now: ContinuousClock.Instant) -> HTTPTransportError? {
        guard deadline <= now else { return nil }
        if let stepDeadline, stepDeadline < wholeDeadline {
            let message = lastActivity == nil ? "the connection timed out" : "it stopped sending"
            return HTTPTransportError(.timedOut, message)
        }
        // A retry gets the remaining time in nanoseconds, so round it for the message.
        let limit = Duration.milliseconds(Int((call.request.timeout / .milliseconds(1)).rounded()))
        return HTTPTransportError(.timedOut, "it did not answer within \(limit)")
    }

    // MARK: - Result

    /// Returns the result of the transfer, which libcurl ended with this code.
    func result(_ code: CURLcode) -> Result<HTTPResponse, any Error> {
        guard code == CURLE_OK else {
            // If this thread was suspended, a timeout and a system error may occur together.
            return .failure(failure ?? expired(at: .now) ?? HTTPTransportError(code, of: self))
        }
        if proxy != nil, head.status == 407 { return .failure(Self.proxyWantsPassword) }
        let wireSize = Int(ccurl_get_offset(functions, handle, CURLINFO_SIZE_DOWNLOAD_T))
        if receiver == nil, head.isEncoded, body.count / 25 > wireSize { return .failure(Self.bomb) }
        return .success(HTTPResponse(status: head.status, headers: head.fields, body: body))
    }

    /// The status of the proxy's response to `CONNECT`; 0 if no tunnel was requested.
    var tunnelStatus: Int { ccurl_get_long(functions, handle, CURLINFO_HTTP_CONNECTCODE) }

    /// The system's error number for a failed connection; 0 if there was no error.
    var systemError: Int32 { Int32(truncatingIfNeeded: ccurl_get_long(functions, handle, CURLINFO_OS_ERRNO)) }

    static let proxyWantsPassword = HTTPTransportError(
        .unreachable,
        "the proxy asks for another name and password (407)"
    )
    private static let bomb = HTTPTransportError(.tooLarge, "its response is compressed too much, or incorrectly")

    // MARK: - Bytes

    private func receive(headLine line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = .now
        guard head.add(line) else {
            failure = HTTPTransportError(.tooLarge, "the header fields of its response are too large")
            return false
        }
        guard head.isComplete, receiver == nil, let length = head.contentLength, call.request.method != "HEAD" else {
            return true
        }
        guard length <= call.settings.sizeLimit else { return refuseSize() }
        if !head.isEncoded { body.reserveCapacity(length) }
        return true
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lastActivity = .now
        if let receiver {
            let isTaken = receiver(bytes)
            if !isTaken { failure = HTTPTransportError(.brokenOff, "its response was not read to the end") }
            return isTaken
        }
        guard bytes.count <= call.settings.sizeLimit - body.count else { return refuseSize() }
        body.append(contentsOf: bytes)
        return true
    }

    /// The receiver for the body of this response, if the call has one.
    private var receiver: BodyReceiver? { (200..<300).contains(head.status) ? call.receiver : nil }

    private func refuseSize() -> Bool {
        failure = head.isEncoded ? Self.bomb : HTTPTransportError(.tooLarge, "its response is too large")
        return false
    }

    // MARK: - Options

    private func setRequest() {
        let request = call.request
        set(CURLOPT_URL, request.url)
        // Send the path unchanged, including dots.
        set(CURLOPT_PATH_AS_IS, 1)
        var fields = request.headers
        switch request.method {
        case "GET": break
        case "HEAD": set(CURLOPT_NOBODY, 1)
        case "POST", "PUT", "PATCH": setUpload(&fields)
        default: if !request.body.isEmpty { setUpload(&fields) }
        }
        if request.method != "GET", request.method != "HEAD" { set(CURLOPT_CUSTOMREQUEST, request.method) }
        // A header field of the same name overrides this one; without the option, nothing is decompressed.
        set(CURLOPT_ACCEPT_ENCODING, "gzip")
        for (name, value) in fields.pairs {
            // libcurl omits a field without a value, unless a semicolon replaces the colon.
            add(field: value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)")
        }
        ccurl_set_pointer(functions, handle, CURLOPT_HTTPHEADER, self.fields)
        // If a reused connection breaks, libcurl would resend the request by itself.
        if !request.isIdempotent { set(CURLOPT_FRESH_CONNECT, 1) }
    }

    private func setUpload(_ fields: inout HTTPHeaderFields) {
        let upload = UnsafeMutableRawBufferPointer.allocate(byteCount: call.request.body.count + 1, alignment: 1)
        upload.copyBytes(from: call.request.body)
        self.upload = upload
        ccurl_set_offset(functions, handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(call.request.body.count))
        ccurl_set_pointer(functions, handle, CURLOPT_POSTFIELDS, upload.baseAddress)
        // Without these, libcurl labels the body as a form, and waits for the server's approval of a large one.
        if fields["Content-Type"] == nil { add(field: "Content-Type:") }
        if fields["Expect"] == nil { add(field: "Expect:") }
    }

    private func setConnection() {
        let settings = call.settings
        // Allow only these, even if a response or a proxy specifies another.
        let protocols = ccurl_set_pointer(functions, handle, CURLoption(UInt32(CCURL_PROTOCOLS_STR)), "http,https")
        if protocols != CURLE_OK { set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS)) }
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_BUFFERSIZE, 512 << 10)
        // The loop handles all timeouts. Without a value, libcurl limits connecting to 5 minutes.
        set(CURLOPT_CONNECTTIMEOUT_MS, 86_400_000)
        // Don't wait for an abandoned name lookup.
        set(CURLoption(UInt32(CCURL_QUICK_EXIT)), 1)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        set(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = settings.certificateFile {
            set(CURLOPT_CAINFO, file)
            set(CURLOPT_PROXY_CAINFO, file)
            // Otherwise the system's folder of certificate authorities would be trusted as well.
            ccurl_set_pointer(functions, handle, CURLOPT_CAPATH, nil)
            ccurl_set_pointer(functions, handle, CURLOPT_PROXY_CAPATH, nil)
        }
        // Both are always set, so that libcurl doesn't read the process's environment variables.
        set(CURLOPT_PROXY, proxy?.text ?? "")
        set(CURLOPT_NOPROXY, settings.proxies.exemptions)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_connected(functions, handle) { context, _, _, _, _ in
            CurlTransfer.of(context).lastActivity = .now
            return Int32(CURL_PREREQFUNC_OK)
        }
        ccurl_set_receive(functions, handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlTransfer.of(context).receive(headLine: line) ? line.count : 0
        }
        ccurl_set_receive(functions, handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlTransfer.of(context).receive(bytes) ? bytes.count : 0
        }
        for option in [CURLOPT_PREREQDATA, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA] {
            ccurl_set_pointer(functions, handle, option, context)
        }
    }

    /// Returns the transfer for libcurl's context pointer; it lives as long as its handle is in the loop.
    private static func of(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func set(_ option: CURLoption, _ value: Int) {
        ccurl_set_long(functions, handle, option, value)
    }

    private func set(_ option: CURLoption, _ text: String) {
        ccurl_set_pointer(functions, handle, option, text)
    }

    private func add(field: String) {
        fields = ccurl_slist_append(functions, fields, field) ?? fields
    }
}

/// The status and header fields of a response, parsed line by line.
struct CurlResponseHead {
    /// The maximum total size of the lines in bytes.
    static let sizeLimit = 128 << 10

    private(set) var status = 0
    private(set) var fields = HTTPHeaderFields()
    /// Whether the blank line after the final header was received; later lines are trailers of the body.
    private(set) var isComplete = false
    private var pairs: [(name: String, value: String)] = []
    private var size = 0

    /// The length of the body on the wire; `nil` if it is unknown or there is no body.
    var contentLength: Int? {
        // A response without a body states the length that another response's body would have.
        status == 304 || status == 204 ? nil : fields["Content-Length"].flatMap { Int($0) }
    }

    /// Whether the body is compressed on the wire.
    var isEncoded: Bool { fields["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false }

    /// Adds a line with its line ending; returns `false` if the lines are too large.
    mutating func add(_ line: UnsafeRawBufferPointer) -> Bool {
        size += line.count
        guard size <= Self.sizeLimit else { return false }
        guard !isComplete else { return true }
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            // An interim response (1xx) may have come before.
            pairs = []
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
        } else if text.first == " " || text.first == "\t", let last = pairs.popLast() {
            pairs.append((last.name, "\(last.value) \(text.trimmed())"))
        } else if let colon = text.firstIndex(of: ":") {
            pairs.append((text[..<colon].trimmed(), text[text.index(after: colon)...].trimmed()))
        } else if text.trimmed().isEmpty, status >= 200 {
            fields = HTTPHeaderFields(pairs)
            isComplete = true
        }
        return true
    }
}

extension HTTPTransportError {
    /// Interprets a libcurl error.
    ///
    /// libcurl's own messages aren't used, because they contain host names and parts of responses.
    init(_ code: CURLcode, of transfer: CurlTransfer) {
        if let error = Self.proxyError(code, of: transfer) {
            self = error
            return
        }
        switch code {
        case CURLE_URL_MALFORMAT:
            self.init(.invalidURL, "the address isn't an http or https URL")
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init(.unknownHost, "the host name could not be resolved")
        case CURLE_COULDNT_CONNECT where transfer.systemError == ECONNREFUSED:
            self.init(.refused, "nothing is listening there (connection refused)")
        case CURLE_COULDNT_CONNECT where transfer.systemError == ETIMEDOUT, CURLE_OPERATION_TIMEDOUT:
            self.init(.timedOut, "the connection timed out")
        case CURLE_COULDNT_CONNECT:
            self.init(.unreachable, "the network cannot reach it")
        case CURLE_SSL_CACERT_BADFILE:
            let file = DisplaySafeText.line(transfer.call.settings.certificateFile ?? "")
            self.init(.misconfigured, "the certificate file “\(file)” cannot be read")
        // A handshake also fails when the connection breaks.
        case CURLE_SSL_CONNECT_ERROR where [ECONNRESET, EPIPE].contains(transfer.systemError):
            self.init(.brokenOff, "the connection broke off")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED, CURLE_SSL_CLIENTCERT:
            self.init(.untrusted, "its certificate or encryption cannot be trusted")
        case CURLE_BAD_CONTENT_ENCODING:
            self.init(.tooLarge, "its response is compressed too much, or incorrectly")
        case CURLE_FILESIZE_EXCEEDED:
            self.init(.tooLarge, "its response is too large")
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM, CURLE_HTTP3:
            self.init(.brokenOff, "the connection broke off")
        // libcurl takes anything that isn't HTTP for HTTP 0.9, which isn't allowed.
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            self.init(.brokenOff, "its response is not valid HTTP")
        default:
            self.init(.unreachable, "the request failed")
        }
    }

    /// Interprets the error if the proxy caused it.
    private static func proxyError(_ code: CURLcode, of transfer: CurlTransfer) -> HTTPTransportError? {
        guard let proxy = transfer.proxy else { return nil }
        let variable = proxy.variable
        let status = transfer.tunnelStatus
        if status == 407 { return CurlTransfer.proxyWantsPassword }
        if status >= 300 {
            return HTTPTransportError(.unreachable, "the proxy in \(variable) cannot reach it (\(status))")
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY where !proxy.isReachable,
            CURLE_COULDNT_CONNECT where !proxy.isReachable && transfer.systemError == 0:
            return HTTPTransportError(
                .misconfigured,
                "the proxy in \(variable) has an invalid host or port; write http://host:port"
            )
        case CURLE_PROXY:
            return HTTPTransportError(.unreachable, "the proxy in \(variable) cannot reach it")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return HTTPTransportError(.unknownHost, "the host name of the proxy in \(variable) could not be resolved")
        // The value isn't quoted: if it can't be parsed, a password can't be told from the rest.
        case CURLE_COULDNT_CONNECT where transfer.systemError == 0, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            return HTTPTransportError(.misconfigured, "the proxy in \(variable) isn't a URL; write http://host:port")
        default:
            return nil
        }
    }
}
