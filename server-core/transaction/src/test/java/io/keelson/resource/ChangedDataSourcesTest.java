package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.thread.Threads;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.lifecycle.ServerException;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.DataSourceTests;
import io.keelson.kernel.spi.resource.ServerConnections;
import io.keelson.resource.DataSourceRuntime.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data sources of a domain that come, change and go while the server runs. */
class ChangedDataSourcesTest {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    @TempDir
    Path domain;

    private final String one = database();
    private final String two = database();

    /** One that outlives its last connection, and says by a table which it is. */
    private static String database() {
        return "jdbc:h2:mem:changed" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
    }

    private static String source(String name, String url, String... more) {
        return "  " + name + ":\n    url: " + url + "\n    user: sa\n"
                + String.join("\n", more).indent(4);
    }

    private static String sources(String... each) {
        return "data-sources:\n" + String.join("", each);
    }

    private static DataSource find(String name) throws NamingException {
        return InitialContext.doLookup(name);
    }

    private static void assertHasTablesNamedAsApplicationsDo(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table User (key integer, value varchar(9), year integer, month integer, day integer)");
            statement.execute("insert into User (key, value, year, month, day) values (1, 'x', 2026, 1, 2)");
            try (ResultSet found = statement.executeQuery("select u.year from User u where u.key = 1")) {
                assertThat(found.next()).isTrue();
                assertThat(found.getInt(1)).isEqualTo(2026);
            }
            statement.execute("drop table User");
        }
    }

    private static String urlOf(Connection connection) throws SQLException {
        return connection.getMetaData().getURL();
    }

    private static String urlOf(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return urlOf(connection);
        }
    }

    private static String base(String url) {
        return url.substring(0, url.indexOf(';'));
    }

    private static void refuses(OneServer server, String yaml, String... reasons) {
        assertThatThrownBy(() -> server.check(yaml))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll(reasons);
        assertThatThrownBy(() -> server.apply(yaml))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll(reasons);
    }

    @Test
    void aNewOneIsThereAtOnce() throws Exception {
        String work = "max-threads-constraints:\n  of-orders:\n    data-source: orders\n";
        try (OneServer server = new OneServer(domain, "")) {
            assertThatThrownBy(() -> find("jdbc/orders")).isInstanceOf(NameNotFoundException.class);
            server.check(sources(source("orders", one, "jndi-names: [jdbc/orders]")));
            assertThatThrownBy(() -> find("jdbc/orders"))
                    .as("a check changes nothing")
                    .isInstanceOf(NameNotFoundException.class);

            server.apply(sources(source("orders", one, "jndi-names: [jdbc/orders]", "initial-capacity: 2")) + work);
            assertThat(urlOf(find("jdbc/orders"))).isEqualTo(base(one));
            server.service(ServerConnections.class).connection("jdbc/orders").close();
            assertThat(server.service(DataSourceTests.class).test("orders").reached())
                    .isTrue();
            await().until(() -> server.runtime("orders").idle() == 2);
            assertThatThrownBy(() -> server.service(WorkManagers.class).dataSource("orders", 1))
                    .as("work managers know it")
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void sizesAreThoseOfTheRunningPool() throws Exception {
        String brief = "connection-reserve-timeout: 500ms";
        try (OneServer server = new OneServer(domain, sources(source("orders", one, "max-capacity: 4", brief)))) {
            DataSource orders = find("orders");
            List<Connection> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(orders.getConnection());
            }
            long created = server.runtime("orders").created();
            server.apply(sources(source("orders", one, "max-capacity: 2", brief)));
            assertThat(all.get(0).isValid(1)).isTrue();
            for (Connection each : all) {
                each.close();
            }
            await().untilAsserted(() -> {
                DataSourceRuntime seen = server.runtime("orders");
                assertThat(seen.active() + seen.idle()).isLessThanOrEqualTo(2);
                assertThat(seen.created()).isGreaterThanOrEqualTo(created);
            });
            try (Connection first = orders.getConnection();
                    Connection second = orders.getConnection()) {
                assertThatThrownBy(orders::getConnection).isInstanceOf(SQLException.class);
                assertThat(first).isNotSameAs(second);
            }
        }
    }

    @Test
    void aShorterLifeIsThatOfTheConnectionsThatAreThere() throws Exception {
        try (OneServer server = new OneServer(domain, sources(source("orders", one, "max-lifetime: 1h")))) {
            find("orders").getConnection().close();
            // That with which the server has looked for the database is none of the pool's.
            await().until(() -> server.runtime("orders").destroyed() == 1);
            long destroyed = server.runtime("orders").destroyed();
            server.apply(sources(source("orders", one, "max-lifetime: 2h")));
            assertThat(server.runtime("orders").destroyed()).isEqualTo(destroyed);
            server.apply(sources(source("orders", one, "max-lifetime: 10m")));
            await().until(() -> server.runtime("orders").destroyed() > destroyed);
        }
    }

    @Test
    void whoWaitsHasWhatMoreThereIs() throws Exception {
        try (OneServer server = new OneServer(
                domain, sources(source("orders", one, "max-capacity: 1", "connection-reserve-timeout: 60s")))) {
            DataSource orders = find("orders");
            try (Connection held = orders.getConnection()) {
                AtomicBoolean had = new AtomicBoolean();
                Threads.daemon("test: waits", () -> {
                            try (Connection waited = orders.getConnection()) {
                                had.set(waited.isValid(1));
                            } catch (SQLException e) {
                                throw new IllegalStateException(e);
                            }
                        })
                        .start();
                await().until(() -> server.runtime("orders").waiting() > 0); // the first connections wait, too
                server.apply(sources(source("orders", one, "max-capacity: 2", "connection-reserve-timeout: 60s")));
                await().untilTrue(had);
                assertThat(held.isValid(1)).isTrue();
            }
        }
    }

    @Test
    void anotherUrlIsAnotherPoolAndWhatIsInUseStays() throws Exception {
        try (OneServer server = new OneServer(domain, sources(source("orders", one)))) {
            DataSource orders = find("orders");
            Connection held = orders.getConnection();
            held.setAutoCommit(false);
            held.createStatement().execute("create table sales(item varchar(20))");
            held.createStatement().execute("insert into sales values('book')");

            server.apply(sources(source("orders", two)));
            assertThat(find("orders")).as("whoever has it keeps it").isSameAs(orders);
            assertThat(urlOf(orders)).isEqualTo(base(two));
            assertThat(server.runtime("orders").draining()).isEqualTo(1);
            assertThat(server.runtime("orders").url()).isEqualTo(base(two));
            long failures = server.runtime("orders").failures();

            held.createStatement().execute("insert into sales values('pen')");
            held.commit();
            held.close();
            await().until(() -> server.runtime("orders").draining() == 0);
            assertThat(count(one, "sales")).isEqualTo(2);
            await().untilAsserted(() -> assertThat(sessions(one))
                    .as("the earlier pool holds nothing")
                    .isEqualTo(1));
            assertThat(server.runtime("orders").failures()).isEqualTo(failures);
            assertThat(server.runtime("orders").created()).isGreaterThanOrEqualTo(2);
        }
    }

    private static int count(String url, String table) throws SQLException {
        return number(url, "select count(*) from " + table);
    }

    private static int sessions(String url) throws SQLException {
        return number(url, "select count(*) from information_schema.sessions");
    }

    private static int number(String url, String query) throws SQLException {
        try (Connection connection = java.sql.DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void whatIsHeldForTooLongIsCutOff() throws Exception {
        String brief = "drain-timeout: 0s";
        try (OneServer server = new OneServer(domain, sources(source("orders", one, brief)))) {
            Connection held = find("orders").getConnection();
            server.apply(sources(source("orders", two, brief)));
            await().untilAsserted(() -> assertThatThrownBy(
                            () -> held.createStatement().execute("select 1"))
                    .isInstanceOf(SQLException.class));
            assertThat(urlOf(find("orders"))).isEqualTo(base(two));
        }
    }

    @Test
    void noRequestFailsWhileItIsChanged() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        AtomicInteger done = new AtomicInteger();
        List<Thread> users = new ArrayList<>();
        try (OneServer server = new OneServer(domain, sources(source("orders", one, "max-capacity: 3")))) {
            DataSource orders = find("orders");
            for (int i = 0; i < 8; i++) {
                Thread user = Threads.daemon("test: user " + i, () -> {
                    while (!over.get()) {
                        try (Connection connection = orders.getConnection();
                                Statement statement = connection.createStatement()) {
                            statement.execute("select 1");
                            done.incrementAndGet();
                        } catch (SQLException | RuntimeException e) {
                            failures.add(e.toString());
                        }
                    }
                });
                users.add(user);
                user.start();
            }
            for (int i = 0; i < 20; i++) {
                int before = done.get();
                server.apply(sources(source("orders", i % 2 == 0 ? two : one, "max-capacity: " + (2 + i % 3))));
                await().until(() -> done.get() > before + 20);
            }
            over.set(true);
            for (Thread user : users) {
                user.join();
            }
            await().until(() -> server.runtime("orders").draining() == 0);
        }
        assertThat(failures).isEmpty();
        assertThat(done.get()).isGreaterThan(400);
    }

    @Test
    void oneThatIsRemovedIsUnboundAndDrained() throws Exception {
        try (OneServer server = new OneServer(
                domain, sources(source("orders", one, "jndi-names: [jdbc/deep/orders]"), source("stays", two)))) {
            DataSource orders = find("jdbc/deep/orders");
            Connection held = orders.getConnection();
            server.apply(sources(source("stays", two)));
            assertThatThrownBy(() -> find("jdbc/deep/orders")).isInstanceOf(NameNotFoundException.class);
            assertThatThrownBy(() -> InitialContext.doLookup("jdbc"))
                    .as("nor are contexts left that were made for it")
                    .isInstanceOf(NameNotFoundException.class);
            assertThatThrownBy(orders::getConnection).hasMessageContaining("not in the configuration");
            assertThatThrownBy(() -> server.service(DataSourceTests.class).test("others"))
                    .hasMessageContaining("there are");
            assertThat(held.isValid(1)).isTrue();
            assertThat(server.runtime("orders").state()).isEqualTo(State.DRAINING);
            assertThat(server.runtime("orders").draining()).isEqualTo(1);
            held.close();
            await().until(() ->
                    server.runtimes().stream().noneMatch(each -> each.name().equals("orders")));
            assertThatThrownBy(orders::getConnection).hasMessageContaining("is closed");
            find("stays").getConnection().close();

            server.apply(sources(source("orders", two), source("stays", two)));
            find("orders").getConnection().close();
        }
    }

    @Test
    void oneOfTheNameOfOneThatIsGoingIsAnother() throws Exception {
        Connection held;
        try (OneServer server = new OneServer(domain, sources(source("orders", one)))) {
            held = find("orders").getConnection();
            server.apply("");
            server.apply(sources(source("orders", two)));
            assertThat(urlOf(find("orders"))).isEqualTo(base(two));
            assertThat(held.isValid(1)).isTrue();
            assertThat(server.runtimes())
                    .extracting(DataSourceRuntime::name)
                    .containsExactly("DefaultDataSource", "orders");
            assertThat(server.runtime("orders").state()).isEqualTo(State.RUNNING);
            server.suspend(); // waits a second for it
        }
        assertThatThrownBy(() -> held.createStatement().execute("select 1"))
                .as("the server's end is its end, too")
                .isInstanceOf(SQLException.class);
    }

    @Test
    void oneThatAnApplicationUsesDoesNotGo() throws Exception {
        String yaml = sources(source("orders", one, "jndi-names: [jdbc/orders]"));
        ClassLoader loader = new ClassLoader() {};
        try (OneServer server = new OneServer(domain, yaml)) {
            Naming naming = server.service(Naming.class);
            ComponentNames shop = naming.application("shop").module("shop", loader);
            server.check("");
            new InvocationContext("shop", loader, 0).call(() -> find("/jdbc//orders"));
            refuses(server, "", "data-sources.orders cannot go while it is used by application shop");
            refuses(
                    server,
                    sources(source("orders", one, "jndi-names: [jdbc/others]")),
                    "data-sources.orders cannot give up the name jdbc/orders while it is used by application shop");
            refuses(
                    server,
                    "  two: {}\n" + sources(source("orders", one, "jndi-names: [jdbc/orders]", "servers: [two]")),
                    "cannot go while it is used by application shop");
            find("jdbc/orders").getConnection().close();
            server.apply(sources(source("orders", two, "jndi-names: [jdbc/orders, more]")));
            assertThat(urlOf(find("more"))).isEqualTo(base(two));
            shop.close();
            server.apply("");
            assertThatThrownBy(() -> find("jdbc/orders")).isInstanceOf(NameNotFoundException.class);
        }
    }

    @Test
    void whatIsKeptInADatabaseDoesNotMove() throws Exception {
        try (OneServer server = new OneServer(domain, sources(source("orders", one)))) {
            Naming naming = server.service(Naming.class);
            NameOwner leases = naming.owner("the leases of the cluster c", null);
            naming.relies("orders", leases, true);
            refuses(
                    server,
                    sources(source("orders", two)),
                    "cannot lead to another database",
                    "the leases of the cluster c");
            refuses(server, "", "cannot go while it is used by the leases of the cluster c");
            server.apply(sources(source("orders", one, "max-capacity: 3", "test-query: select 1")));
            leases.close();
            server.apply(sources(source("orders", two)));
        }
    }

    @Test
    void namesAreGivenOnAndNeverShared() throws Exception {
        try (OneServer server = new OneServer(
                domain, sources(source("a", one, "jndi-names: [x, jdbc/y]"), source("b", two, "jndi-names: [z]")))) {
            server.apply(sources(source("a", one, "jndi-names: [z]"), source("b", two, "jndi-names: [x, w]")));
            assertThat(urlOf(find("z"))).isEqualTo(base(one));
            assertThat(urlOf(find("x"))).isEqualTo(base(two));
            assertThat(find("w")).isSameAs(find("x"));
            assertThatThrownBy(() -> find("jdbc/y")).isInstanceOf(NameNotFoundException.class);
            assertThat(server.runtime("b").jndiNames()).containsExactly("x", "w");

            refuses(
                    server,
                    sources(source("a", one, "jndi-names: [x]"), source("b", two, "jndi-names: [x]")),
                    "data-sources.a is to be bound as x and data-sources.b as x on the same server");
            refuses(
                    server,
                    sources(source("a", one, "jndi-names: [x]"), source("b", two, "jndi-names: [x/y]")),
                    "data-sources.b as x/y");
            refuses(
                    server,
                    sources(source("a", one, "jndi-names: [q/r]"), source("b", two, "jndi-names: [/q//r]")),
                    "on the same server");
            server.apply("  two: {}\n  three: {}\n"
                    + sources(
                            source("a", one, "jndi-names: [x]", "servers: [one]"),
                            source("b", two, "jndi-names: [x]", "servers: [two, three]")));
            assertThat(urlOf(find("x"))).isEqualTo(base(one));
            refuses(
                    server,
                    "  two: {}\n"
                            + sources(
                                    source("a", one, "jndi-names: [q]", "servers: [two]"),
                                    source("b", two, "jndi-names: [q]", "servers: [two]")),
                    "on the same server");
        }
    }

    @Test
    void aNameThatAnApplicationHasBoundIsTaken() throws Exception {
        try (OneServer server = new OneServer(domain, "")) {
            Naming naming = server.service(Naming.class);
            NameOwner shop = naming.owner("application shop", null);
            naming.context(shop).bind("rates", "one to one");
            naming.context(shop).createSubcontext("jdbc");
            refuses(
                    server,
                    sources(source("orders", one, "jndi-names: [rates]")),
                    "data-sources.orders cannot be bound as rates",
                    "application shop");
            refuses(server, sources(source("orders", one, "jndi-names: [rates/now]")), "rates is a value");
            refuses(server, sources(source("orders", one, "jndi-names: [jdbc]")), "jdbc is a context");
            server.apply(sources(source("orders", one, "jndi-names: [jdbc/orders]")));
            find("jdbc/orders").getConnection().close();
        }
    }

    @Test
    void whatCannotBeMadeIsRefusedAndChangesNothing() throws Exception {
        try (OneServer server = new OneServer(domain, sources(source("orders", one)))) {
            refuses(
                    server,
                    sources(
                            source("orders", two, "driver-class: org.example.Driver"),
                            source("fresh", "jdbc:nobody:x"),
                            source("silent", one, "password-file: not/there"),
                            source("odd", "jdbc:other:x", "driver-class: org.h2.Driver")),
                    "data-sources.orders: there is no driver org.example.Driver; put its jar into DOMAIN/lib and start the"
                            + " server again",
                    "data-sources.fresh: no driver takes the URL jdbc:nobody:x",
                    "data-sources.silent: the password-file",
                    "data-sources.odd: the driver org.h2.Driver does not take the URL jdbc:other:x");
            assertThat(urlOf(find("orders"))).isEqualTo(base(one));
            assertThatThrownBy(() -> find("fresh")).isInstanceOf(NameNotFoundException.class);

            Files.createDirectories(domain.resolve("lib"));
            Files.createFile(domain.resolve("lib/example.jar"));
            refuses(
                    server,
                    sources(source("orders", two, "driver-class: org.example.Driver")),
                    "what has come into DOMAIN/lib since the server started (example.jar) is read when it starts again");
        }
    }

    @Test
    void aDatabaseThatIsAwayRefusesOnlyWhereThatIsAskedFor() throws Exception {
        String nowhere = "jdbc:h2:tcp://127.0.0.1:1/mem:x";
        try (OneServer server = new OneServer(domain, "")) {
            refuses(
                    server,
                    sources(source("orders", nowhere, "test-at-activation: true")),
                    "data-sources.orders does not reach its database, and test-at-activation asks for that");
            server.apply(sources(source("orders", nowhere)));
            await().until(() -> server.runtime("orders").state() == State.UNREACHABLE);
            server.apply(sources(source("orders", one, "test-at-activation: true")));
            assertThat(urlOf(find("orders"))).isEqualTo(base(one));
            assertThat(server.runtime("orders").state()).isEqualTo(State.RUNNING);
        }
    }

    @Test
    void oneThatIsBrokenSinceTheStartIsMendedByTheNextActivation() throws Exception {
        String yaml = sources(source("orders", one, "password-file: secret"), source("strange", "jdbc:nobody:x"));
        try (OneServer server = new OneServer(domain, yaml)) {
            assertThat(server.runtime("orders").state()).isEqualTo(State.BROKEN);
            server.apply(yaml);
            assertThat(server.runtime("orders").state()).isEqualTo(State.BROKEN);
            Files.writeString(domain.resolve("secret"), "first\n");
            server.apply(yaml);
            find("orders").getConnection().close();
            assertThat(server.runtime("strange").state()).isEqualTo(State.BROKEN);

            try (Connection connection = find("orders").getConnection()) {
                connection.createStatement().execute("alter user sa set password 'second'");
            }
            Files.writeString(domain.resolve("secret"), "second\n");
            assertThat(server.service(DataSourceTests.class).test("orders").reached())
                    .as("a new password in the file needs no activation")
                    .isTrue();
            try (Connection kept = find("orders").getConnection();
                    Connection made = find("orders").getConnection()) {
                assertThat(kept.isValid(1) && made.isValid(1)).isTrue();
            }
        }
    }

    @Test
    void theDefaultOneMayBeDescribedAndForgotten() throws Exception {
        ClassLoader loader = new ClassLoader() {};
        try (OneServer server = new OneServer(domain, "")) {
            Naming naming = server.service(Naming.class);
            DataSource source;
            try (ComponentNames tour = naming.application("tour").module("tour", loader)) {
                source = (DataSource) tour.initialContext().lookup("java:comp/DefaultDataSource");
            }
            assertThat(urlOf(source)).startsWith("jdbc:h2:file:");
            assertHasTablesNamedAsApplicationsDo(source);
            server.apply(sources(source("DefaultDataSource", one)));
            assertThat(urlOf(source)).isEqualTo(base(one));
            assertThat(find("DefaultDataSource")).isSameAs(source);
            server.apply(sources(source("DefaultDataSource", two)));
            assertThat(urlOf(source)).isEqualTo(base(two));
            server.apply("");
            assertThat(urlOf(source)).startsWith("jdbc:h2:file:");
            assertThatThrownBy(() -> find("DefaultDataSource")).isInstanceOf(NameNotFoundException.class);

            server.apply(sources(source("DefaultDataSource", one)));
            ComponentNames shop = naming.application("shop").module("shop", loader);
            new InvocationContext("shop", loader, 0).call(() -> find("java:comp/DefaultDataSource"));
            refuses(server, "", "data-sources.DefaultDataSource cannot go while it is used by application shop");
            shop.close();
        }
    }

    @Test
    void aServerThatIsSuspendedHasNewOnesSuspended() throws Exception {
        try (OneServer server = new OneServer(domain, sources(source("orders", one)))) {
            server.suspend();
            server.apply(sources(source("orders", two), source("fresh", one, "initial-capacity: 1")));
            assertThatThrownBy(() -> find("fresh").getConnection()).hasMessageContaining("suspended");
            assertThatThrownBy(() -> find("orders").getConnection()).hasMessageContaining("suspended");
            try (Connection own = server.service(ServerConnections.class).connection("orders")) {
                assertThat(urlOf(own)).isEqualTo(base(two));
            }
            server.resume();
            assertThat(urlOf(find("orders"))).isEqualTo(base(two));
            await().until(() -> server.runtime("fresh").idle() == 1);
        }
    }
}
