package io.keelson.cluster.internal.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.DataSize;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.ClusterSettings;
import io.keelson.cluster.membership.ClusterSettings.Discovery;
import io.keelson.cluster.membership.ClusterSettings.Transport;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.cluster.membership.Topic;
import io.keelson.cluster.names.TreeNames;
import io.keelson.kernel.config.DomainKey;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArray;
import org.jgroups.util.ExtendedUUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process of this machine that has no key of the domain, and knows all else. */
@Timeout(120)
class StrangersIT {
    private static final int GROUP_PORT = 45_773;
    private static final Topic OWN = new Topic(100, "tests");

    @TempDir
    private Path domain;

    private final List<Membership> opened = new ArrayList<>();
    private final Map<String, InetSocketAddress> servers = new LinkedHashMap<>();

    private static ClusterSettings settings(Transport transport) {
        return new ClusterSettings(
                transport,
                Discovery.STATIC,
                null,
                null,
                null,
                "keelson_members",
                "239.192.71.3",
                GROUP_PORT,
                false,
                null,
                Duration.ofSeconds(3),
                null,
                ClusterSettings.SessionCompression.AUTO,
                new DataSize(8_192),
                false);
    }

    private Membership open(String self, Transport transport) throws IOException {
        for (String server : List.of("AdminServer", "server-1", "server-2")) {
            if (!servers.containsKey(server)) {
                try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                    servers.put(server, new InetSocketAddress(free.getInetAddress(), free.getLocalPort()));
                }
            }
        }
        DomainKey key = DomainKey.of(domain);
        Membership membership = new Membership(
                new Roster("shop", "c", self, "AdminServer", servers, 2),
                (expected, listener) -> new JGroupsChannel(
                        expected, settings(transport), key, domain, null, listener, ThreadWatch.none()));
        opened.add(membership);
        membership.start();
        return membership;
    }

    private Membership[] two(Transport transport) throws IOException {
        Membership[] both = {open("AdminServer", transport), open("server-1", transport)};
        awaitTwo(both);
        return both;
    }

    private static void awaitTwo(Membership... all) {
        await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
            for (Membership one : all) {
                assertThat(one.view().current().members()).hasSize(2);
            }
        });
    }

    private static JGroupsChannel channel(Membership of) {
        return (JGroupsChannel) of.group();
    }

    @AfterEach
    void close() {
        opened.forEach(membership -> membership.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10))));
    }

    /** Sends as the library does, with the address of a member, to another one, who may answer or not. */
    private static void forge(Membership target, Address claimed, Message message) throws Exception {
        Address to = channel(target).raw().getAddress();
        PhysicalAddress at = new IpAddress(target.roster().address());
        try (JChannel stranger = new JChannel(new FreePortTcp(), new UNICAST3())) {
            stranger.addAddressGenerator(() -> (ExtendedUUID) claimed);
            stranger.connect("keelson");
            stranger.getProtocolStack().getTransport().addPhysicalAddressToCache(to, at);
            stranger.send(message.setDest(to));
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(
                            () -> assertThat(target.view().counts().strangers()).isPositive());
        }
    }

    /** Writes views as the library does. */
    private static final class Views extends GMS {
        static ByteArray marshalled(View view) {
            return marshal(view, null);
        }
    }

    /** TCP on a port that is free. */
    private static final class FreePortTcp extends TCP {
        FreePortTcp() throws IOException {
            setId(ClassConfigurator.getProtocolId(TCP.class));
            setBindAddress(InetAddress.getLoopbackAddress());
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                setBindPort(free.getLocalPort());
            }
            setPortRange(10);
            useVirtualThreads(false);
        }
    }

    @Test
    void aForgedMessageAboutSessionsReachesNobody() throws Exception {
        Membership[] both = two(Transport.TCP);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        both[0].group().receive(OWN, (from, payload) -> heard.add(from.server() + ' ' + payload.length));
        byte[] forged = new byte[20];
        forged[0] = OWN.code();

        forge(both[0], channel(both[1]).raw().getAddress(), new BytesMessage(null, forged).setFlag(Message.Flag.NO_FC));

        both[1].group().send(both[0].group().self(), OWN, new byte[3]);
        await().untilAsserted(() -> assertThat(heard).containsExactly("server-1 3"));
    }

    @Test
    void aForgedViewChangesNoView() throws Exception {
        Membership[] both = two(Transport.TCP);
        Address admin = channel(both[0]).raw().getAddress();
        Address one = channel(both[1]).raw().getAddress();
        Message forged = new BytesMessage(null)
                .putHeader(ClassConfigurator.getProtocolId(GMS.class), new GMS.GmsHeader(GMS.GmsHeader.VIEW))
                .setArray(Views.marshalled(View.create(one, 1_000, admin)));
        long before = both[0].view().current().number();

        forge(both[0], one, forged);

        assertThat(both[0].view().current().number()).isEqualTo(before);
        assertThat(both[0].view().current().members()).hasSize(2);
    }

    /** Whatever is announced: what has not come takes no memory, and only so many may wait. */
    @Test
    void manyConnectionsThatAnnounceMuchEndNobody() throws Exception {
        Membership[] both = two(Transport.TCP);
        MemberServer connections =
                channel(both[0]).raw().getProtocolStack().findProtocol(MemberTcp.class) instanceof MemberTcp tcp
                        ? tcp.connections()
                        : null;
        assertThat(connections).isNotNull();
        InetSocketAddress at = servers.get("AdminServer");
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 420; i++) {
                Socket stranger = new Socket(at.getAddress(), at.getPort());
                strangers.add(stranger);
                // The introduction of builds before this one, and a frame of two gigabytes.
                stranger.getOutputStream().write(announcement(i % 2 == 0));
            }
            List<String> heard = Collections.synchronizedList(new ArrayList<>());
            both[0].group().receive(TreeNames.NAMES, (from, payload) -> heard.add(from.server()));
            both[1].group().send(both[0].group().self(), TreeNames.NAMES, new byte[1]);
            await().untilAsserted(() -> assertThat(heard).containsExactly("server-1"));
            await().untilAsserted(() ->
                    assertThat(connections.pending()).isLessThanOrEqualTo(MemberServer.MOST_PENDING_OF_ADDRESS));
            assertThat(both[0].view().current().members()).hasSize(2);
            assertThat(both[0].view().counts().refused()).as("told once").isLessThanOrEqualTo(2);
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
        await().untilAsserted(() -> assertThat(connections.pending()).isZero());
    }

    private static byte[] announcement(boolean ofOlderBuild) {
        ByteBuffer bytes = ByteBuffer.allocate(32);
        if (ofOlderBuild) {
            bytes.put("bela".getBytes());
        } else {
            bytes.putInt(0x4B4C5343)
                    .put((byte) 1)
                    .put((byte) 1)
                    .put(new byte[16])
                    .put((byte) 255);
        }
        return bytes.array();
    }

    /** Nobody waits for those who connect and say nothing. */
    @Test
    void silentConnectionsKeepNobodyFromJoining() throws Exception {
        Membership admin = open("AdminServer", Transport.TCP);
        await().untilAsserted(() -> assertThat(admin.view().counts().views()).isPositive());
        InetSocketAddress at = servers.get("AdminServer");
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 3 * MemberServer.MOST_PENDING_OF_ADDRESS; i++) {
                silent.add(new Socket(at.getAddress(), at.getPort()));
            }
            Membership one = open("server-1", Transport.TCP);
            // Each silent one took a second of the only thread for connections: that would be a minute and a half.
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(one.view().current().members()).hasSize(2));
        } finally {
            for (Socket one : silent) {
                one.close();
            }
        }
    }

    /** All that goes to the group, sent again as it was. */
    @Test
    void datagramsThatComeAgainAreCountedAndDropped() throws Exception {
        try (MulticastSocket recorder = new MulticastSocket(GROUP_PORT)) {
            InetSocketAddress group = new InetSocketAddress("239.192.71.3", GROUP_PORT);
            NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
            recorder.setNetworkInterface(loopback);
            recorder.joinGroup(group, loopback);
            Membership[] both = two(Transport.UDP);
            DatagramPacket packet = new DatagramPacket(new byte[65_000], 65_000);
            recorder.setSoTimeout(20_000);
            recorder.receive(packet);
            DatagramPacket again = new DatagramPacket(packet.getData().clone(), packet.getLength(), group);
            // A datagram may be lost on its way, on a busy machine.
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                recorder.send(again);
                assertThat(both[0].view().counts().strangers()
                                + both[1].view().counts().strangers())
                        .isPositive();
            });
            assertThat(both[0].view().current().members()).hasSize(2);
        }
    }
}
