package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.Configuration;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.DataSourceTests;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.InitialContext;
import javax.naming.NoPermissionException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data sources of a domain, by the life cycle of a server. */
class ResourceSubsystemTest {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    @TempDir
    Path domain;

    /** Of each test its own: one in memory ends with its last connection, which a pool may close a moment after itself. */
    private final String url = "jdbc:h2:mem:orders" + DATABASES.incrementAndGet();

    private static DataSource find(String name) throws Exception {
        return InitialContext.doLookup(name);
    }

    private String orders(String more) {
        return "data-sources:\n  orders:\n    url: " + url + "\n    user: ann\n" + more.indent(4);
    }

    @Test
    void aDataSourceIsBoundByItsNamesWithItsPassword() throws Exception {
        Files.writeString(domain.resolve("secret"), "pass word\nsecond line\n");
        try (OneServer server =
                new OneServer(domain, orders("password-file: secret\njndi-names: [jdbc/orders, orders/again]"))) {
            DataSource orders = find("jdbc/orders");
            assertThat(find("orders/again")).isSameAs(orders);
            ServerConnections own = server.service(ServerConnections.class);
            own.connection("orders/again").close();
            assertThatThrownBy(() -> own.connection("jdbc/others")).hasMessageContaining("'jdbc/others'");
            try (Connection connection = orders.getConnection()) {
                assertThat(connection.getMetaData().getUserName()).isEqualTo("ANN");
                // who has another password than the one that made the database is refused
                assertThatThrownBy(() -> java.sql.DriverManager.getConnection(url, "ann", "wrong"))
                        .isInstanceOf(SQLException.class);
                java.sql.DriverManager.getConnection(url, "ann", "pass word").close();
            }
            assertThatThrownBy(() -> server.service(Naming.class)
                            .context(server.service(Naming.class).owner("application shop", null))
                            .unbind("jdbc/orders"))
                    .isInstanceOf(NoPermissionException.class);
            assertThat(server.runtimes())
                    .extracting(DataSourceRuntime::name)
                    .containsExactly("DefaultDataSource", "orders");
            assertThat(server.runtimes().toString()).doesNotContain("pass word");
        }
    }

    @Test
    void dataSourcesCanBeTestedAsTheyAreAndAsAnotherConfigurationHasThem() throws Exception {
        try (OneServer server = new OneServer(domain, orders("password: first"))) {
            find("orders").getConnection().close();
            DataSourceTests tests = server.service(DataSourceTests.class);
            long created = server.runtime("orders").created();
            assertThat(tests.test("orders").product()).get().asString().startsWith("H2");
            assertThat(tests.test("DefaultDataSource").reached()).isTrue();
            assertThat(server.runtime("orders").created())
                    .as("the pool is left alone")
                    .isEqualTo(created);
            assertThatThrownBy(() -> tests.test("others"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[DefaultDataSource, orders]");

            Configuration next = server.configuration(orders("password: second"));
            DataSourceTests.Outcome refused = tests.test("orders", next);
            assertThat(refused.reached()).isFalse();
            assertThat(refused.causes().get(0)).contains("28000").doesNotContain("second");
            assertThat(tests.test("orders").reached()).isTrue();
            assertThatThrownBy(() -> tests.test("DefaultDataSource", next)).hasMessageContaining("describes no");
        }
    }

    @Test
    void withoutNamesItIsBoundByItsOwn() throws Exception {
        try (OneServer server = new OneServer(domain, orders("properties: {MODE: PostgreSQL}"))) {
            find("orders").getConnection().close();
            assertThat(server.runtime("orders").state()).isEqualTo(DataSourceRuntime.State.RUNNING);
        }
    }

    @Test
    void serversThatAreNotMeantDoNotHaveIt() throws Exception {
        String yaml = "  two: {}\ndata-sources:\n  orders:\n    url: jdbc:h2:mem:x\n    servers: [two]\n";
        try (OneServer server = new OneServer(domain, yaml)) {
            assertThat(server.runtimes()).extracting(DataSourceRuntime::name).containsExactly("DefaultDataSource");
        }
        assertThatThrownBy(() -> new OneServer(domain, orders("servers: [three]")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("three");
    }

    @Test
    void theServerStartsWhateverIsMissing() throws Exception {
        String yaml = """
            data-sources:
              away:
                url: jdbc:h2:tcp://127.0.0.1:1/mem:x
              strange:
                url: jdbc:nobody:x
              silent:
                url: jdbc:h2:mem:x
                password-file: not/there
              twice:
                url: jdbc:h2:mem:twice
                jndi-names: [away]
            """;
        try (OneServer server = new OneServer(domain, yaml)) {
            await().until(() -> server.runtime("away").state() == DataSourceRuntime.State.UNREACHABLE);
            assertThatThrownBy(() -> find("strange").getConnection())
                    .hasMessageContaining("no driver takes the URL jdbc:nobody:x");
            assertThatThrownBy(() -> find("silent").getConnection()).hasMessageContaining("not/there");
        }
    }

    @Test
    void nonsenseIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> new OneServer(domain, "data-sources:\n  orders:\n    max-capacity: 3\n"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("url");
        assertThatThrownBy(() -> new OneServer(domain, orders("min-capacity: 3\nmax-capacity: 2")))
                .hasMessageContaining("must not exceed max-capacity 2");
        assertThatThrownBy(() -> new OneServer(domain, orders("jndi-names: ['java:/x']")))
                .hasMessageContaining("without a scheme");
        assertThatThrownBy(() -> new OneServer(domain, orders("password: very-secret\npassword-file: x")))
                .hasMessageContaining("give one of them")
                .hasMessageNotContaining("very-secret");
        DataSourceSettings settings = new DataSourceSettings(
                List.of(),
                "jdbc:h2:mem:x;PASSWORD=hidden",
                null,
                "ann",
                "hidden",
                null,
                java.util.Map.of(),
                List.of(),
                0,
                0,
                1,
                java.time.Duration.ofSeconds(1),
                java.time.Duration.ZERO,
                java.time.Duration.ZERO,
                java.time.Duration.ZERO,
                null,
                null,
                java.time.Duration.ZERO,
                null,
                java.time.Duration.ZERO,
                java.time.Duration.ZERO,
                null,
                0,
                false);
        assertThat(settings.toString()).doesNotContain("hidden");
    }

    @Test
    void theDefaultDataSourceIsAFileOfTheServer() throws Exception {
        try (OneServer server = new OneServer(domain, "")) {
            Path file = domain.resolve("servers/one/data/default.mv.db");
            try (ComponentNames names =
                    server.service(Naming.class).application("shop").module("shop", new ClassLoader() {})) {
                DataSource source = (DataSource) names.initialContext().lookup("java:comp/DefaultDataSource");
                assertThat(file).doesNotExist(); // nobody has used it
                try (Connection connection = source.getConnection()) {
                    connection.createStatement().execute("create table sales(item varchar(20))");
                }
                assertThat(file).exists();
            }
        }
        try (OneServer again = new OneServer(domain, "");
                ComponentNames names =
                        again.service(Naming.class).application("shop").module("shop", new ClassLoader() {})) {
            DataSource source = (DataSource) names.initialContext().lookup("java:comp/DefaultDataSource");
            try (Connection connection = source.getConnection()) {
                connection.createStatement().executeQuery("select * from sales").close();
            }
        }
    }

    @Test
    void theDomainMayDescribeTheDefaultDataSource() throws Exception {
        String yaml = "data-sources:\n  DefaultDataSource:\n    url: jdbc:h2:mem:own\n    user: own\n";
        try (OneServer server = new OneServer(domain, yaml);
                ComponentNames names =
                        server.service(Naming.class).application("shop").module("shop", new ClassLoader() {})) {
            DataSource source = (DataSource) names.initialContext().lookup("java:comp/DefaultDataSource");
            assertThat(source).isSameAs(find("DefaultDataSource"));
            try (Connection connection = source.getConnection()) {
                assertThat(connection.getMetaData().getUserName()).isEqualTo("OWN");
            }
        }
    }

    @Test
    void connectionsInUseMayEndWhenTheServerSuspends() throws Exception {
        try (OneServer server = new OneServer(domain, orders(""))) {
            DataSource orders = find("orders");
            Connection working = orders.getConnection();
            server.suspend(); // waits a second for it
            assertThatThrownBy(orders::getConnection).hasMessageContaining("suspended");
            assertThat(working.isValid(1)).isTrue();
            working.close();
            server.resume();
            orders.getConnection().close();
        }
        assertThatThrownBy(() -> find("orders")).isInstanceOf(javax.naming.NamingException.class);
    }

    private static int mostAtATime(OneServer server) throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        int pieces = 12;
        CountDownLatch done = new CountDownLatch(pieces);
        for (int i = 0; i < pieces; i++) {
            assertThat(server.service(WorkManagers.class).named("orders").offer(() -> {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        // long enough for the others to come, if they may
                        java.util.concurrent.locks.LockSupport.parkNanos(30_000_000);
                        running.decrementAndGet();
                        done.countDown();
                    }))
                    .isTrue();
        }
        done.await();
        return most.get();
    }

    @Test
    void aMaxThreadsConstraintFollowsTheSizeOfADataSource() throws Exception {
        String work = "max-threads-constraints:\n  of-orders:\n    data-source: orders\n"
                + "work-managers:\n  orders:\n    max-threads-constraint: of-orders\n";
        try (OneServer server = new OneServer(domain, orders("max-capacity: 2") + work)) {
            assertThat(mostAtATime(server)).isEqualTo(2);
            server.apply(orders("max-capacity: 1") + work);
            assertThat(mostAtATime(server)).isEqualTo(1);
            assertThat(server.runtime("orders").maximum()).isEqualTo(1);
        }
        assertThatThrownBy(() -> new OneServer(domain, work.replace("data-source: orders", "data-source: order")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("order");
    }
}
