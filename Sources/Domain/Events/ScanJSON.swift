/// Scans as pages get them, at once and over the stream: `{"id","list","member","in","at","by","undone"}`, times in milliseconds.
package enum ScanJSON {
    package static func encode(_ scan: Scan) -> String {
        "{\"id\":\"\(scan.id)\",\"list\":\"\(scan.listID)\",\"member\":\"\(scan.memberID)\",\"in\":\(scan.isIn),"
            + "\"at\":\(scan.scannedAt.milliseconds),\"got\":\(scan.receivedAt.milliseconds),\"by\":\(json(scan.author)),"
            + "\"undone\":\(scan.undoneAt != nil)}"
    }
}

extension CheckInSheet {
    /// The ticks that count, with commas between them.
    package var scansJSON: String { attendance.counting.map(ScanJSON.encode).joined(separator: ",") }
}
