package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.api.remote.DispatchPolicy;
import io.keelson.base.work.WorkManager;
import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.EchoObject;
import io.keelson.remoting.fixture.LoneServer;
import io.keelson.remoting.internal.auth.TestRealm;
import io.keelson.remoting.internal.call.ExportScope;
import io.keelson.remoting.internal.marshal.AllowList;
import io.keelson.remoting.internal.marshal.MarshalLimits;
import io.keelson.remoting.internal.marshal.ObjectStreams;
import io.keelson.remoting.spi.CallScope;
import io.keelson.remoting.spi.CallWork;
import java.util.Hashtable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which work manager a call runs on. */
class CallWorkIT {
    private final LoneServer server = new LoneServer(new TestRealm(), null);
    private final List<String> used = new CopyOnWriteArrayList<>();
    private final ExportScope shop = new ExportScope(
            "shop",
            new CallWork(new Recorded("standard", false), this::named),
            CallScope.plain(CallWorkIT.class.getClassLoader()),
            new ObjectStreams(
                    CallWorkIT.class.getClassLoader(),
                    new AllowList("shop", "its list", List.of()),
                    MarshalLimits.STANDARD));

    /** Says its name, and for whom it is asked, and lets the server's own threads do the work. */
    private final class Recorded implements WorkManager {
        private final String name;
        private final boolean byCaller;

        Recorded(String name, boolean byCaller) {
            this.name = name;
            this.byCaller = byCaller;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean offer(Runnable work) {
            used.add(name);
            return server.work.offer(work);
        }

        @Override
        public int load() {
            return 0;
        }

        @Override
        public boolean asksForCaller() {
            return byCaller;
        }

        @Override
        public WorkManager forCaller(String user, Set<String> groups) {
            return new Recorded(name + " for " + user + " of " + groups, false);
        }
    }

    private WorkManager named(String name) {
        if (name.equals("broken")) {
            throw new IllegalArgumentException("the data source of " + name + " is not there");
        }
        return new Recorded(name, name.equals("by caller"));
    }

    static final class Plain extends EchoObject {
        Plain() {
            super("plain ");
        }
    }

    @DispatchPolicy("reports")
    static class Reports extends EchoObject {
        Reports() {
            super("reports ");
        }
    }

    static final class MoreReports extends Reports {}

    @DispatchPolicy("by caller")
    static final class ByCaller extends EchoObject {
        ByCaller() {
            super("by caller ");
        }
    }

    @DispatchPolicy("broken")
    static final class Broken extends EchoObject {
        Broken() {
            super("");
        }
    }

    private Echo lookedUp(EchoObject object, String user) throws NamingException {
        server.node.export(object, shop);
        server.names.bound.put("echo", object);
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, server.url());
        environment.put(Context.SECURITY_PRINCIPAL, user);
        environment.put(Context.SECURITY_CREDENTIALS, "pencil");
        context = new InitialContext(environment);
        return (Echo) context.lookup("echo");
    }

    private Context context;

    @AfterEach
    void close() throws Exception {
        if (context != null) {
            context.close();
        }
        server.close();
    }

    @Test
    void callsOfAnObjectThatNamesNoneRunOnTheApplicationsOwn() throws Exception {
        assertThat(lookedUp(new Plain(), "ada").echo("a")).isEqualTo("plain a");
        assertThat(used).containsExactly("standard");
    }

    @Test
    void anObjectNamesItsWorkManagerAndClassesInherit() throws Exception {
        assertThat(lookedUp(new MoreReports(), "ada").echo("a")).isEqualTo("reports a");
        assertThat(used).containsExactly("reports");
    }

    @Test
    void aRequestClassByContextKnowsTheUserOfTheConnection() throws Exception {
        assertThat(lookedUp(new ByCaller(), "ada").echo("a")).isEqualTo("by caller a");
        assertThat(used).containsExactly("by caller for ada of [users]");
    }

    @Test
    void oneThatCannotBeMadeRefusesTheObject() {
        assertThatThrownBy(() -> server.node.export(new Broken(), shop))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not there");
    }
}
