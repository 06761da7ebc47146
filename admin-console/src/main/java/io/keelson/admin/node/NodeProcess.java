package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts and ends the node manager of this machine, as a process in the background. Holds nothing. */
public final class NodeProcess {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 50;
    private static final int LAST_LINES = 10;
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private NodeProcess() {}

    /**
     * Starts one and waits until it answers. It has a session of its own, so that it outlives this terminal.
     *
     * @param launcher the script {@code bin/keelson}
     * @param javaOptions options of the JVMs of the servers that it will start, which stand before those of {@code JAVA_OPTS}; empty for
     *     none
     * @throws IOException when it does not answer within 30 s, or ends; the message has the end of what it printed, and it is gone
     */
    public static NodeClient start(DomainDirectory domain, Path launcher, String javaOptions)
            throws IOException, InterruptedException {
        Process process = launch(domain, launcher, javaOptions);
        Deadline deadline = Deadline.in(Ticker.system(), PATIENCE);
        Optional<NodeClient> node = NodeClient.find(domain);
        while (node.isEmpty()) {
            if (!process.isAlive() || deadline.passed()) {
                process.destroyForcibly();
                throw new IOException("The node manager has not started; the end of " + output(domain) + ":\n"
                        + tail(output(domain)));
            }
            boolean ended = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            node = NodeClient.find(domain).filter(found -> !ended);
        }
        return node.get();
    }

    /**
     * Ends one and waits for its end. The servers run on.
     *
     * @return whether it has ended; false when it still runs after 30 s
     * @throws IOException when it does not answer
     */
    public static boolean end(DomainDirectory domain, NodeClient node) throws IOException, InterruptedException {
        NodeClient.Reply reply = node.shutdown();
        if (!reply.done()) {
            throw new IOException("The node manager does not end: " + reply.why());
        }
        Deadline deadline = Deadline.in(Ticker.system(), PATIENCE);
        Optional<ProcessHandle> process = ProcessHandle.of(node.pid()).filter(ProcessHandle::isAlive);
        while (process.isPresent() && NodeClient.find(domain).isPresent()) {
            if (deadline.passed()) {
                return false;
            }
            awaitEnd(process.get());
            process = ProcessHandle.of(node.pid()).filter(ProcessHandle::isAlive);
        }
        return true;
    }

    /** For a moment: of a process that nobody reaps the JDK says for good that it lives. */
    private static void awaitEnd(ProcessHandle process) throws InterruptedException {
        try {
            process.onExit().get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // It is looked at again.
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot fail", e);
        }
    }

    private static Path output(DomainDirectory domain) {
        return domain.node().resolve("node.out");
    }

    private static Process launch(DomainDirectory domain, Path launcher, String javaOptions) throws IOException {
        Files.createDirectories(domain.node());
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            command.add(SETSID.toString());
        }
        command.addAll(List.of(
                launcher.toString(), "node", "run", "--domain", domain.path().toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output(domain).toFile());
        if (!javaOptions.isEmpty()) {
            builder.environment().merge("JAVA_OPTS", javaOptions, (users, ours) -> ours + " " + users);
        }
        return builder.start();
    }

    private static String tail(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
