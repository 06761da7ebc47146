package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.EchoObject;
import io.keelson.remoting.fixture.LoneServer;
import io.keelson.remoting.internal.auth.TestRealm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests who calls: at the server that a client calls, and at the next one that this calls for it. */
class CallersIT {
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<LoneServer> servers = new ArrayList<>();
    private final LoneServer front = server(new TestRealm(), "key");

    private LoneServer server(TestRealm realm, String domainKey) {
        LoneServer server = new LoneServer(realm, domainKey);
        // Each may be told of the others by its clients.
        servers.add(server);
        List<String> all = servers.stream().map(LoneServer::url).toList();
        servers.forEach(each -> each.node.trust(all));
        server.names.bound.put("echo", new EchoObject(""));
        opened.add(0, server);
        return server;
    }

    private Echo echo(LoneServer server, String user) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, server.url());
        if (user != null) {
            environment.put(Context.SECURITY_PRINCIPAL, user);
            environment.put(Context.SECURITY_CREDENTIALS, "pencil");
        }
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
    void theUserThatHasLoggedInCalls() throws Exception {
        assertThat(echo(front, "ada").who()).isEqualTo("ada true");
        assertThat(echo(server(null, null), null).who()).isEqualTo("nobody");
    }

    @Test
    void betweenServersOfADomainTheUserIsPassedOn() throws Exception {
        LoneServer back = server(null, "key");

        assertThat(echo(front, "ada").passOn(echo(back, null))).isEqualTo("ada true");
        assertThat(back.lastContexts.get()).as("nobody else's affair").isEmpty();
        assertThat(echo(server(null, "key"), null).passOn(echo(back, null)))
                .as("who has no user has none further on")
                .isEqualTo("nobody");
    }

    @Test
    void anotherDomainIsNotTold() throws Exception {
        LoneServer back = server(null, "other key");

        assertThat(echo(front, "ada").passOn(echo(back, null))).isEqualTo("nobody");
        assertThat(back.lastContexts.get()).isEmpty();
    }

    @Test
    void anotherDomainIsToldWhereBothTrustEachOther() throws Exception {
        LoneServer back = server(null, "other key");
        front.trusts("shop", "bank", "a secret of both");
        assertThat(echo(front, "ada").passOn(echo(back, null)))
                .as("trusted by one side only")
                .isEqualTo("nobody");

        LoneServer both = server(null, "other key");
        both.trusts("bank", "shop", "a secret of both");
        assertThat(echo(front, "ada").passOn(echo(both, null))).isEqualTo("ada true");
    }

    @Test
    void whoIsNoServerOfTheDomainCannotSpeakForAnother() throws Exception {
        LoneServer liar = server(null, null);
        liar.contexts(Map.of("keelson.caller", new byte[] {1, 0, 3, 'a', 'd', 'a', 0, 0}));
        LoneServer back = server(null, "key");
        Echo known = echo(back, null);
        back.lastContexts.set(null);

        assertThatThrownBy(() -> echo(liar, null).passOn(known))
                .hasStackTraceContaining("only servers of this server's domain");
        assertThat(back.lastContexts.get()).as("it was not executed").isNull();
    }

    @Test
    void otherContextsTravelAsTheyAre() throws Exception {
        LoneServer back = server(null, "key");
        front.contexts(Map.of("trace", "t1".getBytes(StandardCharsets.UTF_8)));

        assertThat(echo(front, "ada").passOn(echo(back, null))).isEqualTo("ada true");
        assertThat(back.lastContexts.get()).containsOnlyKeys("trace");
    }
}
