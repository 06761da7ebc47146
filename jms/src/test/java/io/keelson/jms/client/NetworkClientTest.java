package io.keelson.jms.client;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Tests what {@link ClientTest} shows, over the protocol. */
final class NetworkClientTest extends ClientTest {
    NetworkClientTest(@TempDir Path directory) {
        super(directory);
    }

    @Override
    TestBroker broker(Path directory) {
        return new NetworkBroker(directory);
    }
}
