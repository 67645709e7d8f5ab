import Domain

/// What is said of the installation. What this node cannot know is said to be unknown.
struct HealthText {
    typealias Line = HealthPage.Line
    typealias State = HealthPage.State
    let health: InstallationHealth
    let zone: TripZone
    let now: Instant

    func facts(version: String) -> [HealthPage.Fact] {
        let process = health.process
        let started = TimeText(process.startedAt, zone: zone, now: now, zoneIsSaid: true).text
        let database = Texts.said(health.storage.isServer ? "PostgreSQL, on a server" : "SQLite, one file in the data folder")
        let phones = Texts.said(
            "\(counted(health.heard, "phone")) heard in the last 10 minutes, \(counted(health.trackers, "tracker")) set up")
        return [
            (Texts.said("Version"), version.isEmpty ? Texts.said("Unknown") : version),
            (Texts.said("Schema"), String(process.schema)), (Texts.said("Database"), database),
            (Texts.said("Running since"), Texts.said("\(started), started \(TimeText.ago(now - process.startedAt))")),
            (Texts.said("Open pages"), Texts.said("\(counted(health.streams, "stream")) on this node")),
            (Texts.said("Phones"), phones),
        ].map { HealthPage.Fact(label: $0.0, text: $0.1) }
    }

    var sections: [HealthPage.Section] {
        [
            section("data", Texts.said("Data"), nil, [disk, database, writing, backups, map]),
            section("nodes", Texts.said("Nodes"), nil, [nodes]),
            section(
                "deliveries", Texts.said("Notifications and mail"),
                Texts.said("Each trip’s settings lead to its own deliveries, with the reason beside each that failed."),
                health.channels.map(channel) + [letters]),
            section("feeds", Texts.said("Bike feeds"), nil, feeds),
        ]
    }

    private func section(_ id: String, _ title: String, _ hint: String?, _ lines: [Line]) -> HealthPage.Section {
        HealthPage.Section(id: id, title: title, hint: hint, lines: lines)
    }

    // MARK: data

    private var disk: Line {
        let storage = health.storage
        let text =
            switch (storage.disk, storage.free.map(HealthText.size)) {
            case (.needsLook, let size?):
                Texts.said("Only \(size) free on the disk of the data folder. Make room before nothing can be stored.")
            case (_, let size?): Texts.said("\(size) free on the disk of the data folder")
            case (_, nil): Texts.said("The system does not say how much is free.")
            }
        return Line(label: Texts.said("Disk"), text: text, state: State(storage.disk))
    }

    private var database: Line {
        let size = health.storage.size.map { HealthText.size($0) }
        return Line(
            label: Texts.said("Database"),
            text: size.map { Texts.said("It answers. Size: \($0)") } ?? Texts.said("It answers. Its size is unknown."),
            state: State(.good))
    }

    private var writing: Line {
        let count = health.storage.unsaved
        return Line(
            label: Texts.said("Storing"),
            text: count == 0
                ? Texts.said("Nothing waits in memory.")
                : Texts.said("\(counted(count, "change waits", "changes wait")) in memory: a restart would lose them."),
            state: State(health.storage.writing))
    }

    private var backups: Line {
        Line(
            label: Texts.said("Backups"),
            text: Texts.said("Sotravel cannot see your backups. Check that the newest one is there and can be restored."),
            state: State(.unknown))
    }

    private var map: Line {
        let text = health.map.problem.map { Texts.said(text: $0) } ?? health.map.name ?? Texts.said("There is no map yet.")
        return Line(label: Texts.said("Map"), text: text, state: State(health.map.state), link: Path.mapData())
    }

    private var nodes: Line {
        let process = health.process
        let nodes = counted(process.nodeCount, "node")
        let text =
            switch (process.node, process.jobs) {
            case (nil, _): Texts.said("This is the only node. It does all jobs.")
            case (let node?, .good): Texts.said("\(nodes). This one, \(node), does the jobs of all.")
            case (let node?, .elsewhere): Texts.said("\(nodes). Another one than this, \(node), does the jobs of all.")
            case (let node?, _): Texts.said("\(nodes). This one, \(node), sees none that does the jobs of all.")
            }
        return Line(label: Texts.said("Who does the jobs"), text: text, state: State(process.jobs == .elsewhere ? .good : process.jobs))
    }

    // MARK: what goes out and comes in

    private func channel(_ channel: ChannelHealth) -> Line {
        let waiting = Texts.said("\(channel.waiting) waiting, \(channel.late) of them late.")
        let ended = Texts.said("In the last 24 hours \(channel.accepted) went out and \(channel.failed) failed.")
        let isQuiet = !channel.isOn && channel.waiting == 0
        return Line(
            label: channel.channel.label, text: isQuiet ? Texts.said("This server does not send on it.") : waiting + " " + ended,
            state: State(channel.state))
    }

    private var letters: Line {
        let letters = health.letters
        let text = Texts.said("\(letters.waiting) waiting. In the last 24 hours \(letters.failed) failed.")
        let isQuiet = !letters.isOn && letters.waiting == 0
        return Line(
            label: Texts.said("Invites and password links"), text: isQuiet ? Texts.said("This server sends no email.") : text,
            state: State(letters.state))
    }

    /// Those with a problem one by one, and the others in one line.
    private var feeds: [Line] {
        let bad = health.feeds.filter { $0.problem != nil }.map { feed in
            let problem = feed.problem.map(BikeText.problem) ?? ""
            let last = feed.answeredAt.map { Texts.said("Last read \(TimeText.ago(now - $0)).") } ?? Texts.said("Never read yet.")
            return Line(
                label: "\(feed.title), \(feed.trip)", text: problem + " " + last, state: State(feed.state), link: Path.bikeFeeds(feed.slug))
        }
        let good = health.feeds.count { $0.state == .good }
        let new = health.feeds.count { $0.state == .unknown }
        let rest = [
            good > 0 ? Line(label: counted(good, "feed"), text: Texts.said("Read without a problem"), state: State(.good)) : nil,
            new > 0 ? Line(label: counted(new, "feed"), text: Texts.said("Not asked yet since the start"), state: State(.unknown)) : nil,
            health.feeds.isEmpty
                ? Line(label: Texts.said("No feeds"), text: Texts.said("No current trip has one."), state: State(.off)) : nil,
        ]
        return bad + rest.compactMap(\.self)
    }

    // MARK: jobs

    func job(_ record: JobRecord) -> HealthPage.Job {
        HealthPage.Job(
            label: record.kind.label, ran: record.ranAt.map { TimeText.ago(now - $0) } ?? Texts.said("Not yet"),
            took: record.length.map(HealthText.length) ?? "", state: State(state(record)))
    }

    private func state(_ record: JobRecord) -> HealthState { record.state(isElsewhere: health.process.isElsewhere, at: now) }

    /// A job that somebody is to look at.
    func line(_ record: JobRecord, _ state: State) -> Line {
        let text =
            record.hasFailed
            ? Texts.said("Its last run failed. It is tried again, and the server’s log says why.")
            : Texts.said("It has not run for \(TimeText.age(now - (record.ranAt ?? record.begunAt ?? now))).")
        return Line(label: record.kind.label, text: text, state: state, link: Path.anchor("jobs"))
    }

    // MARK: measures

    /// "850 MB", "12.4 GB".
    static func size(_ bytes: Int64) -> String {
        bytes < 1_000_000_000 ? "\(decimal(Double(bytes) / 1e6, 1)) MB" : "\(decimal(Double(bytes) / 1e9, 1)) GB"
    }

    /// "12 ms", "1.5 s".
    private static func length(_ duration: Duration) -> String {
        let milliseconds = duration.microseconds / 1000
        return milliseconds < 1000 ? "\(milliseconds) ms" : "\(decimal(Double(milliseconds) / 1000, 1)) s"
    }
}
