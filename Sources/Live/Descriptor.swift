import Glibc
import NIOCore

/// A descriptor of our own of a connection's socket. What is said to thousands at once goes straight through it: NIO's way through
/// each connection's handlers and queues costs a fifth of a delivery, most of it waiting for memory that was touched long ago.
/// Being a duplicate, it is that socket's and nobody else's whatever NIO closes meanwhile.
struct Descriptor: ~Copyable {
    private let number: CInt

    /// Nil where the channel has no socket, or the system allows no more descriptors: NIO's way is left then.
    /// - Parameter minimum: the numbers below are left to connections and files, which nothing works without.
    init?(of channel: any Channel, from minimum: Int) {
        let copy = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            fcntl($0, F_DUPFD_CLOEXEC, CInt(clamping: minimum))
        }
        guard let copy, copy >= 0 else { return nil }
        number = copy
    }

    deinit { close(number) }

    /// How many of the bytes the socket took: fewer when it is full, none when it is gone.
    borrowing func send(_ bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes { max(0, Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))) }
    }
}
