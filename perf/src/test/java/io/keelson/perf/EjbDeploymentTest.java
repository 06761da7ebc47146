package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.Stateless;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EjbDeploymentTest {
    @TempDir
    private Path directory;

    /** Defines the classes of a JAR, and nothing else of it. */
    private static final class Beans extends ClassLoader {
        private final Map<String, byte[]> files = new LinkedHashMap<>();

        Beans() {
            super(EjbDeploymentTest.class.getClassLoader());
        }

        Class<?> define(String file) {
            byte[] bytes = files.get(file);
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    @Test
    void theEarHasSoManyBeansWithNamesOfTheirOwn() throws Exception {
        Path file = directory.resolve("many.ear");
        EjbDeployment.write(file, 12);

        Beans beans = new Beans();
        try (ZipFile ear = new ZipFile(file.toFile());
                InputStream in = ear.getInputStream(ear.getEntry("beans.jar"));
                ZipInputStream jar = new ZipInputStream(new ByteArrayInputStream(in.readAllBytes()))) {
            for (ZipEntry each = jar.getNextEntry(); each != null; each = jar.getNextEntry()) {
                beans.files.put(each.getName(), jar.readAllBytes());
            }
            assertThat(ear.getEntry("web.war")).isNotNull();
        }
        assertThat(beans.files).hasSize(12);
        Class<?> bean = beans.define("io/keelson/perf/ManyBean0011.class");
        assertThat(bean.getName()).isEqualTo("io.keelson.perf.ManyBean0011");
        assertThat(bean.isAnnotationPresent(Stateless.class)).isTrue();
        Object one = bean.getConstructor().newInstance();
        assertThat(bean.getMethod("next", int.class).invoke(one, 6)).isEqualTo(7);
    }
}
