package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.resource.DataSourceTests.Outcome;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionTestTest {
    private static final String URL = "jdbc:h2:mem:tested;DB_CLOSE_DELAY=-1";

    private final ConnectionTest test = new ConnectionTest(Ticker.system(), Duration.ofSeconds(10), 4);

    /** Makes a connection, or fails to. */
    private interface Connecting {
        Connection connect() throws SQLException;
    }

    private static Driver driver(Connecting connecting) {
        return (Driver) Proxy.newProxyInstance(
                ConnectionTestTest.class.getClassLoader(), new Class<?>[] {Driver.class}, (proxy, method, given) -> {
                    if (method.getName().equals("connect")) {
                        return connecting.connect();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    private static ConnectionTest.Subject subject(String url, Connecting connecting, String query) {
        Properties properties = new Properties();
        properties.setProperty("user", "ann");
        properties.setProperty("password", "se.*same");
        return new ConnectionTest.Subject(
                "orders", Connector.shown(url), () -> Connector.of(driver(connecting), url, properties), query);
    }

    private static Connection real() throws SQLException {
        return new org.h2.Driver().connect(URL, new Properties());
    }

    @Test
    void whatCanBeReachedIsNamed() throws Exception {
        Outcome outcome = test.of(subject(URL, ConnectionTestTest::real, null));
        assertThat(outcome.reached()).as(outcome.toString()).isTrue();
        assertThat(outcome.product()).get().asString().startsWith("H2 2.");
        assertThat(outcome.driver()).get().asString().startsWith("H2 JDBC Driver");
        assertThat(outcome.url()).isEqualTo("jdbc:h2:mem:tested");
        assertThat(outcome.took()).isPositive();
        assertThat(outcome.causes()).isEmpty();
    }

    @Test
    void itsConnectionIsClosed() throws Exception {
        List<Connection> made = new ArrayList<>();
        Connecting connecting = () -> {
            made.add(real());
            return made.get(made.size() - 1);
        };
        test.of(subject(URL, connecting, null));
        assertThat(test.of(subject(URL, connecting, "select nothing from nowhere"))
                        .reached())
                .isFalse();
        assertThat(made).hasSize(2);
        for (Connection each : made) {
            assertThat(each.isClosed()).isTrue();
        }
    }

    @Test
    void theTestQueryIsAsked() throws Exception {
        assertThat(test.of(subject(URL, ConnectionTestTest::real, "select 1")).reached())
                .isTrue();
        Outcome outcome = test.of(subject(URL, ConnectionTestTest::real, "select nothing from nowhere"));
        assertThat(outcome.reached()).isFalse();
        assertThat(outcome.product()).isEmpty();
        assertThat(outcome.causes().get(0)).contains("NOWHERE").contains("(SQL state 42");
    }

    @Test
    void theChainHasNoSecrets() throws Exception {
        String url = "jdbc:x://ann:inurl@db/orders?sslpassword=intail&a=b;token=inparam";
        Outcome outcome = test.of(subject(
                url,
                () -> {
                    SQLException first = new SQLException("cannot use " + url + " as ann/se.*same", "08001");
                    first.initCause(new IllegalStateException("login with se.*same and inurl refused"));
                    throw first;
                },
                null));
        assertThat(outcome.reached()).isFalse();
        assertThat(outcome.causes())
                .containsExactly(
                        "cannot use jdbc:x://db/orders as ann/****** (SQL state 08001)",
                        "login with ****** and ****** refused");
        outcome = test.of(subject(
                url,
                () -> {
                    throw new SQLException("intail, inparam");
                },
                null));
        assertThat(outcome.causes()).containsExactly("******, ******");
    }

    @Test
    void noDriverSaysWhatToDo() throws Exception {
        Outcome outcome = test.of(new ConnectionTest.Subject(
                "orders",
                "jdbc:nobody:x",
                () -> Connector.of(
                        new Drivers(List.of(), () -> "put its jar into DOMAIN/lib").find(null, "jdbc:nobody:x"),
                        "jdbc:nobody:x",
                        new Properties()),
                null));
        assertThat(outcome.causes()).singleElement().asString().contains("put its jar into DOMAIN/lib");
    }

    @Test
    void aDriverThatWaitsIsLeftBehindAndFewOfThemAtATime() throws Exception {
        ConnectionTest brief = new ConnectionTest(Ticker.system(), Duration.ofMillis(300), 4);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger waiting = new AtomicInteger();
        Connecting stuck = () -> {
            waiting.incrementAndGet();
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    // a driver that does not listen
                }
            }
            throw new SQLException("late");
        };
        ExecutorService four = Executors.newFixedThreadPool(4);
        try {
            List<Future<Outcome>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(four.submit(() -> brief.of(subject(URL, stuck, null))));
            }
            for (Future<Outcome> each : all) {
                assertThat(each.get().causes()).containsExactly("no answer within 0 seconds");
            }
            assertThat(waiting).hasValue(4);
            assertThatThrownBy(() -> brief.of(subject(URL, stuck, null))).isInstanceOf(IllegalStateException.class);
            never.countDown();
            await().untilAsserted(() -> assertThat(brief.of(subject(URL, ConnectionTestTest::real, null))
                            .reached())
                    .isTrue());
        } finally {
            never.countDown();
            four.shutdownNow();
        }
    }
}
