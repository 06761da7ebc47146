package io.keelson.jms.client;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Shows with the messages in a database what {@link BacklogTest} does. */
final class JdbcBacklogTest extends BacklogTest {
    JdbcBacklogTest(@TempDir Path directory) {
        super(directory);
    }

    @Override
    TestBroker broker(Path directory) {
        return JdbcClientTest.overH2(directory);
    }
}
