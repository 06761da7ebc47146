package io.keelson.jms.store;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a real disk. */
final class FileMessageStoreTest extends MessageStoreContractTest {
    private final Path directory;

    FileMessageStoreTest(@TempDir Path directory) {
        this.directory = directory.resolve("store");
    }

    @Override
    MessageStore store() throws IOException {
        return new FileMessageStore("test", directory, WritePolicy.CACHE_FLUSH, 1 << 20);
    }
}
