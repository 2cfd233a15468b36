import Foundation

/// The server's side of TLS, by the OpenSSL that libcurl uses, loaded when a test needs it.
///
/// The functions are declared here by hand, so that no headers are needed; they are the same in OpenSSL 1.1 and 3.
package struct TLSContext: Sendable {
    /// A version of TLS, with OpenSSL's number of it.
    package enum Version: Int, Sendable {
        case tls11 = 0x0302
        case tls12 = 0x0303
        case tls13 = 0x0304
    }

    private struct Missing: Error, CustomStringConvertible {
        var description: String { "OpenSSL (libssl.so.3) is missing; install the package openssl" }
    }

    private struct Refused: Error {}

    private typealias Make = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    private typealias Call = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    private typealias SetNumber = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32
    private typealias Transfer = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32) -> Int32
    private typealias UseCertificate =
        @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<UInt8>?) -> Int32
    private typealias UseKey =
        @convention(c) (Int32, UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Int32

    /// EVP_PKEY_EC.
    private static let ellipticKey: Int32 = 408

    /// Safe to share: OpenSSL counts and locks what a context's connections have in common.
    nonisolated(unsafe) private let context: UnsafeMutableRawPointer
    private let new: Make
    private let free: Call
    private let setDescriptor: SetNumber
    private let handshake: Call
    private let read: Transfer
    private let write: Transfer

    /// Makes a context from a certificate and its elliptic key, both in DER.
    ///
    /// It is never freed, like the library: threads of its connections may outlast the test. `newest` is the newest version
    /// that it speaks.
    init(certificate: [UInt8], key: [UInt8], newest: Version) throws {
        let names = [
            "libssl.so.3", "libssl.so.1.1", "/opt/homebrew/lib/libssl.3.dylib", "/usr/local/lib/libssl.3.dylib",
        ]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { throw Missing() }
        func function<Function>(_ name: String, _: Function.Type = Function.self) throws -> Function {
            guard let symbol = dlsym(library, name) else { throw Missing() }
            // Each type here is that of the function in OpenSSL's headers.
            return unsafeBitCast(symbol, to: Function.self)
        }
        let method: @convention(c) () -> UnsafeMutableRawPointer? = try function("TLS_server_method")
        let make: Make = try function("SSL_CTX_new")
        let useCertificate: UseCertificate = try function("SSL_CTX_use_certificate_ASN1")
        let useKey: UseKey = try function("SSL_CTX_use_PrivateKey_ASN1")
        guard let context = make(method()), useCertificate(context, Int32(certificate.count), certificate) == 1,
            useKey(Self.ellipticKey, context, key, key.count) == 1
        else { throw Refused() }
        if newest != .tls13 {
            let control: @convention(c) (UnsafeMutableRawPointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int =
                try function("SSL_CTX_ctrl")
            let useCiphers: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Int32 =
                try function("SSL_CTX_set_cipher_list")
            // SSL_CTRL_SET_MIN_PROTO_VERSION and SSL_CTRL_SET_MAX_PROTO_VERSION; old versions need the lowest level.
            guard useCiphers(context, "DEFAULT:@SECLEVEL=0") == 1, control(context, 123, 0x0301, nil) == 1,
                control(context, 124, newest.rawValue, nil) == 1
            else { throw Refused() }
        }
        self.context = context
        new = try function("SSL_new")
        free = try function("SSL_free")
        setDescriptor = try function("SSL_set_fd")
        handshake = try function("SSL_accept")
        read = try function("SSL_read")
        write = try function("SSL_write")
    }

    /// Shakes hands on a connection, blocking, and runs `body`, which reads (`nil` at the end) and writes.
    func accept(_ descriptor: Int32, _ body: (_ read: () -> [UInt8]?, _ write: ([UInt8]) -> Void) -> Void) {
        // OpenSSL writes without MSG_NOSIGNAL; a client may be gone by then.
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        guard let connection = new(context) else { return }
        defer { _ = free(connection) }
        guard setDescriptor(connection, descriptor) == 1, handshake(connection) == 1 else { return }
        body(
            {
                var bytes = [UInt8](repeating: 0, count: 16_384)
                let count = read(connection, &bytes, Int32(bytes.count))
                return count > 0 ? Array(bytes.prefix(Int(count))) : nil
            },
            { bytes in
                var bytes = bytes
                _ = write(connection, &bytes, Int32(bytes.count))
            }
        )
    }
}
