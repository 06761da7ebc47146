package io.keelson.cluster.internal.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cluster.internal.seal.ServerCard.Introduced;
import io.keelson.kernel.config.DomainKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class IntroductionTest {
    private static final InetSocketAddress ADMIN = new InetSocketAddress("127.0.0.1", 7101);
    private static final InetSocketAddress ONE = new InetSocketAddress("127.0.0.1", 7103);

    @TempDir
    private Path domain;

    private ClusterKey key;

    @BeforeEach
    void makeKey() throws IOException {
        key = ClusterKey.of(DomainKey.of(domain));
    }

    private static Introduction of(ServerCard card) {
        return new Introduction(card, new SecureRandom());
    }

    private ServerCard card(String server) {
        return new ServerCard("shop", "c", server, true, key);
    }

    /** What both ends made of a connection, and what was sent on it. */
    private record Met(
            CompletableFuture<Introduced> caller, CompletableFuture<Introduced> callee, ByteArrayOutputStream sent) {}

    private static Met meet(ServerCard caller, ServerCard callee, InetSocketAddress calleeListens) throws Exception {
        PipedOutputStream toCallee = new PipedOutputStream();
        PipedInputStream fromCaller = new PipedInputStream(toCallee, 4_096);
        PipedOutputStream toCaller = new PipedOutputStream();
        PipedInputStream fromCallee = new PipedInputStream(toCaller, 4_096);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        CompletableFuture<Introduced> called = CompletableFuture.supplyAsync(() -> {
            try (toCaller) {
                return of(callee).answer(calleeListens, fromCaller, toCaller);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        CompletableFuture<Introduced> calling = CompletableFuture.supplyAsync(() -> {
            try (toCallee) {
                return of(caller).call(ONE, ADMIN, fromCallee, tee(toCallee, sent));
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        calling.handle((done, failed) -> true).get();
        called.handle((done, failed) -> true).get();
        return new Met(calling, called, sent);
    }

    private static OutputStream tee(OutputStream to, OutputStream copy) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                to.write(value);
                copy.write(value);
            }

            @Override
            public void flush() throws IOException {
                to.flush();
            }
        };
    }

    private static void assertAgree(Introduced sends, Introduced receives) {
        byte[] frame = "a frame".getBytes();
        byte[] code = new byte[FrameMac.CODE];
        sends.sending().sign(5, frame, 0, frame.length, code, 0);
        assertThat(receives.receiving().verify(5, frame, 0, frame.length, code, 0))
                .isTrue();
        assertThat(receives.receiving().verify(6, frame, 0, frame.length, code, 0))
                .as("the same frame, again")
                .isFalse();
        assertThat(receives.receiving().verify(5, frame, 0, frame.length - 1, code, 0))
                .as("a shorter one")
                .isFalse();
        assertThat(sends.receiving().verify(5, frame, 0, frame.length, code, 0))
                .as("sent back")
                .isFalse();
    }

    @Test
    void serversOfOneClusterHaveTheSameKeysForEachDirection() throws Exception {
        Met met = meet(card("server-1"), card("AdminServer"), ADMIN);
        Introduced caller = met.caller().get();
        Introduced callee = met.callee().get();

        assertThat(callee.address()).isEqualTo(ONE);
        assertThat(caller.codes()).isTrue();
        assertAgree(caller, callee);
        assertAgree(callee, caller);
    }

    @Test
    void eachConnectionHasItsOwnKeys() throws Exception {
        Introduced first =
                meet(card("server-1"), card("AdminServer"), ADMIN).caller().get();
        Introduced second =
                meet(card("server-1"), card("AdminServer"), ADMIN).callee().get();
        byte[] frame = "a frame".getBytes();
        byte[] code = new byte[FrameMac.CODE];
        first.sending().sign(0, frame, 0, frame.length, code, 0);
        assertThat(second.receiving().verify(0, frame, 0, frame.length, code, 0))
                .isFalse();
    }

    @Test
    void whoHasAnotherKeyIsFoundOutByBoth(@TempDir Path other) throws Exception {
        ServerCard foreign = new ServerCard("shop", "c", "server-1", true, ClusterKey.of(DomainKey.of(other)));
        Met met = meet(foreign, card("AdminServer"), ADMIN);
        assertThatThrownBy(met.caller()::get)
                .hasRootCauseInstanceOf(StrangerException.class)
                .hasRootCauseMessage("its domain key is not this domain's (security/domain-key)");
        assertThatThrownBy(met.callee()::get)
                .hasRootCauseInstanceOf(StrangerException.class)
                .hasRootCauseMessage("its domain key is not this domain's (security/domain-key)");
    }

    @Test
    void otherDomainsClustersAndAddressesAreTurnedAway() throws Exception {
        Met bank = meet(new ServerCard("bank", "c", "server-1", true, key), card("AdminServer"), ADMIN);
        assertThatThrownBy(bank.callee()::get)
                .hasRootCauseMessage("it belongs to the domain 'bank' and this is the domain 'shop'");
        assertThatThrownBy(bank.caller()::get)
                .hasRootCauseMessage("it belongs to the domain 'shop' and this is the domain 'bank'");
        Met cluster = meet(new ServerCard("shop", "d\n", "server-1", true, key), card("AdminServer"), ADMIN);
        assertThatThrownBy(cluster.callee()::get)
                .hasRootCauseMessage("it belongs to the cluster 'd?' and this is the cluster 'c'");
        Met elsewhere = meet(card("server-1"), card("AdminServer"), new InetSocketAddress("127.0.0.1", 7999));
        assertThatThrownBy(elsewhere.callee()::get).hasRootCauseMessage("it has called another address");
    }

    /** What was recorded of a connection, byte for byte, on another one. */
    @Test
    void whatWasRecordedProvesNothing() throws Exception {
        byte[] recorded =
                meet(card("server-1"), card("AdminServer"), ADMIN).sent().toByteArray();
        assertThatThrownBy(() -> of(card("AdminServer"))
                        .answer(ADMIN, new ByteArrayInputStream(recorded), OutputStream.nullOutputStream()))
                .isInstanceOf(StrangerException.class)
                .hasMessageContaining("domain key");
    }

    /** Who changes the flag so that frames carry no codes is found out. */
    @Test
    void whatIsChangedOnTheWayIsFoundOut() throws Exception {
        byte[] recorded =
                meet(card("server-1"), card("AdminServer"), ADMIN).sent().toByteArray();
        for (int at = 4; at < recorded.length; at++) {
            byte[] changed = recorded.clone();
            changed[at] ^= 1;
            assertThatThrownBy(() -> of(card("AdminServer"))
                            .answer(ADMIN, new ByteArrayInputStream(changed), OutputStream.nullOutputStream()))
                    .isInstanceOf(IOException.class);
        }
    }

    /** A server that was stopped finds what others have sent meanwhile, who do not wait any longer. */
    @Test
    void whoHasLeftBeforeTheProofIsNoStranger() throws Exception {
        byte[] recorded =
                meet(card("server-1"), card("AdminServer"), ADMIN).sent().toByteArray();
        byte[] hello = Arrays.copyOf(recorded, recorded.length - 32);
        assertThatThrownBy(() -> of(card("AdminServer"))
                        .answer(ADMIN, new ByteArrayInputStream(hello), OutputStream.nullOutputStream()))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("server-1");
        assertThatThrownBy(() -> of(card("AdminServer"))
                        .answer(
                                ADMIN,
                                new ByteArrayInputStream(recorded, 0, recorded.length - 1),
                                OutputStream.nullOutputStream()))
                .isInstanceOf(StrangerException.class);
    }

    @Test
    void otherProtocolsAreNamedAndAnEndIsNone() {
        InputStream older = new ByteArrayInputStream("bela\0\0\0\0".getBytes());
        assertThatThrownBy(() -> of(card("AdminServer")).answer(ADMIN, older, OutputStream.nullOutputStream()))
                .isInstanceOf(StrangerException.class)
                .hasMessageContaining("does not begin as a server");
        assertThatThrownBy(() -> of(card("AdminServer"))
                        .answer(ADMIN, InputStream.nullInputStream(), OutputStream.nullOutputStream()))
                .isInstanceOf(EOFException.class);
    }
}
