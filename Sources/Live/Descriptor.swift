import Glibc
import NIOCore

/// Our own descriptor of a connection's socket. Events for thousands of streams go straight through it: NIO's path through each
/// connection's handlers and queues costs a fifth of a delivery, mostly waiting for memory that was touched long ago. Because it is a
/// duplicate, it always belongs to that socket, whatever NIO closes meanwhile.
struct Descriptor: ~Copyable {
    private let number: CInt

    /// Nil if the channel has no socket, or the system allows no more descriptors: then events go through NIO.
    /// - Parameter minimum: lower numbers are left to connections and files, without which nothing works.
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
