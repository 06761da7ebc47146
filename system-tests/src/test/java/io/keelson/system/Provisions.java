package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What every server of these tests needs and none has to make itself: made once, when the first asks for it. */
final class Provisions {
    private static final Path DIRECTORY = Path.of("target", "provisions").toAbsolutePath();
    private static final Map<List<String>, Path> DOMAINS = new ConcurrentHashMap<>();

    private Provisions() {}

    /**
     * Makes {@code directory} a domain: a copy of one that {@code keelson domain create} has made with these options, with its
     * permissions. The command runs once for each set of options, in whichever thread asks first; the others wait for it.
     */
    static void domain(Path directory, String... options) throws IOException {
        Files.createDirectories(directory.getParent());
        copy(DOMAINS.computeIfAbsent(List.of(options), Provisions::make), directory);
    }

    private static Path make(List<String> options) {
        try {
            Path domain = emptied("domain" + String.join("", options)).resolve("domain");
            List<String> command = new ArrayList<>(List.of("domain", "create", domain.toString()));
            command.addAll(options);
            LiveServer.Said said = CommandLines.run(command.toArray(String[]::new));
            assertThat(said.exit()).as(said.text()).isZero();
            return domain;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Options with which a JVM takes the server's classes from an archive of their own. It is made anew by each run of the tests:
     * all jars of a build have the same time, so that the JVM could not tell an archive of earlier ones. It is given to the JVM as
     * an operator may do that, and is none of those that the distribution makes (see {@link ClassArchiveSystemIT}).
     */
    static List<String> sharedClasses() {
        return List.of("-XX:SharedArchiveFile=" + SharedClasses.FILE, "-Xlog:cds*=off");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static Path emptied(String name) throws IOException {
        Path directory = DIRECTORY.resolve(name);
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(directory);
    }

    private static final class SharedClasses {
        static final Path FILE = make();

        private static Path make() {
            try {
                Path directory = emptied("classes");
                Path file = directory.resolve("server.jsa");
                // A member of a cluster: it has the classes of a server that is alone, and those of the cluster.
                try (LiveDomain domain =
                        LiveDomain.create(directory, 1).options("-XX:ArchiveClassesAtExit=" + file, "-Xlog:cds*=off")) {
                    domain.withoutSharedClasses().launch("server-1");
                    domain.awaitRunning("server-1");
                    byte[] hello = Files.readAllBytes(LiveServer.HOME.resolve("demo/hello.war"));
                    assertThat(domain.send(
                                            "server-1",
                                            "PUT",
                                            "deployments/hello?context-root=/hello",
                                            "application/octet-stream",
                                            hello)
                                    .statusCode())
                            .isEqualTo(201);
                    assertThat(domain.ask("server-1", "GET", "/hello/")).isNotEmpty();
                    // The JVM writes the archive at its end, which takes a while on a busy machine.
                    Process process = domain.process("server-1");
                    process.destroy();
                    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
                }
                assertThat(file).exists();
                return file;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
