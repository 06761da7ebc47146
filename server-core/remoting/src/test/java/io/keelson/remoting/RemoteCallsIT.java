package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.Echo.Person;
import io.keelson.remoting.fixture.Echo.Sorry;
import io.keelson.remoting.fixture.EchoObject;
import io.keelson.remoting.fixture.LoneServer;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.util.ArrayList;
import java.util.Date;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemoteCallsIT {
    private final EchoObject object = new EchoObject("");
    private LoneServer server;
    private Context context;
    private Echo echo;

    @BeforeEach
    void start() throws Exception {
        server = new LoneServer();
        server.node.export(object, server.node.own());
        server.names.bound.put("echo", object);
        context = context(server.url());
        echo = (Echo) context.lookup("echo");
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        server.close();
    }

    private static Context context(String url, Object... more) throws NamingException {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, url);
        for (int i = 0; i < more.length; i += 2) {
            environment.put((String) more[i], more[i + 1]);
        }
        return new InitialContext(environment);
    }

    private CompletableFuture<String> held(String name) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return echo.hold(name);
                    } catch (RemoteException | InterruptedException e) {
                        throw new java.util.concurrent.CompletionException(e);
                    }
                },
                task -> new Thread(task, "caller-" + name).start());
    }

    private void awaitHeld(String... names) {
        await().until(() -> object.held.keySet().containsAll(List.of(names)));
    }

    @Test
    void valuesGoThereAndBack() throws Exception {
        assertThat(echo.echo("Grüße")).isEqualTo("Grüße");
        assertThat(echo.echo((String) null)).isEqualTo("null");
        assertThat(echo.echo(new byte[] {1, 2})).containsExactly(1, 2);
        assertThat(echo.add(2, 3)).isEqualTo(5);
        echo.nothing();
        assertThat(echo.older(new Person("ada", 36), 1)).isEqualTo(new Person("ada", 37));
        assertThat(echo.all(List.of(1, "a", new Date(5), Map.of("k", 1.5))))
                .containsExactly(1, "a", new Date(5), Map.of("k", 1.5));
        assertThat(echo.echo(new byte[900_000])).hasSize(900_000);
    }

    @Test
    void stubsAreWhatUsersOfRmiExpect() throws Exception {
        Echo again = (Echo) context.lookup("echo");

        assertThat(again).isEqualTo(echo).hasSameHashCodeAs(echo).isNotSameAs(echo);
        assertThat(echo.another("x")).isNotEqualTo(echo);
        assertThat(echo.toString()).startsWith("Stub[").contains("Echo");
        assertThat(echo.same(echo)).as("a stub that comes home is the object").isTrue();
        assertThat(echo.another("x").echo("y")).isEqualTo("xy");
    }

    @Test
    void exceptionsArrive() throws Exception {
        assertThatThrownBy(() -> echo.fail("declared"))
                .isInstanceOf(Sorry.class)
                .hasMessage("as it was asked");
        Throwable failure = catchThrowable(() -> echo.fail("runtime"));
        assertThat(failure).isInstanceOf(IllegalStateException.class).hasMessage("no state");
        assertThat(failure.getStackTrace())
                .as("both sides are in the trace")
                .anyMatch(frame -> frame.getClassName().equals(EchoObject.class.getName()))
                .anyMatch(frame -> frame.getClassName().equals(RemoteCallsIT.class.getName()));
        assertThatThrownBy(() -> echo.fail("remote"))
                .isInstanceOf(ServerException.class)
                .hasCauseInstanceOf(RemoteException.class);
        assertThatThrownBy(() -> echo.fail("error"))
                .isInstanceOf(ServerError.class)
                .hasCauseInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> echo.fail("unsendable"))
                .isInstanceOf(UnmarshalException.class)
                .hasMessageContaining("executed")
                .hasMessageContaining("unsendable");
        assertThatThrownBy(() -> echo.unsendable())
                .isInstanceOf(UnmarshalException.class)
                .hasMessageContaining("result");
        assertThat(echo.echo("still there")).isEqualTo("still there");
    }

    @Test
    void callsOfOneSocketOvertakeEachOther() throws Exception {
        CompletableFuture<String> first = held("first");
        CompletableFuture<String> second = held("second");
        awaitHeld("first", "second");

        assertThat(echo.echo("meanwhile")).isEqualTo("meanwhile");
        object.release("second");
        assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo("second");
        assertThat(first).isNotDone();
        object.release("first");
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("first");
        assertThat(server.node.connections()).hasSize(1);
    }

    @Test
    void aCallbackComesOverTheSameSocket() throws Exception {
        AtomicInteger heard = new AtomicInteger();
        Echo.Listener listener = what -> {
            heard.incrementAndGet();
            return what + "!";
        };
        assertThat(echo.ask(listener, "hello")).isEqualTo("it said hello!");

        echo.listen(listener);
        assertThat(object.listeners.get(0).heard("later")).isEqualTo("later!");
        assertThat(heard).hasValue(2);
        assertThat(server.node.connections()).hasSize(1);
    }

    @Test
    void aCallbackGoesWithItsConnection() throws Exception {
        echo.listen(what -> what);
        Echo.Listener listener = object.listeners.get(0);
        listener.heard("before");

        context.close();

        await().untilAsserted(() ->
                assertThatThrownBy(() -> listener.heard("after")).isInstanceOf(RequestNotSentException.class));
    }

    @Test
    void whatWasOnlyReturnedGoesWithTheConnectionAndWhatIsExportedStays() throws Exception {
        int before = server.node.exported();
        for (int i = 0; i < 20; i++) {
            echo.another("x");
        }
        assertThat(server.node.exported()).isEqualTo(before + 20);

        context.close();
        await().until(() -> server.node.exported() == before);
        context = context(server.url());
        assertThat(((Echo) context.lookup("echo")).echo("x")).isEqualTo("x");
    }

    @Test
    void whatHasANameCanBeCalledAgainAfterTheConnectionWasLost() throws Exception {
        server.names.bound.put("bound", new EchoObject("bound "));
        Echo bound = (Echo) context.lookup("bound");
        server.cut();

        await().untilAsserted(() -> assertThat(bound.echo("x")).isEqualTo("bound x"));
    }

    @Test
    void anObjectThatIsNoLongerExportedIsToldSo() throws Exception {
        server.node.unexport(object);

        assertThatThrownBy(() -> echo.echo("x"))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("not exported");
    }

    @Test
    void messagesThatAreTooLargeNameTheSetting() throws Exception {
        assertThatThrownBy(() -> echo.echo(new byte[1_100_000]))
                .isInstanceOf(MarshalException.class)
                .hasMessageContaining("max-message-size");
        assertThat(echo.echo("still there")).isEqualTo("still there");
    }

    /** A class that the server does not allow. */
    public static final class Stranger implements Serializable {
        private static final long serialVersionUID = 1;
    }

    @Test
    void classesThatAreNotAllowedAreRefusedAndTheCallIsNotExecuted() throws Exception {
        Throwable failure = catchThrowable(() -> echo.all(List.of(new Stranger())));

        assertThat(failure)
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Stranger")
                .hasMessageContaining("allowed-classes");
        assertThat(CallOutcome.mayHaveExecuted(failure)).isFalse();
        assertThat(echo.echo("still there")).isEqualTo("still there");
    }

    @Test
    void callsThatWaitFailAtOnceWhenTheConnectionGoes() throws Exception {
        CompletableFuture<String> waiting = held("for ever");
        awaitHeld("for ever");

        server.cut();

        assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("may have been executed")
                .matches(CallOutcome::mayHaveExecuted);
        assertThat(echo.echo("by a new connection")).isEqualTo("by a new connection");
    }

    @Test
    void whatCannotBeSentHasNotBeenExecuted() throws Exception {
        server.close();

        Throwable failure = catchThrowable(() -> echo.echo("x"));

        assertThat(failure).isInstanceOf(java.rmi.ConnectException.class).isInstanceOf(RequestNotSentException.class);
        assertThat(CallOutcome.mayHaveExecuted(failure)).isFalse();
        server = new LoneServer();
    }

    @Test
    void aCallEndsAtItsTimeoutAndTheServerIsToldSo() throws Exception {
        Context impatient = context(server.url(), ContextFactory.CALL_TIMEOUT, "200");
        Echo quick = (Echo) impatient.lookup("echo");

        assertThatThrownBy(() -> quick.hold("too long"))
                .isInstanceOf(CallTimedOutException.class)
                .hasMessageContaining("200 ms");
        await().untilAsserted(() -> assertThat(object.interrupted).contains("too long"));
        assertThat(quick.echo("still there")).isEqualTo("still there");
        impatient.close();
    }

    @Test
    void aThreadThatIsInterruptedStopsToWait() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                echo.hold("interrupted");
            } catch (RemoteException | InterruptedException e) {
                interrupted.complete(Thread.currentThread().isInterrupted());
            }
        });
        caller.start();
        awaitHeld("interrupted");
        caller.interrupt();

        assertThat(interrupted.get(60, TimeUnit.SECONDS)).isTrue();
        await().untilAsserted(() -> assertThat(object.interrupted).contains("interrupted"));
    }

    @Test
    void aServerThatDrainsAnswersWhatItHas() throws Exception {
        CompletableFuture<String> waiting = held("during");
        awaitHeld("during");
        server.node.connections().forEach(peer -> peer.drain("it ends"));
        await().until(() -> {
            // A call is made by a new connection, as the old one takes none.
            echo.echo("x");
            return server.node.connections().size() == 2;
        });
        object.release("during");

        assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo("during");
        await().until(() -> server.node.connections().stream().anyMatch(peer -> peer.quiet()));
    }

    @Test
    void namesAreLookedUpBoundAndListed() throws Exception {
        context.bind("tree/a", "value");
        context.rebind("tree/b", new ArrayList<>(List.of(1)));

        assertThat(context.lookup("tree/a")).isEqualTo("value");
        assertThat(((Context) context.lookup("tree")).lookup("b")).isEqualTo(List.of(1));
        assertThat(java.util.Collections.list(context.list("tree")))
                .extracting(pair -> pair.getName())
                .containsExactly("a", "b");
        assertThat(java.util.Collections.list(context.listBindings("tree")))
                .extracting(binding -> binding.getObject())
                .containsExactly("value", List.of(1));
        context.unbind("tree/a");
        assertThatThrownBy(() -> context.lookup("tree/a"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("tree/a");
        assertThatThrownBy(() -> context.lookup("secret/x")).isInstanceOf(javax.naming.NoPermissionException.class);
        assertThatThrownBy(() -> context.bind("tree/b", 1)).isInstanceOf(javax.naming.NameAlreadyBoundException.class);
    }

    @Test
    void anObjectThatAClientBindsIsCalledAtTheClient() throws Exception {
        Context other = context(server.url());
        context.bind("mine", new EchoObject("from the client: "));

        Echo relayed = (Echo) other.lookup("mine");

        assertThat(relayed.echo("hi")).isEqualTo("from the client: hi");
        other.close();
    }

    @Test
    void aClientGoesToTheNextAddress() throws Exception {
        try (LoneServer second = new LoneServer()) {
            second.names.bound.put("who", "second");
            server.names.bound.put("who", "first");
            Context both = context("keelson://127.0.0.1:1,127.0.0.1:" + server.port() + ",127.0.0.1:" + second.port());
            assertThat(both.lookup("who")).isEqualTo("first");
            server.close();
            await().untilAsserted(() -> assertThat(both.lookup("who")).isEqualTo("second"));
            both.close();
            server = new LoneServer();
        }
    }

    @Test
    void badAddressesAreToldAtOnce() {
        assertThatThrownBy(() -> context("http://localhost:1"))
                .isInstanceOf(javax.naming.ConfigurationException.class)
                .hasMessageContaining("keelson://host:port");
        assertThatThrownBy(() -> context("keelson://127.0.0.1:1"))
                .isInstanceOf(javax.naming.CommunicationException.class);
    }

    @Test
    void manyThreadsShareASocket() throws Exception {
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int t = 0; t < 20; t++) {
            int thread = t;
            callers.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            for (int i = 0; i < 500; i++) {
                                assertThat(echo.echo(thread + ":" + i)).isEqualTo(thread + ":" + i);
                                if (i % 100 == 0) {
                                    assertThat(echo.echo(new byte[300_000])).hasSize(300_000);
                                }
                            }
                        } catch (RemoteException e) {
                            throw new java.util.concurrent.CompletionException(e);
                        }
                    },
                    task -> new Thread(task).start()));
        }
        for (CompletableFuture<Void> caller : callers) {
            caller.get(60, TimeUnit.SECONDS);
        }
        assertThat(server.node.connections()).hasSize(1);
    }
}
