import Compression

/// Tiles as they are kept and sent.
package enum PackedTile {
    /// What stands where no map is: plain ground with a hatch, so that nobody takes it for empty land.
    package static let empty = Gzip.pack(Array(emptyPicture.utf8))

    /// For the few that do not take gzip.
    package static func plain(_ packed: [UInt8]) -> [UInt8] { Gzip.unpack(packed) ?? Array(emptyPicture.utf8) }

    static let emptyPicture = """
        <svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 1024 1024"><rect width="1024" \
        height="1024" fill="#eceae6"/><path d="M0 256L256 0M0 512L512 0M0 768L768 0M0 1024L1024 0M256 1024L1024 256M512 \
        1024L1024 512M768 1024L1024 768" stroke="#e0ddd7" stroke-width="8" fill="none"/></svg>
        """
}

extension TileDrawer {
    /// The tile as gzip: how it is kept and sent.
    package func packed(_ key: TileKey) -> [UInt8] { Gzip.pack(draw(key)) }
}
