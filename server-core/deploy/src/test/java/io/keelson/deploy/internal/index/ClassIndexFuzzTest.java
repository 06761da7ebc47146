package io.keelson.deploy.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.internal.archive.DirectoryArchive;
import io.keelson.deploy.internal.archive.WebModules;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.jandex.ClassInfo;
import org.junit.jupiter.api.io.TempDir;

/** A class file is indexed, or left out, or refused as one for a newer Java or as one that was cut off. */
class ClassIndexFuzzTest {
    @TempDir
    static Path directory;

    @FuzzTest
    void classes(byte[] bytes) throws IOException {
        Path classes = Files.createDirectories(directory.resolve("app/WEB-INF/classes"));
        Files.write(classes.resolve("A.class"), bytes);
        Path root = directory.resolve("app");
        AnnotationIndexer indexer =
                new AnnotationIndexer(new LibraryIndexCache(directory.resolve("cache"), 1 << 20, Ticker.system()));
        try (DirectoryArchive archive = new DirectoryArchive(root, new WebModules().layout(root))) {
            ApplicationIndex index = indexer.index("app", archive);
            for (ClassInfo info : index.whole().getKnownClasses()) {
                assertThat(info.name().toString()).isNotNull();
            }
        } catch (DeploymentException e) {
            assertThat(e.getMessage()).containsAnyOf("A.class is made for Java", "A.class ends before its end");
        }
    }
}
