package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this machine. A server's output goes straight into a file, {@code servers/NAME/logs/NAME.out}: a pipe to the
 * node manager would end the server with the node manager. Guarded by the lock of {@link NodeManager}.
 */
final class MachineProcesses implements ServerProcesses {
    /** Number of outputs of earlier starts that are kept. */
    private static final int OLDER = 4;

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final DomainDirectory domain;
    private final Path launcher;

    /** @param launcher the script that becomes a server */
    MachineProcesses(DomainDirectory domain, Path launcher) {
        this.domain = domain;
        this.launcher = launcher;
    }

    /** Returns what a server printed since its last start. */
    static Path output(DomainDirectory domain, String server) {
        return domain.server(server).resolve("logs").resolve(server + ".out");
    }

    @Override
    public Running launch(String server, String javaOptions) throws IOException {
        Path output = output(domain, server);
        Files.createDirectories(domain.server(server).resolve("logs"));
        rotate(output);
        own(output);
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            // A session of its own: what is sent to the node manager's terminal does not reach it. It replaces itself
            // by the server.
            command.add(SETSID.toString());
        }
        command.addAll(
                List.of(launcher.toString(), "start", "--domain", domain.path().toString(), "--server", server));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        if (!javaOptions.isBlank()) {
            builder.environment().merge("JAVA_OPTS", javaOptions, (users, ours) -> users + " " + ours);
        }
        Process process = builder.start();
        return new Child(process, mark(process));
    }

    /**
     * The mark of a process that was just made. It keeps number and time of start when it becomes another program, so it can
     * be read at once.
     */
    private static @Nullable String mark(Process process) {
        return ProcessMark.of(process.toHandle()).orElse(null);
    }

    /** Makes room for the output of a new start; where that is not possible it is appended. */
    private static void rotate(Path output) {
        try {
            if (!Files.exists(output) || Files.size(output) == 0) {
                return;
            }
            for (int i = OLDER; i > 1; i--) {
                Path younger = older(output, i - 1);
                if (Files.exists(younger)) {
                    Files.move(younger, older(output, i), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            Files.move(output, older(output, 1), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            NodeLog.LOG.debugf("the output %s is not put aside: %s", output, e);
        }
    }

    /** A domain's first administrator is made by a link that only its server's output shows: nobody else on the machine is to read it. */
    private static void own(Path output) throws IOException {
        if (!output.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        Set<PosixFilePermission> owners = PosixFilePermissions.fromString("rw-------");
        if (Files.exists(output)) {
            Files.setPosixFilePermissions(output, owners);
        } else {
            Files.createFile(output, PosixFilePermissions.asFileAttribute(owners));
        }
    }

    private static Path older(Path output, int age) {
        return output.resolveSibling(output.getFileName() + "." + age);
    }

    @Override
    public Optional<Running> find(long pid, @Nullable String mark) {
        return ProcessMark.find(pid, mark).map(handle -> new Found(handle, mark));
    }

    @Override
    public Optional<ServerRecord> said(String server) {
        return ServerRecord.read(domain.server(server))
                .filter(record -> record.name().equals(server));
    }

    /** One that this process has made, and reaps. */
    private record Child(Process process, @Nullable String mark) implements Running {
        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public boolean alive() {
            return process.isAlive();
        }

        @Override
        public OptionalInt exit() {
            return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
        }

        @Override
        public void terminate() {
            process.destroy();
        }

        @Override
        public void kill() {
            process.destroyForcibly();
        }
    }

    /** One that an earlier node manager, or somebody else, has made. The JDK compares its start before it sends a signal. */
    private record Found(ProcessHandle handle, @Nullable String mark) implements Running {
        @Override
        public long pid() {
            return handle.pid();
        }

        @Override
        public boolean alive() {
            return ProcessMark.find(handle.pid(), mark).isPresent();
        }

        @Override
        public OptionalInt exit() {
            return OptionalInt.empty();
        }

        @Override
        public void terminate() {
            if (alive()) {
                handle.destroy();
            }
        }

        @Override
        public void kill() {
            if (alive()) {
                handle.destroyForcibly();
            }
        }
    }
}
