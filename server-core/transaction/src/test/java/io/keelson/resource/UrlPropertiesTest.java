package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UrlPropertiesTest {
    /** As Derby's embedded data source. */
    public static class Embedded {
        public void setDatabaseName(String name) {}

        public void setCreateDatabase(String create) {}

        public void setConnectionAttributes(String attributes) {}

        public void setUser(String user) {}
    }

    /** As DB2's. */
    public static class Remote {
        public void setServerName(String name) {}

        public void setPortNumber(int port) {}

        public void setDatabaseName(String name) {}
    }

    @Test
    void aDatabaseInTheSameJvm() {
        assertThat(UrlProperties.of(Embedded.class, "jdbc:derby:memory:shop;create=true"))
                .isEqualTo(Map.of("databaseName", "memory:shop", "createDatabase", "create"));
        assertThat(UrlProperties.of(Embedded.class, "jdbc:derby:shop")).isEqualTo(Map.of("databaseName", "shop"));
        assertThat(UrlProperties.of(Embedded.class, "jdbc:derby:shop;user=APP;territory=en_US;collation=x"))
                .isEqualTo(Map.of(
                        "databaseName", "shop", "user", "APP", "connectionAttributes", "territory=en_US;collation=x"));
    }

    @Test
    void aDatabaseElsewhere() {
        assertThat(UrlProperties.of(Remote.class, "jdbc:db2://db.example:50000/shop:currentSchema=A;"))
                .isEqualTo(Map.of("serverName", "db.example", "portNumber", "50000", "databaseName", "shop"));
        assertThat(UrlProperties.of(Remote.class, "jdbc:derby://localhost/shop;create=true"))
                .isEqualTo(Map.of("serverName", "localhost", "databaseName", "shop"));
    }

    @Test
    void nothingWhereTheFormOrAPropertyIsUnknown() {
        assertThat(UrlProperties.of(Embedded.class, "jdbc:derby://localhost/shop"))
                .isEmpty();
        assertThat(UrlProperties.of(Remote.class, "jdbc:oracle:thin:@db:1521:shop"))
                .isEmpty();
    }
}
