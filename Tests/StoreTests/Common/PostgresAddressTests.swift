import Database
import Testing

/// The address of a server's database: what of it may be shown.
@Suite struct PostgresAddressTests {
    @Test func secretsAreInNothingThatIsShown() throws {
        let address = try #require(
            PostgresAddress("postgresql://trip:p%40ss'%5Cword@db.example:5433/valley?sslmode=verify-full&sslpassword=key"))
        #expect(address["password"] == "p@ss'\\word")
        for shown in [address.withoutSecrets, "\(address)"] {
            #expect(!shown.contains("ss'") && !shown.contains("word") && !shown.contains("key"), "\(shown)")
        }
        #expect("\(address)" == "the database “valley” on db.example")
        let other = try #require(PostgresAddress(address.inSchema("aside")))
        #expect(other["password"] == address["password"] && other["options"] == "-c search_path=aside" && other["sslmode"] == "verify-full")
    }

    @Test func servicesAndSocketsAreAddressesToo() throws {
        #expect("\(try #require(PostgresAddress("postgresql://?service=trip")))" == "the database of the service “trip”")
        let socket = try #require(PostgresAddress("postgresql:///valley?host=/run/postgresql&options=-c%20work_mem%3D1MB"))
        #expect("\(socket)" == "the database “valley” on /run/postgresql")
        #expect(PostgresAddress(socket.inSchema("aside"))?["options"] == "-c work_mem=1MB -c search_path=aside")
        #expect(PostgresAddress("postgresql://a:1,b:2/valley?target_session_attrs=read-write") != nil)
    }

    /// libpq would take the rest of such a password for a port, a host or a name, and tell it.
    @Test(arguments: [
        "postgresql://trip:se/cret@db.example/valley", "postgresql://trip:se@cret@db.example/valley",
        "postgresql://trip:5/cret@db.example/valley",
        "postgresql://trip:50%cret@db.example/valley", "postgresql://db.example/valley?secret=1", "postgresql://[::1/valley",
    ])
    func aPasswordThatIsCutIsRefused(_ text: String) { #expect(PostgresAddress(text) == nil) }
}
