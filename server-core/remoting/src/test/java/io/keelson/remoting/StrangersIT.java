package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.EchoObject;
import io.keelson.remoting.fixture.LoneServer;
import io.keelson.remoting.spi.Members;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers that do not belong together: neither is made to connect to the other. */
class StrangersIT {
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final LoneServer front = server(new EchoObject("front"));
    private final LoneServer stranger = server(new EchoObject("stranger"));

    private LoneServer server(Echo object) {
        LoneServer server = new LoneServer();
        server.names.bound.put("echo", object);
        opened.add(0, server);
        return server;
    }

    private Echo echo(LoneServer server) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, server.url());
        Context context = new InitialContext(environment);
        opened.add(0, context::close);
        return (Echo) context.lookup("echo");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void aClientIsInBetweenWhereAServerWouldNotConnect() throws Exception {
        Echo far = echo(stranger);

        assertThat(echo(front).nameOf(far)).isEqualTo("stranger");
        assertThat(stranger.node.connections()).as("the client's alone").hasSize(1);
    }

    @Test
    void aServerConnectsToWhatItTrusts() throws Exception {
        front.node.trust(List.of(stranger.url()));
        Echo far = echo(stranger);

        assertThat(echo(front).nameOf(far)).isEqualTo("stranger");
        assertThat(stranger.node.connections())
                .as("the client's and the server's")
                .hasSize(2);
    }

    @Test
    void aServerIsInBetweenWhereAClientWouldNotConnect() throws Exception {
        Echo far = echo(stranger);
        front.names.bound.put("far", far);
        Echo near = (Echo) context(front).lookup("far");

        assertThat(near.name()).isEqualTo("stranger");
        assertThat(stranger.node.connections()).as("of the first client alone").hasSize(1);
    }

    private Context context(LoneServer server) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, server.url());
        Context context = new InitialContext(environment);
        opened.add(0, context::close);
        return context;
    }

    /** A peer that connects, and answers with a list of members that leads to a stranger. */
    @Test
    void whoHasOnlyConnectedDoesNotSayWhereToConnectTo() throws Exception {
        Echo.Listener listener = what -> "heard";
        LoneServer liar = server(new EchoObject("liar") {
            @Override
            public String nameOf(Echo other) throws RemoteException {
                return other.ask(listener, "once") + ", " + other.ask(listener, "twice");
            }
        });
        liar.node.trust(List.of(front.url()));
        liar.node.exportByKey("key", "round-robin", listener);
        liar.node.members(new Members() {
            @Override
            public MemberList members(String key) {
                return new MemberList(5, List.of(new Member("stranger", List.of(stranger.url()), 1)));
            }

            @Override
            public List<String> addresses() {
                return List.of();
            }
        });

        assertThat(echo(liar).nameOf(echo(front))).isEqualTo("it said heard, it said heard");
        assertThat(stranger.node.connections()).isEmpty();
    }
}
