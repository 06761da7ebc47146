package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.snmp.TestClient;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snmp4j.PDU;
import org.snmp4j.smi.OID;

/** A server of the distribution, asked by SNMP. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SnmpSystemIT {
    private static final String ROOT = "1.3.6.1.4.1.32473.1";

    @TempDir
    Path directory;

    private static String at(TestClient client, String oid) throws Exception {
        return client.ask(PDU.GET, new OID(oid)).get(0).toValueString();
    }

    @Test
    void aServerIsSeenByItsUserAlone() throws Exception {
        int port;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        try (LiveServer server = LiveServer.create(directory)) {
            server.configure("""
                    snmp:
                      user: watcher
                      authentication-password: not-for-all-a
                      privacy-password: not-for-all-p
                    """);
            server.launch("-Dkeelson.servers.AdminServer.snmp-port=" + port);
            server.awaitRunning();
            assertThat(server.output()).contains("KLS-141630");
            InetSocketAddress agent = new InetSocketAddress("127.0.0.1", port);
            try (TestClient client = new TestClient(agent, "watcher", "not-for-all-a", "not-for-all-p")) {
                assertThat(at(client, "1.3.6.1.2.1.1.5.0")).isEqualTo("AdminServer");
                assertThat(at(client, ROOT + ".1.1.1.0")).isEqualTo("AdminServer");
                assertThat(at(client, ROOT + ".1.1.4.0")).isEqualTo("RUNNING");
                String listening = client.ask(PDU.GETNEXT, new OID(ROOT + ".1.3.1.3"))
                        .get(0)
                        .toValueString();
                assertThat(server.address()).endsWith(":" + listening);
                assertThat(client.ask(PDU.GETNEXT, new OID(ROOT + ".1.2.1.1"))
                                .get(0)
                                .toValueString())
                        .isNotBlank();
            }
            assertThat(Files.readString(server.domain().resolve("servers/AdminServer/state/snmp-starts")))
                    .isEqualTo("1\n");
            assertThat(server.output()).doesNotContain("not-for-all").doesNotContain("ERROR");
        }
        assertThat(LiveServer.HOME.resolve("parts/snmp/KEELSON-MIB.txt")).exists();
    }
}
