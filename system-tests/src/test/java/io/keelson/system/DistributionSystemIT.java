package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what the distribution consists of. */
class DistributionSystemIT {
    private static final Set<String> OF_THE_DEMO = Set.of("counter-service.jar", "clock-beans.jar", "clock-client.jar");

    @Test
    void everyJarOfOthersIsListedWithItsLicence() throws IOException {
        Set<String> listed = new TreeSet<>();
        Matcher m = Pattern.compile("`([^`]+\\.jar)`")
                .matcher(Files.readString(Path.of("..", "docs", "reference", "libraries.md")));
        while (m.find()) {
            listed.add(m.group(1));
        }

        assertThat(jars(LiveServer.HOME)).isEqualTo(listed);
    }

    @Test
    void pagesAreAPartAndNotOnTheServersClassPath() throws IOException {
        assertThat(jars(LiveServer.HOME.resolve("lib")))
                .isNotEmpty()
                .noneMatch(name -> name.startsWith("apache-jsp") || name.startsWith("ecj"));
        assertThat(jars(LiveServer.HOME.resolve("parts/pages"))).anyMatch(name -> name.startsWith("apache-jsp"));
    }

    /** The jars of others below a directory. Ours begin with our name, but for what the demo shows. */
    private static Set<String> jars(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            Set<String> names = new TreeSet<>();
            files.map(file -> file.getFileName().toString())
                    .filter(name ->
                            name.endsWith(".jar") && !name.startsWith("keelson-") && !OF_THE_DEMO.contains(name))
                    .forEach(names::add);
            return names;
        }
    }
}
