import Foundation

/// One group of writes in one transaction.
extension GroupWriter {
    /// How often a group is run; then each of its writes is by itself, and its writer is told if there still is a conflict.
    private static let attemptsOfGroup = 5
    private static let attemptsOfOne = 50
    /// Two that looked and found nothing, and then insert the same: one meets a row that its transaction cannot see. Run again, it sees it
    /// and says what is to be said. Whoever still meets it then is told, as on SQLite.
    private static let attemptsToBeUnique = 3
    /// Where several nodes want the same rows, one after the other is faster than all at once and again. Two conflicts in a row are chance.
    private static let (contentionByConflict, contentionOfTurns, mostContention) = (3, 9, 60)
    /// Microseconds by which the longest pause grows with each attempt.
    private static let pause: UInt32 = 500

    /// One transaction. Every job hears how it went, unless `instead` has taken care of all of them.
    /// - Parameter isCareful: every job has a savepoint.
    func attempt(_ group: [WriteJob], isCareful: Bool = false, instead: (any Error) -> Int? = { _ in nil }) -> Int {
        do {
            let isCareful = isCareful || engine.survivesFailures || group.count == 1
            let outcome = try untilNoConflict(group.count) { try transaction(group, attempt: $0, isCareful: isCareful) }
            if outcome.changesMore { raiseGeneration() }
            // Whoever hears of it is shown nothing that was kept from before.
            engine.handOnNotes()
            outcome.acknowledgements.forEach { $0() }
            outcome.failures.forEach { $0.0.fail($0.1) }
            return group.count - outcome.failures.count
        } catch is NeedsSavepoints {
            return stride(from: 0, to: group.count, by: engine.savepointLimit).reduce(0) { count, start in
                count + attempt(Array(group[start..<min(start + engine.savepointLimit, group.count)]), isCareful: true)
            }
        } catch {
            if let count = instead(error) { return count }
            if (error as? DatabaseFailure)?.isConflict == true, group.count > 1 { return group.reduce(0) { $0 + attempt([$1]) } }
            // What may be stored all the same, readers must see.
            if (error as? DatabaseFailure)?.mayBeStored == true { raiseGeneration() }
            group.forEach { $0.fail(error) }
            return 0
        }
    }

    /// Other processes write too: what they made impossible is run again as a whole, after a moment in which the other one may end. So is,
    /// once and in a new session, what a lost connection ended before it could be stored.
    private func untilNoConflict(_ count: Int, _ body: (_ attempt: Int) throws -> Outcome) throws -> Outcome {
        let last = count > 1 ? GroupWriter.attemptsOfGroup : GroupWriter.attemptsOfOne
        var mayBeLost = true
        for attempt in 1..<last {
            do {
                return try body(attempt)
            } catch let failure as DatabaseFailure where failure.isConflict {
                let contention = contention.load(ordering: .relaxed) + GroupWriter.contentionByConflict
                self.contention.store(min(contention, GroupWriter.mostContention), ordering: .relaxed)
                if attempt > 1 { usleep(.random(in: 0...GroupWriter.pause * UInt32(attempt))) }
            } catch let failure as DatabaseFailure where failure.isUnreachable && !failure.mayBeStored && mayBeLost {
                mayBeLost = false
            }
        }
        return try body(last)
    }

    private struct Outcome {
        var acknowledgements: [@Sendable () -> Void] = []
        var failures: [(WriteJob, any Error)] = []
        var changesMore = false
        var concernsOthers = false
    }

    /// One of several jobs failed after it had written, or a statement did: nothing else can go on without savepoints.
    private struct NeedsSavepoints: Error {}

    private func transaction(_ group: [WriteJob], attempt: Int, isCareful: Bool) throws -> Outcome {
        try engine.onWriter { connection in
            engine.notes.clear()
            try connection.run(engine.beginning)
            do {
                if attempt > 1 || takesTurns(), let turn = engine.takingTurns { try take(turn, connection) }
                let outcome = try run(group, attempt: attempt, isCareful: isCareful, on: connection)
                if attempt == 1 && runsTwice { throw DatabaseFailure.conflict }
                try engine.tellOthers(connection, isNews: outcome.concernsOthers)
                try connection.run("COMMIT")
                return outcome
            } catch {
                if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
                throw error
            }
        }
    }

    /// Whoever waits too long, as for a node that hangs, goes on without.
    private func take(_ turn: String, _ connection: Connection) throws {
        do { try connection.run(turn) } catch  where error.isBusy {
            try connection.run("ROLLBACK")
            try connection.run(engine.beginning)
        }
    }

    private func takesTurns() -> Bool {
        let contention = contention.load(ordering: .relaxed)
        if contention > 0 { self.contention.store(contention - 1, ordering: .relaxed) }
        return contention >= GroupWriter.contentionOfTurns
    }

    private func run(_ group: [WriteJob], attempt: Int, isCareful: Bool, on connection: Connection) throws -> Outcome {
        var outcome = Outcome()
        // Where others write too, messages wait for theirs to end (`PostgresSchema.inOrder`). They come last, so that those who have to
        // wait hold up nothing else and seldom wait for one another.
        let ordered = engine.survivesFailures ? group : group.filter { !$0.isAtomic } + group.filter(\.isAtomic)
        for job in ordered {
            let noted = engine.notes.mark
            do {
                let done = try isCareful ? run(job, on: connection) : runPlainly(job, on: connection)
                outcome.acknowledgements.append(done.acknowledge)
                // A refused job changes nothing, so guessing at secrets does not invalidate caches.
                if done.changesMore { outcome.changesMore = true }
                if job.concernsOthers { outcome.concernsOthers = true }
            } catch {
                // On a full disk SQLite rolls back the whole transaction by itself. If it did not, the transaction is given up all
                // the same where the reserve may help.
                guard connection.isInTransaction, !concernsAll(error, job) else { throw error }
                engine.notes.goBack(to: noted)
                if connection.hasMetUnique, attempt < GroupWriter.attemptsToBeUnique { throw DatabaseFailure.conflict }
                outcome.failures.append((job, error))
            }
        }
        return outcome
    }

    /// Whether the whole transaction has to be given up.
    private func concernsAll(_ error: any Error, _ job: WriteJob) -> Bool {
        guard let failure = error as? DatabaseFailure else { return error is NeedsSavepoints }
        return failure.endsTransaction || (job.isUrgent && failure.isDiskFull)
    }

    /// Without a savepoint, of which each costs as much as a row: most writes that are refused have only looked until then.
    private func runPlainly(_ job: WriteJob, on connection: Connection) throws -> WriteJob.Outcome {
        let before = connection.changeCount
        do {
            let outcome = try job.run(connection)
            if connection.hasFailed { throw NeedsSavepoints() }
            return outcome
        } catch {
            if connection.hasFailed || connection.changeCount != before, !concernsAll(error, job) { throw NeedsSavepoints() }
            throw error
        }
    }

    /// In a savepoint, so that one job's failure takes nothing of its neighbours with it.
    private func run(_ job: WriteJob, on connection: Connection) throws -> WriteJob.Outcome {
        if job.isAtomic && engine.survivesFailures { return try job.run(connection) }
        try connection.run("SAVEPOINT job")
        do {
            let outcome = try job.run(connection)
            try connection.run("RELEASE job")
            return outcome
        } catch {
            if connection.isInTransaction {
                try connection.run("ROLLBACK TO job")
                try connection.run("RELEASE job")
                if (error as? DatabaseFailure)?.isBusy == true { try connection.hurry() }
            }
            throw error
        }
    }
}
