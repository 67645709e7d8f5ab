/// Scans as pages get them, at once and over the stream: `{"id","list","member","in","at","by","undone"}`, times in milliseconds.
package enum ScanJSON {
    /// The elements of an array that is open.
    package static func write(_ scans: some Sequence<Scan>, to out: inout JSONWriter) {
        for scan in scans { out.object { write(scan, to: &$0) } }
    }

    private static func write(_ scan: Scan, to out: inout JSONWriter) {
        out.add("id", scan.id)
        out.add("list", scan.listID)
        out.add("member", scan.memberID)
        out.add("in", scan.isIn)
        out.add("at", scan.scannedAt)
        out.add("got", scan.receivedAt)
        out.add("by", scan.author)
        out.add("undone", scan.undoneAt != nil)
    }
}

extension CheckInSheet {
    /// The ticks that count.
    package var scansJSON: JSON { JSON.array { ScanJSON.write(attendance.counting, to: &$0) } }
}
