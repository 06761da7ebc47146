package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What every server of these tests needs and none has to make itself: made once, when the first asks for it. */
final class Provisions {
    private static final Path DIRECTORY = Path.of("target", "provisions").toAbsolutePath();

    private Provisions() {}

    /** Makes {@code directory} a domain: a copy of one that the command line has made, with its permissions. */
    static void domain(Path directory) throws IOException {
        copy(Domain.DIRECTORY, directory);
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

    private static final class Domain {
        static final Path DIRECTORY = make();

        private static Path make() {
            try {
                Path domain = emptied("domain").resolve("domain");
                LiveServer.Said said = LiveServer.run(Map.of(), "domain", "create", domain.toString());
                assertThat(said.exit()).as(said.text()).isZero();
                return domain;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class SharedClasses {
        static final Path FILE = make();

        private static Path make() {
            try {
                Path directory = emptied("classes");
                Path file = directory.resolve("server.jsa");
                try (LiveServer server = LiveServer.create(directory).withoutSharedClasses()) {
                    server.launch("-XX:ArchiveClassesAtExit=" + file, "-Xlog:cds*=off");
                    server.awaitRunning();
                    byte[] hello = Files.readAllBytes(LiveServer.HOME.resolve("demo/hello.war"));
                    assertThat(server.manage("PUT", "deployments/hello?context-root=/hello", hello)
                                    .statusCode())
                            .isEqualTo(201);
                    assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
                }
                assertThat(file).exists();
                return file;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
