package io.keelson.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.Configuration;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.naming.NameUse;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that keeps its leases, its members and its users in databases: their data sources do not go while it runs. */
@Timeout(120)
class UsedDataSourcesIT {
    @TempDir
    Path directory;

    private static int freePort() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    ServerSocket next = new ServerSocket(one.getLocalPort() + 1, 1, InetAddress.getLoopbackAddress())) {
                return next.getLocalPort() - 1;
            } catch (IOException taken) {
                // others
            }
        }
        throw new IOException("no two free ports beside each other");
    }

    private String source(String name, String more) {
        return "  " + name + ":\n    url: jdbc:h2:file:" + directory.resolve(name) + "\n" + more;
    }

    private static void change(TestServer server, String from, String to) throws Exception {
        DomainConfiguration now = (DomainConfiguration) server.service(Configuration.class);
        String text = now.file().text().replace(from, to);
        assertThat(text).isNotEqualTo(now.file().text());
        server.control().applyConfiguration(now.with(DomainFile.parse(now.file().path(), text)));
    }

    @Test
    void whatTheServerItselfKeepsStaysWhereItIs() throws Exception {
        String leases = source("leases", "    jndi-names: [jdbc/leases]\n");
        String found = source("found", "");
        String users = source("users", "    jndi-names: [jdbc/users]\n");
        String cluster = "clusters:\n  c: {migration-basis: database, lease-data-source: jdbc/leases, discovery: jdbc,"
                + " discovery-data-source: found}\n";
        String realm = "realm-providers:\n  people: {type: jdbc, jdbc: {data-source: users}}\n"
                + "security:\n  providers: [people]\n";
        String yaml = "name: test\nadmin-server: " + TestServer.NAME + "\nservers:\n  " + TestServer.NAME
                + ": {listen-port: 0, cluster-port: " + freePort() + "}\n" + cluster + realm + "data-sources:\n"
                + leases
                + found + users;
        try (TestServer server = TestServer.builder()
                .directory(directory.resolve("domain"))
                .yaml(yaml)
                .start()) {
            Naming naming = server.service(Naming.class);
            assertThat(naming.uses("jdbc/leases")).containsExactly(new NameUse("the leases of the cluster c", true));
            assertThatThrownBy(() -> change(server, leases, ""))
                    .hasMessageContaining(
                            "data-sources.leases cannot go while it is used by the leases of the cluster c");
            assertThatThrownBy(() -> change(
                            server,
                            directory.resolve("leases").toString(),
                            directory.resolve("x").toString()))
                    .hasMessageContaining("data-sources.leases cannot lead to another database")
                    .hasMessageContaining("the leases of the cluster c are kept there");
            change(server, leases, leases + "    max-capacity: 3\n    test-query: select 1\n");
            assertThatThrownBy(() -> change(server, found, ""))
                    .hasMessageContaining("the members of the cluster c, who find one another");
            change(
                    server,
                    directory.resolve("found").toString(),
                    directory.resolve("found again").toString());
            change(server, realm, ""); // the realm takes its providers at a start
            assertThatThrownBy(() -> change(server, users, ""))
                    .hasMessageContaining("data-sources.users cannot go while it is used by the realm provider people");
        }
    }
}
