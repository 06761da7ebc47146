package io.keelson.servlet.statics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceCacheTest {
    @Test
    void neverKeepsMoreThanItMay(@TempDir Path directory) throws Exception {
        ResourceCache cache = new ResourceCache(Ticker.system(), -1);
        byte[] content = new byte[ResourceCache.SMALL];
        int files = ResourceCache.MOST_BYTES / ResourceCache.SMALL + 10;
        for (int i = 0; i < files; i++) {
            Path file = Files.write(directory.resolve("f" + i), content);
            WebResource resource = cache.resource(
                            "/f" + i, path -> new WebResource(path, file, file, false, content.length, 1))
                    .orElseThrow();
            assertThat(cache.content(resource)).hasSize(content.length);
        }
        assertThat(cache.bytes()).isEqualTo(ResourceCache.MOST_BYTES);
    }
}
