/// `<rule_sequence>`: when it applies and what is then.
struct Rule: Sendable {
    let separator: RuleSeparator
    let selectors: SelectorSequence
    let modifier: RuleModifier

    /// The mapper's words, before a colon or after the times.
    var comment: String? { modifier.comment ?? selectors.comment }
}

/// `<any_rule_separator>`: how a rule joins those before it.
enum RuleSeparator: Sendable {
    /// `;` takes the place of what they say about its days, but for a closed rule, which takes only its times away.
    case normal
    /// `,` adds its times to theirs.
    case additional
    /// `||` speaks where they leave it closed.
    case fallback
}

/// `<rule_modifier>`: open unless it says otherwise; a comment alone makes it unknown.
struct RuleModifier: Sendable {
    var state = OpeningState.open
    var comment: String?
}

/// `<selector_sequence>`: every kind that is given must match; an empty one always does.
struct SelectorSequence: Sendable {
    /// `<comment>:` before everything else.
    var comment: String?
    /// `24/7` was written.
    var isAlways = false
    var years: [YearRange] = []
    var monthDays: [MonthDayRange] = []
    var weeks: [WeekRange] = []
    var weekdays: [WeekdayRange] = []
    /// Places in the list of the value's holidays.
    var holidays: [Int] = []
    /// `PH Mo-Fr` is a holiday on a weekday; `PH,Mo-Fr` is one or the other.
    var wantsHolidayAndWeekday = false
    var times: [TimeSpan] = []

    /// Whether it selects days.
    var hasDays: Bool {
        !years.isEmpty || !monthDays.isEmpty || !weeks.isEmpty || !weekdays.isEmpty || !holidays.isEmpty
    }
    /// Whether it matches every moment.
    var isEmpty: Bool { !hasDays && times.isEmpty }
}
