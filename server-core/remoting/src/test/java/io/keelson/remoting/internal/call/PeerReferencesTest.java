package io.keelson.remoting.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.remoting.fixture.Cart;
import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.EchoObject;
import io.keelson.remoting.internal.marshal.AllowList;
import io.keelson.remoting.internal.marshal.MarshalLimits;
import io.keelson.remoting.internal.marshal.ObjectStreams;
import io.keelson.remoting.internal.marshal.RemoteReference;
import io.keelson.remoting.internal.wire.PeerIdentity;
import io.keelson.remoting.internal.wire.Terms;
import io.keelson.remoting.internal.wire.WireSettings;
import io.keelson.remoting.spi.CallScope;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.rmi.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests where references may lead: this side connects only to what the other side vouches for, or itself. */
class PeerReferencesTest {
    private static final long PEER = 7;
    private static final long THIRD = 9;
    private static final String KNOWN = "keelson://127.0.0.1:7003";
    private static final String STRANGER = "keelson://10.1.1.1:7001";

    private final Background work = new Background("references-test");
    private final ClassLoader loader = PeerReferencesTest.class.getClassLoader();
    private final List<String> dialled = new ArrayList<>();
    private final Node node = node();
    private final PeerConnection connection = connection(List.of(KNOWN));

    private Node node() {
        AllowList allowed = new AllowList("test", "allowed-classes", List.of());
        ExportScope own = new ExportScope(
                "test", work, CallScope.plain(loader), new ObjectStreams(loader, allowed, MarshalLimits.STANDARD));
        return new Node(
                WireSettings.standard(1, "test"),
                Ticker.system(),
                Duration.ZERO,
                own,
                (of, endpoint, address) -> {
                    dialled.add(address.toString());
                    throw new IOException("not in this test");
                },
                () -> List.of("keelson://127.0.0.1:7001"));
    }

    private PeerConnection connection(List<String> agreed) {
        PeerConnection accepted = PeerConnection.accepted(node, new DirectBatch(), "the peer");
        accepted.ready(new Terms(1, 0, 1000, PEER, "test", agreed), PeerIdentity.NOBODY);
        return accepted;
    }

    @AfterEach
    void close() {
        work.close();
    }

    private Echo received(long of, String key, String... addresses) throws IOException {
        RemoteReference reference = new RemoteReference(
                of, 1, key, key.isEmpty() ? "" : "round-robin", List.of(addresses), List.of(Echo.class.getName()));
        return (Echo) new PeerReferences(connection, node.own()).object(reference, loader);
    }

    @Test
    void anObjectOfAServerThatThePeerVouchesForIsCalledThere() throws Exception {
        Echo stub = received(THIRD, "", STRANGER, KNOWN);

        assertThatThrownBy(stub::name).hasMessageContaining("not in this test");
        assertThat(dialled).containsExactly(KNOWN);
    }

    @Test
    void anObjectThatIsElsewhereIsRefused() {
        assertThatThrownBy(() -> received(THIRD, "", STRANGER))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining(STRANGER)
                .hasMessageContaining("trusted-addresses");
        assertThatThrownBy(() -> received(THIRD, "")).isInstanceOf(InvalidObjectException.class);
        assertThatThrownBy(() -> received(THIRD, "", "http://127.0.0.1", ""))
                .isInstanceOf(InvalidObjectException.class);
    }

    @Test
    void whatThisServerVouchesForItselfMayBeNamed() throws Exception {
        node.trust(List.of(STRANGER));

        assertThatThrownBy(received(THIRD, "", STRANGER)::name).hasMessageContaining("not in this test");
        assertThat(dialled).containsExactly(STRANGER);
    }

    @Test
    void membersThatAreNamedAreOnlyThoseThatAreKnown() throws Exception {
        Echo stub = received(THIRD, "key", STRANGER, KNOWN);

        assertThatThrownBy(stub::name).hasMessageContaining("not in this test");
        assertThat(dialled).containsExactly(KNOWN);
    }

    @Test
    void anObjectOfThePeerIsCalledOverItsOwnConnectionWhateverIsNamed() throws Exception {
        connection.closed(new IOException("gone"));

        assertThatThrownBy(received(PEER, "", STRANGER)::name).hasMessageContaining("has ended its connection");
        assertThatThrownBy(received(PEER, "key", STRANGER)::name).hasMessageContaining("has ended its connection");
        assertThat(dialled).isEmpty();
    }

    @Test
    void whatThePeerWouldNotConnectToIsCalledThroughThisSide() throws Exception {
        node.trust(List.of(STRANGER));
        PeerReferences references = new PeerReferences(connection, node.own());
        Object near = received(THIRD, "", KNOWN);
        Object far = received(THIRD, "", STRANGER);

        assertThat(references.reference(near).node()).isEqualTo(THIRD);
        assertThat(references.reference(far).node()).as("this process").isEqualTo(node.number());
        assertThat(references.reference((Remote) new EchoObject("")).node()).isEqualTo(node.number());
    }

    @Test
    void aStrangersReferenceHasRemoteInterfacesOnly() {
        RemoteReference strange = new RemoteReference(PEER, 1, "", "", List.of(), List.of(Runnable.class.getName()));
        RemoteReference cart = new RemoteReference(PEER, 1, "", "", List.of(), List.of(Cart.class.getName()));

        assertThatThrownBy(() -> new PeerReferences(connection, node.own()).object(cart, loader))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("none of the remote interfaces");
        PeerConnection ofServer = PeerConnection.accepted(node, new DirectBatch(), "a server");
        ofServer.ready(new Terms(1, 0, 1000, PEER, "test", List.of(KNOWN)), PeerIdentity.SERVER);
        assertThat(object(ofServer, cart)).isInstanceOf(Cart.class);
        assertThatThrownBy(() -> new PeerReferences(ofServer, node.own()).object(strange, loader))
                .isInstanceOf(InvalidObjectException.class);
    }

    private Object object(PeerConnection from, RemoteReference reference) {
        try {
            return new PeerReferences(from, node.own()).object(reference, loader);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
