package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
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

    private static IOException appended(MessageStore store, long record) throws Exception {
        CompletableFuture<IOException> done = new CompletableFuture<>();
        store.append(List.of(new MessageStore.Put(record, new byte[] {1})), done::complete);
        return done.get(60, TimeUnit.SECONDS);
    }

    @Test
    void anOwnerWhoseEpochIsOverWritesNothingMore() throws Exception {
        try (MessageStore paused = store();
                MessageStore next = store();
                MessageStore last = store()) {
            assertThat(paused.open(3).records()).isEmpty();
            assertThat(appended(paused, 1)).isNull();
            assertThat(next.open(4).records()).containsExactly(1L);
            assertThat(appended(paused, 2)).hasMessageContaining("belongs to epoch 4 by now");
            assertThat(appended(paused, 3)).isNotNull();
            assertThat(appended(next, 4)).isNull();
            assertThatThrownBy(() -> store().open(3)).hasMessageContaining("comes too late");
            assertThat(appended(next, 5)).isNull();
            assertThat(last.open(5).records()).containsExactly(1L, 4L, 5L);
        }
    }
}
