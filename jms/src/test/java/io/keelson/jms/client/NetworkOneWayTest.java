package io.keelson.jms.client;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Shows over the protocol what {@link OneWayTest} does. */
final class NetworkOneWayTest extends OneWayTest {
    NetworkOneWayTest(@TempDir Path directory) {
        super(directory);
    }

    @Override
    TestBroker broker(Path directory) {
        return new NetworkBroker(directory);
    }
}
