package io.keelson.jms.client;

import io.keelson.base.time.Ticker;
import io.keelson.jms.store.JdbcMessageStore;
import io.keelson.jms.store.JdbcSettings;
import io.keelson.jms.store.MessageStore;
import java.nio.file.Path;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.io.TempDir;

/** Tests what {@link ClientTest} shows, with the messages in a database. */
final class JdbcClientTest extends ClientTest {
    JdbcClientTest(@TempDir Path directory) {
        super(directory);
    }

    @Override
    TestBroker broker(Path directory) {
        return overH2(directory);
    }

    /** Returns a broker whose store is in a database in the directory. */
    static TestBroker overH2(Path directory) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:file:" + directory.resolve("messages") + ";DB_CLOSE_DELAY=-1");
        return new TestBroker(directory) {
            @Override
            MessageStore store(Path of) {
                return new JdbcMessageStore(
                        "test",
                        source::getConnection,
                        new JdbcSettings("jdbc/messages", "keelson_jms", Duration.ofSeconds(10)),
                        Ticker.system(),
                        () -> {});
            }

            @Override
            public void close() {
                super.close();
                try (var connection = source.getConnection();
                        var statement = connection.createStatement()) {
                    statement.execute("shutdown immediately"); // its files go with the directory
                } catch (java.sql.SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }
}
