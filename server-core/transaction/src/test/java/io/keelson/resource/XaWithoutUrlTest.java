package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.naming.Naming;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XaWithoutUrlTest {
    @TempDir
    Path domain;

    private static String source(String properties) {
        return """
            data-sources:
              orders:
                url: "jdbc:named:orders"
                driver-class: io.keelson.resource.XaWithoutUrl
                global-transactions-protocol: two-phase-commit
            """ + properties;
    }

    @Test
    void theDatabaseIsNamedByTheDriversOwnProperties() throws Exception {
        try (OneServer server = new OneServer(domain, source("    properties: {databaseName: without-url}\n"))) {
            DataSource orders =
                    (DataSource) server.service(Naming.class).context().lookup("orders");
            UserTransaction user = server.service(UserTransaction.class);
            user.begin();
            try (Connection connection = orders.getConnection();
                    Statement statement = connection.createStatement()) {
                assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:without-url");
                assertThat(statement.executeQuery("call 7").next()).isTrue();
            }
            user.commit();
        }
    }

    @Test
    void whereNothingNamesItTheServerSaysWhatIsMissing() throws Exception {
        try (OneServer server = new OneServer(domain, source(""))) {
            DataSource orders =
                    (DataSource) server.service(Naming.class).context().lookup("orders");
            assertThatThrownBy(orders::getConnection)
                    .hasStackTraceContaining("XaWithoutUrl has no property 'url'")
                    .hasStackTraceContaining("databaseName");
        }
    }
}
