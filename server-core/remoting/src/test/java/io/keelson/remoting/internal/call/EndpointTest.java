package io.keelson.remoting.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.base.time.Ticker;
import io.keelson.remoting.RequestNotSentException;
import io.keelson.remoting.internal.call.MemberCalls.Target;
import io.keelson.remoting.internal.marshal.AllowList;
import io.keelson.remoting.internal.marshal.MarshalLimits;
import io.keelson.remoting.internal.marshal.ObjectStreams;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import io.keelson.remoting.internal.wire.PeerIdentity;
import io.keelson.remoting.internal.wire.Terms;
import io.keelson.remoting.internal.wire.WireSettings;
import io.keelson.remoting.spi.CallScope;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what is remembered of addresses where connecting failed. */
class EndpointTest {
    private static final String HERE = "keelson://127.0.0.1:7001";
    private static final String THERE = "keelson://127.0.0.1:7003";

    private final Background work = new Background("endpoint-test");
    private final Dialled dialler = new Dialled();
    private final Time time = new Time();
    private final Node node = node();

    /** Answers as the test says; without a word it connects. */
    private final class Dialled implements Dialler {
        final List<String> asked = new ArrayList<>();
        final Map<String, IOException> failures = new HashMap<>();
        Duration takes = Duration.ZERO;
        boolean asUser = true;

        @Override
        public PeerConnection dial(Node of, Endpoint endpoint, Address address) throws IOException {
            asked.add(address.toString());
            IOException failure = failures.get(address.toString());
            if (failure != null) {
                time.pass(takes);
                throw failure;
            }
            PeerConnection opened = PeerConnection.opened(of, new DirectBatch(), address.toString(), endpoint);
            opened.ready(new Terms(1, 0, 1000, 7, "test", List.of()), PeerIdentity.NOBODY);
            return opened;
        }

        @Override
        public boolean asUser() {
            return asUser;
        }
    }

    private static final class Time implements Ticker {
        private long nanos = Long.MAX_VALUE - 1_000_000_000L;

        void pass(Duration time) {
            nanos += time.toNanos();
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    }

    private Node node() {
        ClassLoader loader = EndpointTest.class.getClassLoader();
        AllowList allowed = new AllowList("test", "allowed-classes", List.of());
        ExportScope own = new ExportScope(
                "test", work, CallScope.plain(loader), new ObjectStreams(loader, allowed, MarshalLimits.STANDARD));
        return new Node(WireSettings.standard(1, "test"), time, Duration.ZERO, own, dialler, List::of);
    }

    private Endpoint endpoint(String url) {
        return node.endpoints().of(Address.parse(url).get(0));
    }

    private void refuse(String url, String reason) {
        dialler.failures.put(url, new LoginRefusedException(reason));
    }

    private int attempts(Endpoint endpoint, Duration within) {
        int before = dialler.asked.size();
        for (long second = 0; second < within.toSeconds(); second++) {
            assertThatThrownBy(endpoint::connection).isInstanceOf(RequestNotSentException.class);
            time.pass(Duration.ofSeconds(1));
        }
        return dialler.asked.size() - before;
    }

    @AfterEach
    void close() {
        work.close();
    }

    @Test
    void nobodyLogsInAgainAtOnceWhereALoginWasRefused() {
        refuse(HERE, "the password is wrong");
        Endpoint endpoint = endpoint(HERE);

        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(endpoint::connection)
                    .isInstanceOf(RequestNotSentException.class)
                    .hasMessageContaining("the password is wrong")
                    .hasCauseInstanceOf(LoginRefusedException.class);
        }
        assertThat(dialler.asked).hasSize(1);
    }

    /** By default five failures within five minutes lock a user out. */
    @Test
    void anOldPasswordIsTriedTooSeldomToLockTheUserOut() {
        refuse(HERE, "the password is wrong");

        assertThat(attempts(endpoint(HERE), Duration.ofMinutes(5))).isBetween(2, 4);
        assertThat(attempts(endpoint(HERE), Duration.ofMinutes(60))).isBetween(8, 14);
    }

    @Test
    void aServerThatIsNoUserAsksEveryFewSeconds() {
        dialler.asUser = false;
        refuse(HERE, "not this domain's");

        assertThat(attempts(endpoint(HERE), Duration.ofMinutes(1))).isEqualTo(12);
    }

    @Test
    void aLoginThatWorksAgainEndsTheWait() throws Exception {
        refuse(HERE, "the password is wrong");
        Endpoint endpoint = endpoint(HERE);
        assertThatThrownBy(endpoint::connection).isInstanceOf(RequestNotSentException.class);
        dialler.failures.clear();

        assertThatThrownBy(endpoint::connection).isInstanceOf(RequestNotSentException.class);
        time.pass(Trouble.REFUSED);
        PeerConnection opened = endpoint.connection();
        opened.closed(new IOException("cut off"));

        assertThat(endpoint.connection()).isNotSameAs(opened);
        assertThat(endpoint.avoided()).isFalse();
    }

    @Test
    void theOnlyAddressIsTriedAtEachCall() throws Exception {
        dialler.failures.put(HERE, new IOException("no route"));
        FirstOf only = new FirstOf(List.of(endpoint(HERE)));

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(only::connection).hasMessageContaining("no route");
        }
        assertThat(dialler.asked).hasSize(3);
        dialler.failures.clear();

        assertThat(only.connection().peer()).isEqualTo(HERE);
    }

    @Test
    void aLostMachineIsAskedLastForAWhile() throws Exception {
        dialler.failures.put(HERE, new IOException("it took longer than 5000 ms"));
        dialler.takes = Duration.ofSeconds(5);
        MemberChoice choice = new MemberChoice(LoadAlgorithm.ROUND_ROBIN, bound -> 0);

        assertThat(firstChoices(choice, 10)).isEqualTo(1);
        time.pass(Trouble.UNREACHED_MOST);
        assertThat(firstChoices(choice, 10)).as("asked once more").isEqualTo(1);
        time.pass(Trouble.UNREACHED_MOST);
        dialler.failures.clear();
        assertThat(firstChoices(choice, 10)).as("it is back").isEqualTo(5);
    }

    /** Returns how many of several calls go to the first member before they go to the second. */
    private int firstChoices(MemberChoice choice, int calls) throws Exception {
        int first = 0;
        for (int i = 0; i < calls; i++) {
            List<Target> left = new ArrayList<>(
                    List.of(new Target(new FirstOf(List.of(endpoint(HERE))), 1), new Target(endpoint(THERE), 1)));
            while (!left.isEmpty()) {
                Target target = choice.take(left);
                try {
                    first += left.size() == 1 && left.get(0).route() == endpoint(THERE) ? 1 : 0;
                    target.route().connection();
                    break;
                } catch (RequestNotSentException e) {
                    assertThat(left).as("there is another").isNotEmpty();
                }
            }
        }
        return first;
    }

    @Test
    void ofTheAddressesOfOneProcessThoseThatFailedComeLast() throws Exception {
        dialler.failures.put(HERE, new IOException("refused"));
        FirstOf both = new FirstOf(List.of(endpoint(HERE), endpoint(THERE)));
        assertThatThrownBy(endpoint(HERE)::connection).isInstanceOf(RequestNotSentException.class);

        assertThat(both.connection().peer()).isEqualTo(THERE);
        assertThat(dialler.asked).containsExactly(HERE, THERE);
        assertThat(both.avoided()).isFalse();
    }

    @Test
    void anInterruptedCallerSaysNothingOfTheAddress() {
        dialler.failures.put(HERE, new InterruptedIOException("interrupted"));
        assertThatThrownBy(endpoint(HERE)::connection).isInstanceOf(RequestNotSentException.class);

        assertThat(endpoint(HERE).avoided()).isFalse();
    }
}
