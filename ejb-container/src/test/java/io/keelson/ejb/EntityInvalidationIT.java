package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Database;
import io.keelson.ejb.strategy.MembersServlet;
import io.keelson.ejb.strategy.PartBean;
import io.keelson.ejb.strategy.Stock;
import io.keelson.ejb.strategy.StockBean;
import io.keelson.ejb.strategy.StockHome;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cached entity beans of two servers that share a database. The test is the channel between them. */
@Timeout(120)
class EntityInvalidationIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private static Database database;
    private static Wire wire;
    private static TestServer a;
    private static TestServer b;

    /** The channel between the members. */
    private static final class Wire {
        final List<Side> sides = new CopyOnWriteArrayList<>();
        final AtomicInteger sent = new AtomicInteger();
        volatile boolean cut;

        void changed() {
            sides.forEach(side -> side.listeners.forEach(listener -> listener.changed(
                    side.current(),
                    new ClusterView.Change(List.of(), List.of(sides.get(0).self()), List.of()))));
        }
    }

    /** A member, as its server sees the cluster. */
    private static final class Side implements SubsystemFactory, ClusterMessages, ClusterView {
        final Wire wire;
        final ClusterMember self;
        final Map<String, Receiver> receivers = new ConcurrentHashMap<>();
        final List<Listener> listeners = new CopyOnWriteArrayList<>();

        Side(Wire wire, String name) {
            this.wire = wire;
            this.self = new ClusterMember(name, name.repeat(32));
            wire.sides.add(this);
        }

        @Override
        public String name() {
            return "cluster-of-the-test";
        }

        @Override
        public Set<Class<?>> provides() {
            return Set.of(ClusterMessages.class, ClusterView.class);
        }

        @Override
        public Subsystem create(Services services) {
            return new Subsystem() {
                @Override
                public void start() {
                    services.publish(ClusterMessages.class, Side.this);
                    services.publish(ClusterView.class, Side.this);
                }
            };
        }

        @Override
        public void tell(String subject, byte[] message) {
            wire.sent.incrementAndGet();
            for (Side other : wire.sides) {
                if (other != this && !wire.cut) {
                    other.receivers.get(subject).received(self, message);
                }
            }
        }

        @Override
        public void receive(String subject, Receiver receiver) {
            receivers.put(subject, receiver);
        }

        @Override
        public Optional<String> cluster() {
            return Optional.of("two");
        }

        @Override
        public ClusterMember self() {
            return self;
        }

        @Override
        public View current() {
            return new View(1, true, wire.sides.stream().map(Side::self).toList(), Set.of());
        }

        @Override
        public Counts counts() {
            return Counts.NONE;
        }

        @Override
        public Subscription subscribe(Listener listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }
    }

    private static String entity(String name, String type, String persistence) {
        return """
            <entity>
              <ejb-name>%s</ejb-name>
              <local-home>io.keelson.ejb.strategy.StockHome</local-home>
              <local>io.keelson.ejb.strategy.Stock</local>
              <ejb-class>io.keelson.ejb.strategy.%s</ejb-class>
              <persistence-type>%s
            </entity>
            """.formatted(name, type, persistence);
    }

    private static String settings(String name, String cache, String more) {
        return "<weblogic-enterprise-bean><ejb-name>" + name + "</ejb-name><entity-descriptor><entity-cache>" + cache
                + "</entity-cache>" + more + "</entity-descriptor></weblogic-enterprise-bean>";
    }

    private static Archives ear() {
        String own =
                "Bean</persistence-type><prim-key-class>java.lang.String</prim-key-class><reentrant>False</reentrant>";
        String containers = "Container</persistence-type><prim-key-class>java.lang.String</prim-key-class>"
                + "<reentrant>False</reentrant><cmp-version>2.x</cmp-version>"
                + "<abstract-schema-name>Part</abstract-schema-name>"
                + "<cmp-field><field-name>id</field-name></cmp-field><cmp-field><field-name>count</field-name></cmp-field>"
                + "<primkey-field>id</primkey-field>";
        String descriptor = "<ejb-jar xmlns=\"http://java.sun.com/xml/ns/j2ee\" version=\"2.1\"><enterprise-beans>"
                + entity("Cached", "StockBean", own) + entity("ReadOnly", "StockBean", own)
                + entity("Writer", "StockBean", own) + entity("Part", "PartBean", containers)
                + "</enterprise-beans></ejb-jar>";
        String weblogic = "<weblogic-ejb-jar>"
                + settings(
                        "Cached",
                        "<concurrency-strategy>Exclusive</concurrency-strategy>"
                                + "<cache-between-transactions>True</cache-between-transactions>",
                        "")
                + settings(
                        "ReadOnly",
                        "<read-timeout-seconds>0</read-timeout-seconds>"
                                + "<concurrency-strategy>ReadOnly</concurrency-strategy>",
                        "")
                + settings(
                        "Writer",
                        "<concurrency-strategy>Database</concurrency-strategy>",
                        "<invalidation-target><ejb-name>ReadOnly</ejb-name></invalidation-target>")
                + settings(
                        "Part",
                        "<concurrency-strategy>Optimistic</concurrency-strategy>"
                                + "<cache-between-transactions>True</cache-between-transactions>",
                        "")
                + "</weblogic-ejb-jar>";
        String mapping = """
            <weblogic-rdbms-jar><weblogic-rdbms-bean>
              <ejb-name>Part</ejb-name><data-source-name>shop</data-source-name>
              <table-map>
                <table-name>stock</table-name>
                <field-map><cmp-field>id</cmp-field><dbms-column>id</dbms-column></field-map>
                <field-map><cmp-field>count</cmp-field><dbms-column>count</dbms-column></field-map>
                <verify-columns>Version</verify-columns><optimistic-column>changes</optimistic-column>
              </table-map>
            </weblogic-rdbms-bean></weblogic-rdbms-jar>
            """;
        return new Archives()
                .archive(
                        "beans.jar",
                        new Archives()
                                .classes("", StockBean.class, PartBean.class)
                                .text("META-INF/ejb-jar.xml", descriptor)
                                .text("META-INF/weblogic-ejb-jar.xml", weblogic)
                                .text("META-INF/weblogic-cmp-rdbms-jar.xml", mapping))
                .archive("web.war", new Archives().war(MembersServlet.class))
                .archive("lib/api.jar", new Archives().classes("", Stock.class, StockHome.class));
    }

    private static TestServer start(String name, Path archive) throws Exception {
        List<SubsystemFactory> all = new ArrayList<>(Server.discover(EntityInvalidationIT.class.getClassLoader()));
        all.add(new Side(wire, name));
        TestServer server =
                TestServer.builder().yaml(database.domain()).subsystems(all).start();
        server.service(Deployer.class).deploy("stock", archive, null);
        return server;
    }

    @BeforeAll
    static void startServers() throws Exception {
        database = Database.open("create table stock(id varchar(20) primary key, count int, changes int)");
        wire = new Wire();
        Path archive = ear().write(directory.resolve("stock.ear"));
        a = start("a", archive);
        b = start("b", archive);
    }

    @AfterAll
    static void stopServers() throws Exception {
        if (a != null) {
            a.close();
        }
        if (b != null) {
            b.close();
        }
        database.close();
    }

    @BeforeEach
    void row() throws Exception {
        wire.cut = false;
        database.run("merge into stock key(id) values ('a', 10, 1)");
        wire.changed(); // what was cached before counts no more
        wire.sent.set(0);
    }

    private static String get(TestServer server, String call) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(server.uri("/web/members/" + call))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void aReadOnlyBeanIsReadAgainWhenItsWriterHasCommittedOnAnotherMember() throws Exception {
        assertThat(get(b, "read-only/count")).isEqualTo("10");

        get(a, "writer/change");

        assertThat(get(b, "read-only/count")).isEqualTo("11");
        database.run("update stock set count = 50");
        assertThat(get(b, "read-only/count")).as("it is cached").isEqualTo("11");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cached", "part"})
    void aStateThatIsCachedBetweenTransactionsIsReadAgainWhenAnotherMemberHasChangedIt(String bean) throws Exception {
        assertThat(get(b, bean + "/count")).isEqualTo("10");
        get(a, bean + "/change");
        get(a, bean + "/change");

        assertThat(get(b, bean + "/change")).isEmpty();

        assertThat(get(a, bean + "/count")).isEqualTo("13");
        assertThat(database.rows("select count from stock")).containsExactly("13");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cached", "part"})
    void theMemberThatHasChangedItKeepsItsOwnState(String bean) throws Exception {
        get(a, bean + "/change");
        database.run("update stock set count = 50");

        assertThat(get(a, bean + "/count")).isEqualTo("11");
    }

    @Test
    void nobodyIsToldOfATransactionThatIsRolledBackOrReads() throws Exception {
        get(a, "writer/change-and-roll-back");
        get(a, "part/count");
        assertThat(wire.sent).hasValue(0);

        get(a, "part/change");
        assertThat(wire.sent).hasValue(1);
        get(a, "part/count");
        assertThat(wire.sent).hasValue(1);
    }

    @Test
    void aMessageThatIsLostIsMadeGoodByTheNextView() throws Exception {
        assertThat(get(b, "read-only/count")).isEqualTo("10");
        assertThat(get(b, "part/count")).isEqualTo("10");
        wire.cut = true;
        get(a, "writer/change");
        assertThat(get(b, "read-only/count")).as("the cut hides the change").isEqualTo("10");

        wire.changed();

        assertThat(get(b, "read-only/count")).isEqualTo("11");
        assertThat(get(b, "part/count")).isEqualTo("11");
    }

    @Test
    void anOptimisticTransactionOnAStaleStateIsRolledBackAndTheNextOneReadsAgain() throws Exception {
        assertThat(get(b, "part/count")).isEqualTo("10");
        wire.cut = true;
        get(a, "part/change");

        assertThat(get(b, "part/change")).isNotEmpty();

        assertThat(get(b, "part/change")).isEmpty();
        assertThat(database.rows("select count from stock")).containsExactly("12");
    }

    @Test
    void aMessageThatCannotBeReadMakesEverythingStale() throws Exception {
        assertThat(get(b, "read-only/count")).isEqualTo("10");
        database.run("update stock set count = 50");
        assertThat(get(b, "read-only/count")).isEqualTo("10");
        Side first = wire.sides.get(0);

        first.tell("entity beans", new byte[] {1, 0, 5, 's', 't', 'o', 'c', 'k', 0, 9, 'x'});

        assertThat(get(b, "read-only/count")).isEqualTo("50");
    }
}
