import Foundation

/// One line on a terminal that is written over and over; nothing where the output is a file.
struct ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let clock = ContinuousClock()
    private let last = LastShown()

    private final class LastShown { var instant: ContinuousClock.Instant? }

    /// Five times a second at most.
    func show(_ text: () -> String) {
        guard isTerminal, last.instant.map({ clock.now - $0 > .milliseconds(200) }) ?? true else { return }
        last.instant = clock.now
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text())".utf8))
    }

    func clear() {
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
