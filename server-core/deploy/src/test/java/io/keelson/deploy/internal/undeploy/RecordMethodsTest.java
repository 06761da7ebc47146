package io.keelson.deploy.internal.undeploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.internal.Classes;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordMethodsTest {
    private static final ClassLoader SERVER = RecordMethodsTest.class.getClassLoader();

    @TempDir
    Path directory;

    private ApplicationClassLoader application() throws Exception {
        Path file = directory.resolve("classes/own/Key.class");
        Files.createDirectories(file.getParent());
        Files.write(file, Classes.compile("own.Key", "package own; public record Key(Key other) {}"));
        Parts parts = new Parts(SERVER, PartSource.classPath(SERVER));
        DomainLibrary domain = new DomainLibrary(directory.resolve("lib"), parts.serverView());
        return new ApplicationClassLoader("shop", domain, List.of(), List.of(directory.resolve("classes")), List.of());
    }

    /** Uses the methods of a record of an application, and takes the application away. */
    private WeakReference<ApplicationClassLoader> gone() throws Exception {
        ApplicationClassLoader loader = application();
        Class<?> key = loader.loadClass("own.Key");
        Object one = key.getConstructor(key).newInstance((Object) null);
        Object two = key.getConstructor(key).newInstance(one);
        assertThat(two.equals(key.getConstructor(key).newInstance(one))).isTrue();
        assertThat(two.hashCode()).isEqualTo(two.hashCode());
        assertThat(two.toString()).contains("Key[other=");
        new RecordMethods().erase(loader);
        loader.close();
        return new WeakReference<>(loader);
    }

    @Test
    void theClassesOfItsRecordsGoWithTheApplication() throws Exception {
        WeakReference<ApplicationClassLoader> loader = gone();
        clearSoftReferences();
        await().untilAsserted(() -> {
            System.gc();
            assertThat(loader.get()).isNull();
        });
    }

    /** JDK 25 keeps the text's code of a record as long as there is memory, for one record of a kind. */
    private static void clearSoftReferences() {
        SoftReference<Object> probe = new SoftReference<>(new Object());
        List<byte[]> taken = new ArrayList<>();
        try {
            while (probe.get() != null) {
                // Large, so that others still find room when there is none for this.
                taken.add(new byte[64 << 20]);
            }
        } catch (OutOfMemoryError full) {
            assertThat(probe.get()).isNull();
        }
    }
}
