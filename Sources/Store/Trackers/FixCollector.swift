/// Whoever puts in the positions of many phones. Told once of a commit, however many it took along: a message for each of them,
/// made by one thread and freed by another, lets both wait for memory.
package protocol FixCollector: AnyObject, Sendable {
    /// After the commit with this number, on the writer's thread.
    func commitDidFinish(_ commit: Int, _ error: (any Error)?)
}
