package io.keelson.cache.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.DataSize;
import io.keelson.cache.config.CacheMode;
import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.config.GridSettings;
import io.keelson.cache.config.Partitions;
import io.keelson.cache.config.Persistence;
import io.keelson.cache.config.ValueKind;
import io.keelson.cache.spi.CacheEngine.Place;
import io.keelson.cache.spi.StoredValue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The caches of a server that is in no cluster, where they cannot be opened at first. */
@ExtendWith(PartLoading.class)
class CachesNodeTest implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final byte[] KEY = "k".getBytes(StandardCharsets.UTF_8);

    private CachesNode made;
    private final List<String> told = new CopyOnWriteArrayList<>();

    private CachesNode node(Path files) {
        CacheSettings cache = new CacheSettings(
                CacheMode.LOCAL,
                1,
                ValueKind.TEXT,
                null,
                null,
                0,
                null,
                Persistence.FILES,
                false,
                Partitions.ALLOW_ALL,
                List.of(),
                List.of(),
                List.of());
        GridSettings grid =
                new GridSettings(false, null, DataSize.parse("1MiB"), Duration.ofSeconds(15), Duration.ofSeconds(1));
        made = new CachesNode(
                new Place("a", files, null, Map.of("demo", cache), grid, failure -> told.add(String.valueOf(failure))));
        return made;
    }

    @Override
    public void close() {
        if (made != null) {
            made.leave(PATIENCE);
        }
    }

    @Test
    void cachesThatCannotBeOpenedAreTriedAgainAndSayWhy(@TempDir Path directory) throws Exception {
        Path files = Files.writeString(directory.resolve("caches"), "a file where a directory has to be");
        CachesNode node = node(files);
        node.open();
        await().atMost(PATIENCE).until(() -> node.failedStarts() >= 2);
        assertThat(node.ready()).isFalse();
        assertThat(node.failure()).contains("caches");
        assertThat(told).as("once for each reason").hasSize(1);
        Files.delete(files);
        node.awaitReady(PATIENCE);
        assertThat(node.ready()).isTrue();
        assertThat(node.failedStarts()).isZero();
        assertThat(node.failure()).isEmpty();
        assertThat(told).hasSize(2).endsWith("null");
        assertThat(node.store("demo")
                        .put(KEY, StoredValue.of(KEY))
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void aServerThatEndsDoesNotWaitForTheNextAttempt(@TempDir Path directory) throws Exception {
        CachesNode node = node(Files.writeString(directory.resolve("caches"), "a file"));
        node.open();
        await().atMost(PATIENCE).until(() -> node.failedStarts() >= 3); // the next one is four seconds away
        Thread leaving = new Thread(() -> node.leave(PATIENCE));
        leaving.start();
        leaving.join(PATIENCE.toMillis());
        assertThat(leaving.isAlive()).isFalse();
        assertThat(told).endsWith("null");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("keelson.caches.open"));
    }
}
