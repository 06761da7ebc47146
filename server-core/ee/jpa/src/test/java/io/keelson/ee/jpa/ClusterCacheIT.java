package io.keelson.ee.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.Deployer;
import io.keelson.ee.jpa.fixture.Archives;
import io.keelson.ee.jpa.offers.Offer;
import io.keelson.ee.jpa.offers.OffersServlet;
import io.keelson.ee.jpa.offers.Place;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.testkit.TestServer;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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

/** The second-level caches of two servers that share a database. The test is the channel between them. */
@Timeout(120)
class ClusterCacheIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final AtomicInteger IDS = new AtomicInteger();
    private static final String URL = "jdbc:h2:mem:offers;DB_CLOSE_DELAY=-1";

    @TempDir
    static Path directory;

    private static final Wire WIRE = new Wire();
    private static TestServer a;
    private static TestServer b;

    private int id;

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
        private final ClusterMember self;
        final Map<String, Receiver> receivers = new ConcurrentHashMap<>();
        final List<Listener> listeners = new CopyOnWriteArrayList<>();

        Side(String name) {
            this.self = new ClusterMember(name, name.repeat(32));
            WIRE.sides.add(this);
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
            WIRE.sent.incrementAndGet();
            for (Side other : WIRE.sides) {
                if (other != this && !WIRE.cut) {
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
            return new View(1, true, WIRE.sides.stream().map(Side::self).toList(), Set.of());
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

    private static TestServer start(String name, Path archive) throws Exception {
        List<SubsystemFactory> all = new ArrayList<>(Server.discover(ClusterCacheIT.class.getClassLoader()));
        all.add(new Side(name));
        TestServer server = TestServer.builder()
                .yaml("name: test\nservers:\n  AdminServer:\n    listen-port: 0\ndata-sources:\n  shop:\n    url: "
                        + URL + "\n    user: sa\n")
                .subsystems(all)
                .start();
        server.service(Deployer.class).deploy("offers", archive, "/offers");
        return server;
    }

    @BeforeAll
    static void startServers() throws Exception {
        Path archive = new Archives()
                .classes("WEB-INF/classes/", Offer.class, Place.class, Place.Position.class, OffersServlet.class)
                .text("WEB-INF/classes/META-INF/persistence.xml", """
                        <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.2">
                          <persistence-unit name="offers">
                            <jta-data-source>shop</jta-data-source>
                            <shared-cache-mode>ALL</shared-cache-mode>
                            <properties>
                              <property name="hibernate.hbm2ddl.auto" value="update"/>
                              <property name="hibernate.cache.use_query_cache" value="true"/>
                            </properties>
                          </persistence-unit>
                        </persistence>
                        """)
                .write(directory.resolve("offers.war"));
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
        run("shutdown");
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL, "sa", "");
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    @BeforeEach
    void offer() throws Exception {
        WIRE.cut = false;
        id = IDS.incrementAndGet();
        run("delete from Offer_tags");
        run("delete from Offer");
        run("delete from Place");
        run("insert into Offer(id, code, name) values(" + id + ", 'code-" + id + "', 'pen')");
        WIRE.changed(); // what was cached before counts no more
        WIRE.sent.set(0);
    }

    private static String get(String uri) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private String uri(TestServer server, String action, String text) {
        return server.uri("/offers/do/" + action + "?id=" + id + "&text="
                        + URLEncoder.encode(text, StandardCharsets.UTF_8))
                .toString();
    }

    private String on(TestServer server, String action, String text) throws Exception {
        return get(uri(server, action, text));
    }

    private String on(TestServer server, String action) throws Exception {
        return on(server, action, "");
    }

    @Test
    void anEntityIsReadAgainWhereAnotherMemberHasChangedIt() throws Exception {
        assertThat(on(a, "name")).isEqualTo("pen");
        assertThat(on(b, "name")).isEqualTo("pen");

        assertThat(on(a, "rename", "ink")).isEqualTo("done");

        assertThat(on(b, "cached")).isEqualTo("false");
        assertThat(on(b, "name")).isEqualTo("ink");
        run("update Offer set name = 'behind the back of both'");
        assertThat(on(a, "name")).as("who has changed it keeps it").isEqualTo("ink");
        assertThat(on(b, "name")).as("it is cached again").isEqualTo("ink");
    }

    @Test
    void whatIsRemovedIsGoneOnTheOtherMember() throws Exception {
        assertThat(on(b, "name")).isEqualTo("pen");
        assertThat(on(a, "remove")).isEqualTo("done");
        assertThat(on(b, "name")).isEqualTo("none");
    }

    @Test
    void aStatementThatChangesManyDropsAll() throws Exception {
        assertThat(on(b, "name")).isEqualTo("pen");
        assertThat(on(a, "rename-all", "ink")).isEqualTo("done");
        assertThat(on(b, "name")).isEqualTo("ink");
    }

    @Test
    void collectionsAndNaturalIdentifiersFollow() throws Exception {
        assertThat(on(b, "tags")).isEmpty();
        assertThat(on(b, "by-code", "code-" + id)).isEqualTo(Integer.toString(id));

        assertThat(on(a, "tag", "new")).isEqualTo("done");
        assertThat(on(a, "recode", "other-" + id)).isEqualTo("done");

        assertThat(on(b, "tags")).isEqualTo("new");
        assertThat(on(b, "by-code", "code-" + id)).isEqualTo("none");
        assertThat(on(b, "by-code", "other-" + id)).isEqualTo(Integer.toString(id));
        run("delete from Offer_tags");
        assertThat(on(b, "tags")).as("it is cached again").isEqualTo("new");
    }

    @Test
    void resultsOfQueriesDoNotCountAnyMore() throws Exception {
        assertThat(on(b, "names")).isEqualTo("pen");
        run("update Offer set name = 'ink'");
        assertThat(on(b, "names")).as("it is cached").isEqualTo("pen");

        int own = id;
        id = IDS.incrementAndGet();
        assertThat(on(a, "add", "cup")).isEqualTo("done");
        id = own;

        assertThat(on(b, "names")).isEqualTo("ink,cup");
    }

    @Test
    void anEntityWhoseIdentifierHasSeveralColumnsIsDroppedWithAllOfItsKind() throws Exception {
        assertThat(on(a, "add-place", "left")).isEqualTo("done");
        assertThat(on(b, "place")).isEqualTo("left");
        run("update Place set name = 'right'");
        assertThat(on(b, "place")).as("it is cached").isEqualTo("left");

        assertThat(on(a, "rename-place", "above")).isEqualTo("done");

        assertThat(on(b, "place")).isEqualTo("above");
    }

    /** Entities that it has read may be older than the change: only the next transaction caches them. */
    @Test
    void aTransactionThatBeganBeforeAChangeCachesNothing() throws Exception {
        assertThat(on(b, "name-after", uri(a, "rename", "ink"))).isEqualTo("done ink");
        assertThat(on(b, "cached")).isEqualTo("false");
        assertThat(on(b, "name")).isEqualTo("ink");
        assertThat(on(b, "cached")).isEqualTo("true");
    }

    @Test
    void readersTellNobody() throws Exception {
        assertThat(on(a, "name")).isEqualTo("pen");
        assertThat(on(a, "names")).isEqualTo("pen");
        assertThat(WIRE.sent).hasValue(0);
        assertThat(on(a, "rename-and-roll-back", "ink")).isEqualTo("rolled back");
        assertThat(on(b, "name")).isEqualTo("pen");
    }

    @Test
    void anApplicationThatDropsAnEntryDropsItEverywhere() throws Exception {
        assertThat(on(b, "name")).isEqualTo("pen");
        run("update Offer set name = 'ink'");
        assertThat(on(a, "evict")).isEqualTo("evicted");
        assertThat(on(b, "name")).isEqualTo("ink");
    }

    @Test
    void messagesThatAreLostAreMadeGoodByTheNextView() throws Exception {
        assertThat(on(b, "name")).isEqualTo("pen");
        assertThat(on(b, "names")).isEqualTo("pen");
        WIRE.cut = true;
        assertThat(on(a, "rename", "ink")).isEqualTo("done");
        assertThat(on(b, "name")).as("the cut hides the change").isEqualTo("pen");

        WIRE.changed();

        assertThat(on(b, "name")).isEqualTo("ink");
        assertThat(on(b, "names")).isEqualTo("ink");
    }

    @Test
    void messagesThatCannotBeReadDropEverything() throws Exception {
        assertThat(on(b, "name")).isEqualTo("pen");
        run("update Offer set name = 'ink'");
        ClusterMessages.Receiver receiver = WIRE.sides.get(1).receivers.get("second-level caches");
        receiver.received(WIRE.sides.get(0).self(), new byte[] {9, 1, 2});
        assertThat(on(b, "name")).isEqualTo("ink");
        run("update Offer set name = 'cup'");
        receiver.received(WIRE.sides.get(0).self(), new byte[0]);
        assertThat(on(b, "name")).isEqualTo("cup");
    }
}
