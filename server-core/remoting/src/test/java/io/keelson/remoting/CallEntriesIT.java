package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.CountingEntry;
import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.EntryServer;
import io.keelson.remoting.spi.CallEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what rooms have travel beside calls, between this process, a client, and another one with the object. */
class CallEntriesIT {
    /** Processes with the object and their addresses, by how they were started. Each serves all tests that want it so. */
    private static final Map<List<String>, Server> SERVERS = new HashMap<>();

    private Context context;

    private record Server(Process process, String url) {}

    private Echo echo(String... how) throws Exception {
        Server server = SERVERS.get(List.of(how));
        if (server == null) {
            server = start(List.of(how));
            SERVERS.put(List.of(how), server);
        }
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, server.url());
        context = new InitialContext(environment);
        return (Echo) context.lookup("echo");
    }

    private static Server start(List<String> how) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EntryServer.class.getName()));
        command.addAll(how);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new Server(process, said.readLine());
    }

    @AfterEach
    void end() throws Exception {
        CountingEntry.CARRIED.remove();
        CountingEntry.BACK.remove();
        if (context != null) {
            context.close();
        }
    }

    @AfterAll
    static void endServers() throws Exception {
        for (Server each : SERVERS.values()) {
            each.process().getOutputStream().close();
        }
        for (Server each : SERVERS.values()) {
            assertThat(each.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        SERVERS.clear();
    }

    @Test
    void anEntryGoesThereAndBack() throws Exception {
        Echo echo = echo();
        CountingEntry.CARRIED.set(CountingEntry.of(1, "one"));

        assertThat(echo.echo("hello")).isEqualTo("hello with one");
        assertThat(CountingEntry.BACK.get()).singleElement().satisfies(CallEntriesIT::isOneAndBack);
    }

    @Test
    void itComesBackWithAnExceptionToo() throws Exception {
        Echo echo = echo();
        CountingEntry.CARRIED.set(CountingEntry.of(1, "one"));

        assertThatThrownBy(() -> echo.echo("fail"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("with one");
        assertThat(CountingEntry.BACK.get()).singleElement().satisfies(CallEntriesIT::isOneAndBack);
    }

    @Test
    void withoutAnEntryNothingTravels() throws Exception {
        assertThat(echo().echo("hello")).isEqualTo("hello with null");
        assertThat(CountingEntry.BACK.get()).isEmpty();
    }

    @Test
    void whoHasNothingToSayGivesNothingBack() throws Exception {
        Echo echo = echo();
        CountingEntry.CARRIED.set(CountingEntry.of(1, "lose"));

        assertThat(echo.echo("hello")).isEqualTo("hello with lose");
        assertThat(CountingEntry.BACK.get()).hasSize(1).containsOnlyNulls();
    }

    @Test
    void aSideWithoutTheRoomPassesItOver() throws Exception {
        Echo echo = echo("without");
        CountingEntry.CARRIED.set(CountingEntry.of(1, "one"));

        assertThat(echo.echo("hello")).isEqualTo("hello with null");
        assertThat(CountingEntry.BACK.get()).hasSize(1).containsOnlyNulls();
    }

    /** A build that does not know that answers bring anything is given, and gives, an answer as before. */
    @Test
    void anOlderBuildGivesNothingBack() throws Exception {
        Echo echo = echo("older");
        CountingEntry.CARRIED.set(CountingEntry.of(1, "one"));

        assertThat(echo.echo("hello")).isEqualTo("hello with one");
        assertThat(CountingEntry.BACK.get()).hasSize(1).containsOnlyNulls();
    }

    @Test
    void whatIsOfANewerVersionMayBeRefused() throws Exception {
        Echo echo = echo();
        CountingEntry.CARRIED.set(CountingEntry.of(3, "later"));

        assertThatThrownBy(() -> echo.echo("hello"))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("version 3 is not known here");
        assertThat(CountingEntry.BACK.get()).hasSize(1).containsOnlyNulls();
        CountingEntry.CARRIED.remove();
        assertThat(echo.echo("again")).isEqualTo("again with null");
    }

    @Test
    void theLongestTravelsAndALongerOneIsNone() throws Exception {
        Echo echo = echo();
        byte[] longest = new byte[CallEntry.LONGEST];
        CountingEntry.CARRIED.set(new CallEntry.Value(1, longest));

        // Its way back is longer than may be: the call was executed, and its caller hears that the answer is not good.
        assertThatThrownBy(() -> echo.echo("hello"))
                .isInstanceOf(java.rmi.UnmarshalException.class)
                .hasMessageContaining("it was executed");
        assertThatThrownBy(() -> new CallEntry.Value(1, new byte[CallEntry.LONGEST + 1]))
                .hasMessageContaining("at most " + CallEntry.LONGEST);
    }

    private static void isOneAndBack(CallEntry.Value value) {
        assertThat(value.version()).isEqualTo(2);
        assertThat(new String(value.bytes(), StandardCharsets.UTF_8)).isEqualTo("one and back");
    }
}
