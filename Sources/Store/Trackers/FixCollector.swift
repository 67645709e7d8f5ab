/// Adds the positions of many phones. It is told once of a commit, however many positions that stored: with one message for each, made by
/// one thread and freed by another, both threads would wait for memory.
package protocol FixCollector: AnyObject, Sendable {
    /// After the commit with this number, on the writer's thread.
    func commitDidFinish(_ commit: Int, _ error: (any Error)?)
}
