/// A list that was uploaded: first it waits for its confirmation, then only what was refused of it stays, for a day at most.
package struct PendingImport: Sendable {
    package let content: String
    /// What the bytes were read as.
    package let encoding: String
    /// Keys of what the host took the columns for; nil while nobody said.
    package let mapping: [String]?
    package let clearsEmpty: Bool
    /// How many members were saved, once it is confirmed: `content` is then `RefusedRows`.
    package let savedCount: Int?

    package init(content: String, encoding: String, mapping: [String]?, clearsEmpty: Bool, savedCount: Int?) {
        self.content = content
        self.encoding = encoding
        self.mapping = mapping
        self.clearsEmpty = clearsEmpty
        self.savedCount = savedCount
    }
}

/// What becomes of what the roster holds of people who are on a list.
package struct ImportRule: Sendable, Equatable {
    /// Whether an empty cell empties the field; else it leaves it.
    package let clearsEmpty: Bool
    /// Whether the list's groups are all that its people have afterwards; else they are added to theirs.
    package let replacesGroups: Bool
    package init(clearsEmpty: Bool, replacesGroups: Bool = false) {
        self.clearsEmpty = clearsEmpty
        self.replacesGroups = replacesGroups
    }
}

/// What the host says of a list's columns.
package struct ImportReading: Sendable {
    /// Nil takes them by their names.
    package let columns: [ImportColumn]?
    package let rule: ImportRule
    /// Whom lines with namesakes on the trip are taken for; `.some(nil)` is somebody else. They are said with the page, and not kept.
    package let persons: [Int: ID?]
    package init(columns: [ImportColumn]?, rule: ImportRule, persons: [Int: ID?] = [:]) {
        self.columns = columns
        self.rule = rule
        self.persons = persons
    }

    /// Whether some of it is said with the page alone, which has to keep it.
    package var isOfThePage: Bool { !persons.isEmpty || rule.replacesGroups }

    /// The same for columns that are read the same.
    package var text: String {
        let rules = (rule.clearsEmpty ? ["clears empty"] : []) + (rule.replacesGroups ? ["replaces groups"] : [])
        return ((columns ?? []).map(\.key) + rules).joined(separator: ",")
    }
}

/// What a list did to the roster.
package struct ImportResult: Sendable, Equatable {
    /// Of the roster, made by the import.
    package let version: Int
    package let added: Int
    package let changed: Int
    package init(version: Int, added: Int, changed: Int) {
        self.version = version
        self.added = added
        self.changed = changed
    }
    package var count: Int { added + changed }
}

/// What a list would do, read in one way.
package struct ImportPreview: Sendable {
    package let id: ID
    package let table: ImportTable
    package let encoding: String
    package let mapping: ImportMapping
    package let rule: ImportRule
    package let plan: ImportPlan
    /// The trip's own columns.
    package let own: [OwnColumn]
    /// Those that the list brings along.
    package let added: [OwnColumn]
    /// Names of those that were to come along and find no room.
    package let surplus: [String]
    package init(
        id: ID, table: ImportTable, encoding: String, mapping: ImportMapping, rule: ImportRule, plan: ImportPlan, own: [OwnColumn],
        added: [OwnColumn], surplus: [String]
    ) {
        self.own = own
        self.added = added
        self.surplus = surplus
        self.id = id
        self.table = table
        self.encoding = encoding
        self.mapping = mapping
        self.rule = rule
        self.plan = plan
    }
}
