package io.keelson.ee.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.Schedule;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An application that names any class of the API is given the part, though it may use nothing else of it. */
class NeededByTest {
    private static final String PACKAGE = "jakarta/enterprise/concurrent/";

    /** Stands within {@code @Asynchronous} only. */
    private static final Set<String> WITHIN_OTHERS = Set.of(Schedule.class.getName());

    @Test
    void everyClassOfTheApiIsAReasonForThePart() throws Exception {
        Properties part = new Properties();
        try (InputStream in = NeededByTest.class.getResourceAsStream("/META-INF/keelson/part.properties")) {
            part.load(in);
        }
        Set<String> reasons = Stream.of("needed-by-annotations", "needed-by-types", "needed-by-references")
                .flatMap(key -> Arrays.stream(part.getProperty(key).split("\\s*,\\s*")))
                .collect(Collectors.toSet());

        assertThat(classes())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(reasons).contains(each));
    }

    private static List<String> classes() throws Exception {
        Path jar = Path.of(ManagedExecutorService.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile api = new JarFile(jar.toFile())) {
            return api.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith(PACKAGE)
                            && name.endsWith(".class")
                            && name.indexOf('/', PACKAGE.length()) < 0
                            && !name.contains("$")
                            && !name.endsWith("package-info.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> !WITHIN_OTHERS.contains(name))
                    .toList();
        }
    }
}
