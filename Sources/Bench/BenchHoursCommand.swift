import ArgumentParser
import Domain
import OpeningHours

/// Evaluates the opening hours on standard input, one value a line, for whoever compares them with another program's, or times them.
struct BenchHoursCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hours", abstract: "Opening hours: their states, or how long they take.")
    @Option var zone = "Europe/Andorra"
    @Option var latitude = "42.55"
    @Option var longitude = "1.6"
    @Option(help: "ISO 3166, for public holidays.") var region = "AD"
    @Option(help: "The first day.") var from = "2025-01-01"
    @Option var days = 730
    @Flag(help: "Times in place of states.") var time = false

    func run() async throws {
        guard let zone = TripZone(zone), let first = Day(from), days > 0, days <= 4000 else {
            throw ValidationError("Not a zone, a day or days.")
        }
        let place = HoursPlace(zone: zone, coordinates: Coordinates(latitude: latitude, longitude: longitude), region: region)
        var values: [String] = []
        while let line = readLine() { values.append(line) }
        if time {
            print(report(values, first, place))
        } else {
            for value in values { print(states(value, first, place)) }
        }
    }

    /// What holds at each quarter of an hour, a letter and how often in a row: "C40 O32". u is unknown for a reason of ours, U by the
    /// value's own word; a value that cannot be read is X.
    private func states(_ value: String, _ first: Day, _ place: HoursPlace) -> String {
        let hours = Hours(value)
        guard hours.isReadable else { return "X" }
        var runs: [(letter: String, count: Int)] = []
        for number in first.number..<first.number + days {
            var quarters = hours.timeline(Day(number: number), in: place)[...]
            for minute in stride(from: 0, to: 1440, by: 15) {
                while let interval = quarters.first, interval.minutes.upperBound <= minute { quarters.removeFirst() }
                let letter = quarters.first.map { BenchHoursCommand.letter($0.answer) } ?? "C"
                if runs.last?.letter == letter { runs[runs.count - 1].count += 1 } else { runs.append((letter, 1)) }
            }
        }
        return runs.map { $0.letter + String($0.count) }.joined(separator: " ")
    }

    private static func letter(_ answer: HoursAnswer) -> String {
        switch answer.state {
        case .open: "O"
        case .closed: "C"
        case .unknown: answer.doubt.isEmpty ? "U" : "u"
        }
    }

    /// Reading a value and asking it once, the median and the slowest value at its best of twenty; and 10,000 values over a week.
    private func report(_ values: [String], _ first: Day, _ place: HoursPlace) -> String {
        let clock = ContinuousClock()
        var best = [Duration](repeating: .seconds(1), count: values.count)
        var open = 0
        for round in 0..<20 {
            for (index, value) in values.enumerated() {
                let moment = Instant(day: Day(number: first.number + round * 17 % days), secondsOfDay: index * 7_919 % 86_400)
                let begin = clock.now
                let answer = Hours(value).answer(at: moment, in: place)
                best[index] = min(best[index], clock.now - begin)
                if answer.state == .open { open += 1 }
            }
        }
        let begin = clock.now
        for index in 0..<10_000 where !values.isEmpty {
            open += Hours(values[index % values.count]).week(from: first, in: place).count
        }
        let week = (clock.now - begin) / .milliseconds(1)
        let sorted = best.map { $0 / .microseconds(1) }.sorted()
        return "median_us=\(sorted.isEmpty ? 0 : sorted[sorted.count / 2]) worst_us=\(sorted.last ?? 0) week_ms=\(week) open=\(open)"
    }
}
