package io.keelson.admin.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.agent.Agent;
import io.keelson.admin.agent.AgentFactory;
import io.keelson.admin.agent.SnmpSettings;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snmp4j.PDU;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthSHA;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.VariableBinding;

/** The agent and a client of SNMP, over UDP on loopback. */
@Timeout(120)
class SnmpAgentIT {
    private static final String ROOT = "1.3.6.1.4.1.32473.1";
    private static final OID NAME = new OID(ROOT + ".1.1.1.0");
    private static final String PASSWORD = "authentication";
    private static final String PRIVACY = "encryption of it";

    @TempDir
    Path directory;

    private Agent agent;

    private Agent open(int port) throws IOException {
        return new SnmpAgentFactory()
                .open(new AgentFactory.Wanted(
                        new SnmpSettings("127.0.0.1", "watcher", PASSWORD, PRIVACY, ROOT),
                        port,
                        () -> TestView.with(
                                5,
                                TestView.work("default", 3, 9),
                                TestView.work("shop/orders", 1, 4),
                                TestView.work("shop/mail", 0, 0)),
                        directory,
                        Ticker.system()));
    }

    @BeforeEach
    void open() throws Exception {
        agent = open(0);
    }

    @AfterEach
    void close() {
        agent.close();
    }

    private TestClient client() throws IOException {
        return new TestClient(agent.address(), "watcher", PASSWORD, PRIVACY);
    }

    @Test
    void itAnswersWhatIsThereAndSaysWhatIsNot() throws Exception {
        try (TestClient client = client()) {
            PDU answer = client.ask(
                    PDU.GET,
                    NAME,
                    new OID("1.3.6.1.2.1.1.5.0"),
                    new OID(ROOT + ".1.1.1.7"),
                    new OID("1.3.6.1.2.1.99.0"));
            assertThat(answer.getErrorStatus()).isZero();
            assertThat(answer.getAll())
                    .extracting(VariableBinding::getVariable)
                    .containsExactly(
                            new OctetString("server-1"),
                            new OctetString("server-1"),
                            Null.noSuchInstance,
                            Null.noSuchObject);
        }
    }

    @Test
    void aWalkStepByStepAndOneInBulkSeeTheSame() throws Exception {
        try (TestClient client = client()) {
            List<OID> steps = new ArrayList<>();
            OID at = new OID("1.3");
            while (true) {
                VariableBinding next = client.ask(PDU.GETNEXT, at).get(0);
                if (next.isException()) {
                    assertThat(next.getVariable()).isEqualTo(Null.endOfMibView);
                    break;
                }
                assertThat(next.getOid()).isGreaterThan(at);
                at = next.getOid();
                steps.add(at);
            }
            assertThat(steps).hasSize(11 + 13 + 3 * 7 + 6 + 2 * 5);

            List<OID> bulk = new ArrayList<>();
            at = new OID("1.3");
            int asked = 0;
            boolean more = true;
            while (more) {
                asked++;
                for (VariableBinding each : client.bulk(0, 20, at).getAll()) {
                    more &= !each.isException();
                    if (more) {
                        bulk.add(each.getOid());
                        at = each.getOid();
                    }
                }
            }
            assertThat(bulk).isEqualTo(steps);
            assertThat(asked).isEqualTo(4);
        }
    }

    @Test
    void bulkHasSingleAndRepeatedObjectsAndABound() throws Exception {
        try (TestClient client = client()) {
            OID names = new OID(ROOT + ".1.2.1.1");
            OID queued = new OID(ROOT + ".1.2.1.2");
            PDU answer = client.bulk(1, 2, new OID("1.3.6.1.2.1.1.5"), names, queued);
            assertThat(answer.size()).isEqualTo(1 + 2 * 2);
            assertThat(answer.get(0).getOid()).isEqualTo(new OID("1.3.6.1.2.1.1.5.0"));
            assertThat(answer.get(1).toValueString()).isEqualTo("default");
            assertThat(answer.get(2).toValueString()).isEqualTo("3");
            assertThat(answer.get(3).toValueString()).isEqualTo("shop/mail");
            assertThat(client.bulk(2, 0, new OID("1.3.6.1.2.1.1.5"), names).size())
                    .isEqualTo(2);
            PDU most = client.bulk(0, 1_000_000, new OID("1.3"));
            assertThat(most.getErrorStatus()).isZero();
            assertThat(most.size()).isLessThanOrEqualTo(500);
        }
    }

    @Test
    void nothingCanBeSet() throws Exception {
        try (TestClient client = client()) {
            PDU answer = client.send(
                    PDU.SET,
                    new VariableBinding(NAME, new OctetString("mine")),
                    new VariableBinding(new OID("1.3.6.1.2.1.1.4.0"), new OctetString("me")));
            assertThat(answer.getErrorStatus()).isEqualTo(SnmpConstants.SNMP_ERROR_NOT_WRITEABLE);
            assertThat(client.ask(PDU.GET, NAME).get(0).toValueString()).isEqualTo("server-1");
            assertThat(client.send(PDU.SET, new VariableBinding(new OID(ROOT + ".9.9"), new Integer32(1)))
                            .getErrorStatus())
                    .isNotZero();
        }
    }

    private @Nullable PDU answer(TestClient client) throws IOException {
        try (client) {
            return client.send(PDU.GET, new VariableBinding(NAME));
        }
    }

    /** A report or an error, or nothing at all; never the name. */
    private void refused(TestClient client) throws IOException {
        PDU answer = answer(client);
        if (answer != null) {
            assertThat(answer.getType() == PDU.REPORT || answer.getErrorStatus() != 0)
                    .as(answer.toString())
                    .isTrue();
            assertThat(answer.toString()).doesNotContain("server-1");
        }
    }

    @Test
    void onlyTheUserGetsAnythingAndOnlyEncrypted() throws Exception {
        refused(new TestClient(agent.address(), "watcher", "wrong password", PRIVACY));
        refused(new TestClient(agent.address(), "watcher", PASSWORD, "wrong password"));
        refused(new TestClient(agent.address(), "somebody", PASSWORD, PRIVACY));
        refused(new TestClient(agent.address(), "watcher", PASSWORD, PRIVACY).at(SecurityLevel.AUTH_NOPRIV));
        refused(new TestClient(agent.address(), "watcher", PASSWORD, PRIVACY).at(SecurityLevel.NOAUTH_NOPRIV));
        refused(new TestClient(agent.address(), "watcher", AuthSHA.ID, PASSWORD, PrivAES128.ID, PRIVACY));
        refused(new TestClient(agent.address(), "watcher", PASSWORD, PRIVACY).in("other context"));
        assertThat(answer(new TestClient(
                        agent.address(), "watcher", AuthHMAC192SHA256.ID, PASSWORD, PrivAES128.ID, PRIVACY)))
                .isNotNull()
                .matches(pdu -> pdu.getErrorStatus() == 0 && pdu.getType() == PDU.RESPONSE);
    }

    @Test
    void earlierVersionsGetNoAnswer() throws Exception {
        assertThat(TestClient.community(agent.address(), SnmpConstants.version1, NAME))
                .isNull();
        assertThat(TestClient.community(agent.address(), SnmpConstants.version2c, NAME))
                .isNull();
    }

    @Test
    void garbageDoesNoHarm() throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"))) {
            java.util.Random random = new java.util.Random(1);
            for (int i = 0; i < 300; i++) {
                byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                if (bytes.length > 4 && i % 2 == 0) {
                    bytes[0] = 0x30; // as each message begins
                    bytes[1] = (byte) (bytes.length - 2);
                    bytes[2] = 2;
                    bytes[3] = 1;
                    bytes[4] = 3;
                }
                socket.send(new java.net.DatagramPacket(bytes, bytes.length, agent.address()));
            }
        }
        try (TestClient client = client()) {
            assertThat(client.ask(PDU.GET, NAME).get(0).toValueString()).isEqualTo("server-1");
        }
    }

    @Test
    void startsAreCountedAndThePortIsGivenBack() throws Exception {
        Path starts = directory.resolve("snmp-starts");
        assertThat(Files.readString(starts)).isEqualTo("1\n");
        int port = agent.address().getPort();
        assertThatThrownBy(() -> open(port)).isInstanceOf(IOException.class).hasMessageContaining("port " + port);
        agent.close();
        agent = open(port);
        assertThat(Files.readString(starts)).isEqualTo("3\n");
        try (TestClient client = client()) {
            assertThat(client.ask(PDU.GET, NAME).get(0).toValueString()).isEqualTo("server-1");
        }
        Files.writeString(starts, "many");
        assertThatThrownBy(() -> open(0)).isInstanceOf(IOException.class).hasMessageContaining("snmp-starts");
    }
}
