package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.EchoObject;
import io.keelson.remoting.fixture.LoneServer;
import io.keelson.remoting.spi.CallTraces;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that who follows calls is told of each, with its method and its end, and what one side gives gets to the other. */
class CallTracesIT {
    private final LoneServer first = new LoneServer();
    private final LoneServer second = new LoneServer();
    private final List<String> said = new CopyOnWriteArrayList<>();
    private Context toFirst;
    private Context toSecond;
    private Echo echo;

    /** Says what it is told, each line with the name of its server. */
    private final class Follower implements CallTraces {
        private final String name;

        private Follower(String name) {
            this.name = name;
        }

        @Override
        public Leaving leaving(Method method, String peer) {
            say("leaves " + method.getName() + " for keelson: " + peer.startsWith("keelson://127.0.0.1:"));
            return new Leaving() {
                @Override
                public byte[] ids() {
                    return ("of " + name).getBytes(StandardCharsets.UTF_8);
                }

                @Override
                public void over(@Nullable Throwable failure) {
                    say("made " + method.getName() + " " + type(failure));
                }
            };
        }

        @Override
        public Served arrived(Method method, String peer, byte @Nullable [] ids) {
            say("arrived " + method.getName() + " "
                    + (ids == null ? "alone" : new String(ids, StandardCharsets.UTF_8)));
            return failure -> say("served " + method.getName() + " " + type(failure));
        }

        private void say(String what) {
            said.add(name + ": " + what);
        }

        private static String type(@Nullable Throwable failure) {
            return failure == null ? "well" : failure.getClass().getSimpleName();
        }
    }

    private static Context context(LoneServer server) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, server.url());
        return new InitialContext(environment);
    }

    @BeforeEach
    void start() throws Exception {
        first.names.bound.put("echo", new EchoObject("first"));
        second.names.bound.put("echo", new EchoObject("second"));
        first.node.traces(new Follower("first"));
        second.node.traces(new Follower("second"));
        first.node.trust(List.of(second.url()));
        toFirst = context(first);
        toSecond = context(second);
        echo = (Echo) toFirst.lookup("echo");
    }

    @AfterEach
    void end() throws Exception {
        toFirst.close();
        toSecond.close();
        first.close();
        second.close();
    }

    @Test
    void aCallOfOneWhoFollowsNothingBeginsHere() throws Exception {
        assertThat(echo.echo("x")).isEqualTo("firstx");
        assertThat(said).containsExactly("first: arrived echo alone", "first: served echo well");
        assertThat(first.lastContexts.get()).doesNotContainKey(CallTraces.NAME);
    }

    @Test
    void whatOneServerGivesGetsToTheOther() throws Exception {
        Echo other = (Echo) toSecond.lookup("echo");
        // The client hands on a reference; the first server calls the second by itself.
        assertThat(echo.nameOf(other)).isEqualTo("second");
        await().untilAsserted(() -> assertThat(said)
                .containsExactly(
                        "first: arrived nameOf alone",
                        "first: leaves name for keelson: true",
                        "second: arrived name of first",
                        "second: served name well",
                        "first: made name well",
                        "first: served nameOf well"));
        byte[] sent = second.lastContexts.get().get(CallTraces.NAME);
        assertThat(sent[0]).as("the version").isEqualTo((byte) 1);
    }

    @Test
    void whatAnObjectThrowsIsTold() {
        assertThatThrownBy(() -> echo.fail("declared")).isInstanceOf(Echo.Sorry.class);
        assertThatThrownBy(() -> echo.fail("error")).isInstanceOf(java.rmi.ServerError.class);
        assertThatThrownBy(() -> echo.fail("unsendable")).isInstanceOf(IOException.class);
        assertThat(said)
                .filteredOn(line -> line.contains("served"))
                .containsExactly(
                        "first: served fail Sorry",
                        "first: served fail AssertionError",
                        "first: served fail RequestFaultException");
    }

    /** A client that answers a question of the server's is another process, which follows nothing. */
    @Test
    void aCallBackIsFollowedWhereItIsMade() throws Exception {
        Echo.Listener listener = new Echo.Listener() {
            @Override
            public String heard(String what) {
                throw new IllegalStateException(what);
            }
        };
        assertThatThrownBy(() -> echo.ask(listener, "why")).isInstanceOf(IllegalStateException.class);
        assertThat(said)
                .containsExactly(
                        "first: arrived ask alone",
                        "first: leaves heard for keelson: false",
                        "first: made heard IllegalStateException",
                        "first: served ask IllegalStateException");
    }

    @Test
    void nobodyFollowsUnlessSomebodyDoes() throws Exception {
        first.node.traces(CallTraces.NONE);
        assertThat(echo.nameOf((Echo) toSecond.lookup("echo"))).isEqualTo("second");
        assertThat(said).containsExactly("second: arrived name alone", "second: served name well");
    }
}
