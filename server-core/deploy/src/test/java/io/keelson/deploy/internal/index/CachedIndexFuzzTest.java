package io.keelson.deploy.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests that damage in the cache of indexes costs time, never a deployment. */
class CachedIndexFuzzTest {
    @TempDir
    static Path directory;

    private static Path library;
    private static Path cached;
    private static LibraryIndexCache cache;

    @BeforeAll
    static void keepOne() throws IOException {
        library = Files.writeString(directory.resolve("a.jar"), "any bytes");
        cache = new LibraryIndexCache(directory.resolve("cache"), 1 << 20, Ticker.system());
        cache.keep(library, new Indexer().complete());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.resolve("cache"))) {
            cached = files.iterator().next();
        }
        assertThat(cache.find(library)).isPresent();
    }

    @FuzzTest
    void cachedIndexes(byte[] bytes) throws IOException {
        Files.write(cached, bytes);
        Optional<Index> index = cache.find(library);
        index.ifPresent(i -> assertThat(i.getKnownClasses()).isNotNull());
    }
}
