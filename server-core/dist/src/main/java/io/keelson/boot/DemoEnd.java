package io.keelson.boot;

import io.keelson.admin.cli.Keelson;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.node.NodeClient;
import io.keelson.admin.node.NodeProcess;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Ends the demo: the node manager first, so that nobody starts a server again, then the servers, then whatever process of the domain has
 * not got as far as writing down that it is there, as when the demo itself was killed while it started them.
 */
final class DemoEnd {
    private static final Duration END = Duration.ofSeconds(20);
    private static final int LOOK_MILLIS = 50;
    /** Main classes of servers and node managers; a script that becomes one is recognised by its command instead. */
    private static final List<String> MAINS = List.of("io.keelson.boot.Main", "io.keelson.admin.node.NodeMain");

    private final DemoDomain domain;
    private final DomainDirectory directory;

    DemoEnd(DemoDomain domain) {
        this.domain = domain;
        this.directory = DomainDirectory.at(domain.path());
    }

    /** Ends everything; returns the exit code. */
    int end(PrintStream out) throws IOException, InterruptedException {
        Optional<NodeClient> node = NodeClient.find(directory);
        if (node.isEmpty()
                && domain.servers().stream().noneMatch(ServerStatus::alive)
                && processes().isEmpty()
                && ProcessHandle.allProcesses().noneMatch(this::isDatabase)) {
            out.println("keelson: the demo does not run.");
            return 0;
        }
        if (node.isPresent()) {
            endNode(directory, node.get());
            out.println("The node manager has ended.");
        }
        int code = domain.servers().stream().noneMatch(ServerStatus::alive)
                ? 0
                : Keelson.run(
                        new OutputStreamWriter(out, StandardCharsets.UTF_8),
                        "stop",
                        "--domain",
                        domain.path().toString());
        endRest();
        endDatabase();
        return code;
    }

    /** Ends a node manager in good order, or at once where it does not answer. */
    static void endNode(DomainDirectory directory, NodeClient node) throws InterruptedException {
        boolean ended;
        try {
            ended = NodeProcess.end(directory, node);
        } catch (IOException e) {
            ended = false;
        }
        if (!ended) {
            ProcessHandle.of(node.pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private void endRest() throws InterruptedException {
        long end = System.nanoTime() + END.toNanos();
        processes().forEach(ProcessHandle::destroy);
        while (!processes().isEmpty() && System.nanoTime() < end) {
            Thread.sleep(LOOK_MILLIS);
        }
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the database, when the servers have ended. What was committed is on disk. */
    void endDatabase() throws InterruptedException {
        long end = System.nanoTime() + END.toNanos();
        List<ProcessHandle> databases =
                ProcessHandle.allProcesses().filter(this::isDatabase).toList();
        databases.forEach(ProcessHandle::destroy);
        while (databases.stream().anyMatch(ProcessHandle::isAlive)) {
            if (System.nanoTime() > end) {
                databases.forEach(ProcessHandle::destroyForcibly);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private boolean isDatabase(ProcessHandle process) {
        List<String> words = process.info().arguments().map(Arrays::asList).orElse(List.of());
        return words.contains(DemoDatabase.MAIN)
                && words.contains(domain.database().directory().toString());
    }

    /** The processes of the domain, by their command lines. */
    private List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses().filter(this::ofDomain).toList();
    }

    private boolean ofDomain(ProcessHandle process) {
        List<String> words = process.info().arguments().map(Arrays::asList).orElse(List.of());
        int option = words.indexOf("--domain");
        return option > 0
                && option + 1 < words.size()
                && words.get(option + 1).equals(domain.path().toString())
                && (MAINS.stream().anyMatch(words::contains) || launches(words.subList(0, option)));
    }

    private static boolean launches(List<String> words) {
        int script = words.stream()
                .map(word -> word.endsWith("/bin/keelson"))
                .toList()
                .indexOf(true);
        String command = script < 0 ? "" : String.join(" ", words.subList(script + 1, words.size()));
        return command.equals("start") || command.equals("node run");
    }

    /**
     * Removes all that the demo has made below its directory, so that the next one begins anew.
     *
     * @throws IOException when there is something else than a demo, which stays, or the disk does not let it go
     */
    void remove(PrintStream out) throws IOException {
        if (!Files.exists(domain.portFile())) {
            if (Files.exists(domain.path())) {
                throw new IOException(
                        domain.path() + " was not made by 'keelson demo', so it stays; remove it by hand.");
            }
            out.println("keelson: there is no domain of the demo.");
            return;
        }
        // The mark that it is ours goes last: what was broken off can be done again.
        removeAll(domain.path());
        Files.deleteIfExists(domain.gridPassword());
        Files.deleteIfExists(domain.deployedMark());
        Files.deleteIfExists(domain.portFile());
        out.println("The demo's domain " + domain.path() + " was removed.");
    }

    /** Without following links. */
    private static void removeAll(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> found;
        try (Stream<Path> all = Files.walk(directory)) {
            found = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : found) {
            Files.deleteIfExists(path);
        }
    }
}
