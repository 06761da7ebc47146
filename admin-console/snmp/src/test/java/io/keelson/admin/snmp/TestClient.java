package io.keelson.admin.snmp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snmp4j.CommunityTarget;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.Snmp;
import org.snmp4j.UserTarget;
import org.snmp4j.event.ResponseEvent;
import org.snmp4j.mp.CounterSupport;
import org.snmp4j.mp.MPv1;
import org.snmp4j.mp.MPv2c;
import org.snmp4j.mp.MPv3;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityModels;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.SecurityProtocols.SecurityProtocolSet;
import org.snmp4j.security.USM;
import org.snmp4j.security.UsmUser;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.VariableBinding;
import org.snmp4j.transport.DefaultUdpTransportMapping;
import org.snmp4j.util.DefaultPDUFactory;

/** A client of SNMP version 3. */
public final class TestClient implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 700;

    private final Snmp snmp;
    private final UserTarget<UdpAddress> target = new UserTarget<>();
    private OctetString context = new OctetString();

    public TestClient(InetSocketAddress agent, String user, String password, String privacy) throws IOException {
        this(agent, user, AuthHMAC192SHA256.ID, password, PrivAES128.ID, privacy);
    }

    TestClient(
            InetSocketAddress agent, String user, OID authentication, String password, OID encryption, String privacy)
            throws IOException {
        byte[] engine = MPv3.createLocalEngineID();
        SecurityProtocols protocols = new SecurityProtocols(SecurityProtocolSet.any);
        CounterSupport counters = new CounterSupport() {};
        USM users = new USM(protocols, new OctetString(engine), 1, counters);
        users.addUser(new UsmUser(
                new OctetString(user),
                authentication,
                new OctetString(password),
                encryption,
                new OctetString(privacy)));
        MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
        dispatcher.addMessageProcessingModel(new MPv3(
                engine,
                new DefaultPDUFactory(),
                protocols,
                SecurityModels.getCollection(new org.snmp4j.security.SecurityModel[] {users}),
                counters));
        snmp = new Snmp(
                dispatcher, new DefaultUdpTransportMapping(new UdpAddress(InetAddress.getByName("127.0.0.1"), 0)));
        snmp.listen();
        target.setAddress(new UdpAddress(agent.getAddress(), agent.getPort()));
        target.setVersion(org.snmp4j.mp.SnmpConstants.version3);
        target.setSecurityName(new OctetString(user));
        target.setSecurityLevel(SecurityLevel.AUTH_PRIV);
        target.setTimeout(PATIENCE_MILLIS);
        target.setRetries(1);
    }

    TestClient at(int level) {
        target.setSecurityLevel(level);
        return this;
    }

    TestClient in(String name) {
        context = new OctetString(name);
        return this;
    }

    /** Asks, and takes for granted that there is an answer. */
    public PDU ask(int type, OID... objects) throws IOException {
        VariableBinding[] all = new VariableBinding[objects.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = new VariableBinding(objects[i]);
        }
        return Objects.requireNonNull(send(type, all), "no answer");
    }

    @Nullable
    PDU send(int type, VariableBinding... objects) throws IOException {
        return send(pdu(type, objects));
    }

    PDU bulk(int single, int repetitions, OID... objects) throws IOException {
        ScopedPDU pdu = pdu(PDU.GETBULK);
        for (OID each : objects) {
            pdu.add(new VariableBinding(each));
        }
        pdu.setNonRepeaters(single);
        pdu.setMaxRepetitions(repetitions);
        return Objects.requireNonNull(send(pdu), "no answer");
    }

    private ScopedPDU pdu(int type, VariableBinding... objects) {
        ScopedPDU pdu = new ScopedPDU();
        pdu.setType(type);
        pdu.setContextName(context);
        for (VariableBinding each : objects) {
            pdu.add(each);
        }
        return pdu;
    }

    private @Nullable PDU send(PDU pdu) throws IOException {
        ResponseEvent<UdpAddress> event = snmp.send(pdu, target);
        return event.getResponse();
    }

    /** Asks as clients of versions 1 and 2c do. */
    static @Nullable PDU community(InetSocketAddress agent, int version, OID object) throws IOException {
        MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
        dispatcher.addMessageProcessingModel(new MPv1());
        dispatcher.addMessageProcessingModel(new MPv2c());
        try (Snmp snmp = new Snmp(
                dispatcher, new DefaultUdpTransportMapping(new UdpAddress(InetAddress.getByName("127.0.0.1"), 0)))) {
            snmp.listen();
            CommunityTarget<UdpAddress> target = new CommunityTarget<>(
                    new UdpAddress(agent.getAddress(), agent.getPort()), new OctetString("public"));
            target.setVersion(version);
            target.setTimeout(PATIENCE_MILLIS);
            PDU pdu = new PDU();
            pdu.setType(PDU.GET);
            pdu.add(new VariableBinding(object));
            return snmp.send(pdu, target).getResponse();
        }
    }

    @Override
    public void close() throws IOException {
        snmp.close();
    }
}
