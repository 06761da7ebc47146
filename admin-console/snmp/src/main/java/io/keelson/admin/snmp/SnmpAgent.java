package io.keelson.admin.snmp;

import io.keelson.admin.agent.Agent;
import io.keelson.admin.agent.AgentFactory.Wanted;
import io.keelson.admin.agent.ServerView;
import io.keelson.admin.agent.SnmpSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.mp.CounterSupport;
import org.snmp4j.mp.MPv3;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.SecurityModels;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.SecurityProtocols.SecurityProtocolSet;
import org.snmp4j.security.USM;
import org.snmp4j.security.UsmUser;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.transport.DefaultUdpTransportMapping;
import org.snmp4j.util.DefaultPDUFactory;

/**
 * The socket of the agent, its one user, and the thread that listens, which the library makes and which ends with the socket. Of the
 * versions there is the third alone, of the protocols one for each purpose, so that a client cannot choose a weaker one.
 *
 * <p>Specification: RFC 3412 (messages), RFC 3414 (users), RFC 7860 (SHA-256), RFC 3826 (AES-128).
 */
final class SnmpAgent implements Agent {
    private static final int ENGINE_ID_BYTES = 16;

    private final DefaultUdpTransportMapping socket;

    private SnmpAgent(DefaultUdpTransportMapping socket) {
        this.socket = socket;
    }

    static SnmpAgent open(Wanted wanted) throws IOException {
        SnmpSettings settings = wanted.settings();
        int boots = EngineBoots.next(wanted.state().resolve("snmp-starts"));
        ServerView server = wanted.view().get();
        byte[] engine = MPv3.createLocalEngineID(new OctetString(name(server)));

        SecurityProtocols protocols = new SecurityProtocols(SecurityProtocolSet.none);
        protocols.addAuthenticationProtocol(new AuthHMAC192SHA256());
        protocols.addPrivacyProtocol(new PrivAES128());
        CounterSupport counters = new CounterSupport() {};
        USM users = new USM(protocols, new OctetString(engine), boots, counters);
        users.setEngineDiscoveryEnabled(true);
        OctetString user = text(settings.user());
        users.addUser(new UsmUser(
                user,
                AuthHMAC192SHA256.ID,
                text(settings.authenticationPassword()),
                PrivAES128.ID,
                text(settings.privacyPassword())));

        MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
        dispatcher.addMessageProcessingModel(new MPv3(
                engine,
                new DefaultPDUFactory(),
                protocols,
                SecurityModels.getCollection(new org.snmp4j.security.SecurityModel[] {users}),
                counters));
        dispatcher.addCommandResponder(
                new Responder(user, new ObjectTree(wanted.view(), new OID(settings.root()), wanted.ticker()), engine));
        return listening(settings, wanted.port(), dispatcher);
    }

    private static SnmpAgent listening(SnmpSettings settings, int port, MessageDispatcherImpl dispatcher)
            throws IOException {
        try {
            InetAddress address = InetAddress.getByName(settings.listenAddress());
            DefaultUdpTransportMapping socket = new DefaultUdpTransportMapping(new UdpAddress(address, port));
            socket.addTransportListener(dispatcher);
            dispatcher.addTransportMapping(socket);
            socket.listen();
            return new SnmpAgent(socket);
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen at " + settings.listenAddress() + ", port " + port + " (UDP): " + e.getMessage(), e);
        }
    }

    /** The same for each start of a server, and of no other server: what clients have learnt of its users and clock is kept under it. */
    private static byte[] name(ServerView server) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((server.domain() + "\n" + server.name()).getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(hash, ENGINE_ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    private static OctetString text(@Nullable String text) {
        return new OctetString(
                Objects.requireNonNull(text, "checked by the settings").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public InetSocketAddress address() {
        UdpAddress bound = socket.getListenAddress();
        return new InetSocketAddress(bound.getInetAddress(), bound.getPort());
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot close the agent's socket", e);
        }
    }
}
