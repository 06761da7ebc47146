package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.resource.ResourceMaker.Definition;
import io.keelson.kernel.spi.resource.ResourceMaker.Made;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Data sources that applications define. */
class DataSourceMakerTest {
    private final ScheduledExecutorService leakWatch = Threads.scheduler("test: leaks");
    private final List<ManagedDataSource> there = new ArrayList<>();
    private final DataSourceMaker maker = new DataSourceMaker(
            new Drivers(List.of(DataSourceMakerTest.class::getClassLoader), () -> "put its jar into DOMAIN/lib"),
            Ticker.system(),
            leakWatch,
            null,
            there::add,
            there::remove);

    @AfterEach
    void close() {
        leakWatch.shutdownNow();
    }

    private Made make(Map<String, String> properties, String... settings) throws NamingException {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return maker.make(new Definition(
                "shop", "java:app/jdbc/x", all, properties, getClass().getClassLoader(), "web.xml:3:1"));
    }

    private static String userOf(Made made) throws SQLException {
        try (Connection connection = ((DataSource) made.value()).getConnection()) {
            return connection.getMetaData().getUserName();
        }
    }

    @Test
    void propertiesThatTheClassDoesNotHaveAreLeftOut() throws Exception {
        String[] settings = {"class-name", "org.h2.jdbcx.JdbcDataSource", "url", "jdbc:h2:mem:maker9", "user", "ann"};
        Made made = make(
                Map.of("background-validation", "false", "interleaving", "true", "fish.payara.trace", "x"), settings);
        assertThat(userOf(made)).isEqualTo("ANN");
        made.close();
        make(Map.of("x", "y"), settings).close();
    }

    @Test
    void theUrlIsLeftOutWhereTheClassHasNoneAndTheDatabaseIsNamed() throws Exception {
        String[] settings = {
            "class-name",
            XaWithoutUrl.class.getName(),
            "url",
            "jdbc:other:x",
            "database-name",
            "maker10",
            "transactional",
            "false"
        };
        Made made = make(Map.of(), settings);
        try (Connection connection = ((DataSource) made.value()).getConnection()) {
            assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:maker10");
        }
        made.close();
        assertThatThrownBy(() -> make(Map.of(), "class-name", XaWithoutUrl.class.getName(), "url", "jdbc:other:x"))
                .hasMessageContaining("has no property 'url'");
    }

    @Test
    void aDatabaseInMemoryWhoseDriverIsOfAnotherServerIsOneOfH2() throws Exception {
        for (String url : List.of("jdbc:hsqldb:mem:maker11", "jdbc:derby:memory:maker12;create=true")) {
            Made made = make(Map.of(), "class-name", "org.product.Driver", "url", url, "user", "ann", "password", "p");
            try (Connection connection = ((DataSource) made.value()).getConnection()) {
                assertThat(connection.getMetaData().getURL()).startsWith("jdbc:h2:mem:maker1");
                assertThat(connection.getMetaData().getUserName()).isEqualTo("ANN");
            }
            made.close();
        }
        assertThatThrownBy(() -> make(Map.of(), "class-name", "org.product.Driver", "url", "jdbc:hsqldb:file:/x"))
                .hasMessageContaining("the class org.product.Driver is neither in the application");
    }

    @Test
    void byADataSourceClass() throws Exception {
        Made made = make(
                Map.of("description", "of a test"),
                "class-name",
                "org.h2.jdbcx.JdbcDataSource",
                "url",
                "jdbc:h2:mem:maker1",
                "user",
                "ann",
                "password",
                "secret",
                "isolation-level",
                "TRANSACTION_SERIALIZABLE",
                "max-pool-size",
                "3",
                "transactional",
                "true");
        assertThat(userOf(made)).isEqualTo("ANN");
        assertThat(there).hasSize(1);
        DataSourceRuntime runtime = there.get(0).runtime();
        assertThat(runtime.application()).isEqualTo("shop");
        assertThat(runtime.name()).isEqualTo("shop/java:app/jdbc/x");
        assertThat(runtime.maximum()).isEqualTo(3);
        made.close();
        assertThat(there).isEmpty();
        assertThatThrownBy(() -> userOf(made)).hasMessageContaining("is closed");
    }

    @Test
    void byADriverOrAUrlAlone() throws Exception {
        Made byClass = make(
                Map.of(), "class-name", "org.h2.Driver", "url", "jdbc:h2:mem:maker2", "user", "bob", "password", "");
        assertThat(userOf(byClass)).isEqualTo("BOB");
        byClass.close();
        Made byUrl = make(Map.of("user", "eve"), "url", "jdbc:h2:mem:maker3");
        assertThat(userOf(byUrl)).isEqualTo("EVE");
        byUrl.close();
    }

    @Test
    void saysWhatIsWrong() {
        Map<String, String> none = Map.of();
        assertThatThrownBy(() -> make(none))
                .hasMessage("the data source java:app/jdbc/x (web.xml:3:1) has neither a class-name nor a url");
        assertThatThrownBy(() -> make(none, "class-name", "org.example.Missing", "url", "jdbc:x:y"))
                .hasMessageContaining("org.example.Missing")
                .hasMessageContaining("DOMAIN/lib");
        assertThatThrownBy(() -> make(none, "class-name", "java.lang.String", "url", "jdbc:x:y"))
                .hasMessageContaining("no connection pools of drivers");
        assertThatThrownBy(() -> make(none, "class-name", "org.h2.Driver")).hasMessageContaining("no url");
        assertThatThrownBy(() -> make(none, "url", "jdbc:nobody:x")).hasMessageContaining("no driver takes the URL");
        assertThatThrownBy(() -> make(none, "url", "jdbc:h2:mem:x", "max-pool-size", "many"))
                .hasMessageContaining("'many'");
        assertThatThrownBy(() -> make(none, "url", "jdbc:h2:mem:x", "max-pool-size", "1", "min-pool-size", "2"))
                .hasMessageContaining("min-pool-size of 2");
        assertThatThrownBy(() -> make(none, "url", "jdbc:h2:mem:x", "isolation-level", "TOTAL"))
                .hasMessageContaining("'TOTAL'");
        assertThatThrownBy(() -> make(none, "url", "jdbc:h2:mem:x", "colour", "red"))
                .hasMessageContaining("[colour]");
        assertThat(there).isEmpty();
    }

    @Test
    void aDatabaseThatIsAwayIsNoReasonToFail() throws Exception {
        Made made = make(Map.of(), "url", "jdbc:h2:tcp://127.0.0.1:1/mem:x");
        assertThat(made.value()).isInstanceOf(DataSource.class);
        made.close();
    }

    @Test
    void whatItSaysOfItselfHasNoPassword() {
        Definition definition = new Definition(
                "shop", "x", Map.of("password", "secret"), Map.of(), getClass().getClassLoader(), "web.xml");
        assertThat(definition.toString()).doesNotContain("secret");
    }
}
