package io.keelson.appclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.appclient.ClientDescriptor.Definition;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Data sources that a client defines. */
class DefinitionsTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Definitions definitions = new Definitions(
            null, DefinitionsTest.class.getClassLoader(), new PrintStream(said, true, StandardCharsets.UTF_8));

    private Object make(Map<String, String> properties, String... values) throws ClientException {
        Map<String, String> all = new LinkedHashMap<>(Map.of("class-name", Named.class.getName()));
        for (int i = 0; i < values.length; i += 2) {
            all.put(values[i], values[i + 1]);
        }
        return definitions.make(new Definition("data-source", "java:comp/env/ds", all, properties, "client.xml"));
    }

    @Test
    void whatTheClassHasNoPropertyForIsLeftOut() throws Exception {
        Object made = make(Map.of("x", "y"), "url", "jdbc:other:x", "database-name", "shop");
        assertThat(((Named) made).name).isEqualTo("shop");
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("has no property x; it is left out");
    }

    @Test
    void aUserOrAnAddressIsNotLeftOut() {
        assertThatThrownBy(() -> make(Map.of(), "database-name", "shop", "user", "ann"))
                .hasMessageContaining("has no property user");
        assertThatThrownBy(() -> make(Map.of(), "url", "jdbc:other:x")).hasMessageContaining("has no property url");
    }

    /** A data source that knows its database by a name only. */
    public static final class Named implements DataSource {
        private String name = "";

        public void setDatabaseName(String name) {
            this.name = name;
        }

        @Override
        public Connection getConnection() throws SQLException {
            throw new SQLException("no database");
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            throw new SQLException("no database");
        }

        @Override
        public PrintWriter getLogWriter() {
            return new PrintWriter(System.out);
        }

        @Override
        public void setLogWriter(PrintWriter out) {
            // writes nothing
        }

        @Override
        public void setLoginTimeout(int seconds) {
            // connects to nothing
        }

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("wraps nothing");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
