package io.keelson.boot;

import io.keelson.base.thread.Threads;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes the class archive some seconds after the server is RUNNING, where there is none that fits: a process of its own
 * and of lower priority ({@link Rehearsal}) starts a server in a directory that is thrown away, and the JDK writes
 * the archive at its end. The running server is not touched. Of several servers that find none, one makes it.
 *
 * <p>One thread, ended by {@link #close}.
 */
final class ArchiveMaker implements AutoCloseable {
    private static final Duration DELAY = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration CLOSING = Duration.ofSeconds(2);
    private static final String WORK = "making-";

    private final ClassArchive archive;
    private final Thread thread = Threads.daemon("keelson.class-archive", this::run);

    private ArchiveMaker(ClassArchive archive) {
        this.archive = archive;
    }

    /** Begins, where this process has an archive to make. */
    static AutoCloseable begin() {
        return ClassArchive.ofProcess()
                .<AutoCloseable>map(ArchiveMaker::started)
                .orElse(() -> {});
    }

    private static ArchiveMaker started(ClassArchive archive) {
        ArchiveMaker maker = new ArchiveMaker(archive);
        maker.thread.start();
        return maker;
    }

    /** Gives up what is under way and leaves nothing of it behind. */
    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join(CLOSING.toMillis());
    }

    private void run() {
        try {
            TimeUnit.NANOSECONDS.sleep(DELAY.toNanos());
            if (!archive.fresh()) {
                makeAlone();
            }
        } catch (InterruptedException e) { // the server ends
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            BootLog.LOG.archiveFailed(archive.file(), String.valueOf(e.getMessage() == null ? e : e.getMessage()));
        }
    }

    private void makeAlone() throws IOException, InterruptedException {
        Files.createDirectories(archive.directory());
        // The lock file stays: who removed it could let two others hold "the" lock.
        try (FileChannel channel = FileChannel.open(
                        archive.directory().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null || archive.fresh()) {
                return; // another server makes it, or has just made it
            }
            removeLeftovers();
            Path work = Files.createTempDirectory(archive.directory(), WORK);
            try {
                make(work);
            } finally {
                remove(work);
            }
        }
    }

    private void make(Path work) throws IOException, InterruptedException {
        Path made = work.resolve("archive");
        Path output = work.resolve("output");
        Process process = rehearsal(work, made, output).start();
        try {
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("making it took longer than " + LONGEST.toSeconds() + " s");
            }
        } finally {
            end(process);
        }
        if (process.exitValue() != 0 || !Files.exists(made)) {
            throw new IOException("exit code " + process.exitValue() + ", " + lastLine(output));
        }
        archive.install(made);
        BootLog.LOG.debugf("The class archive %s is made", archive.file());
    }

    private ProcessBuilder rehearsal(Path work, Path made, Path output) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/nice"))) {
            command.addAll(List.of("/usr/bin/nice", "-n", "5"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClassArchive.bindingOptions());
        command.addAll(List.of(
                "-Xmx128m",
                (archive.aot() ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + made,
                "--enable-native-access=ALL-UNNAMED",
                "-Dfile.encoding=UTF-8",
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                "-Dkeelson.home=" + System.getProperty("keelson.home", ""),
                "-Dkeelson.ListenPort=0",
                "-cp",
                System.getProperty("java.class.path"),
                Rehearsal.class.getName(),
                work.toString()));
        // Its input is a pipe from this process: it ends when this process does, however that ends.
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        // Options, agents and settings are for the server, not for its rehearsal.
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("KEELSON_") || name.matches("(JAVA|JDK)_.*OPT.*|_JAVA_OPTIONS"));
        return builder;
    }

    private static void end(Process process) throws InterruptedException {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            boolean interrupted = Thread.interrupted();
            process.waitFor(1, TimeUnit.SECONDS);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String lastLine(Path output) throws IOException {
        try (Stream<String> lines = Files.lines(output, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> !line.isBlank())
                    .reduce((before, last) -> last)
                    .map(last -> "it said last: " + last)
                    .orElse("it said nothing");
        }
    }

    /** Removes what is left of archives by servers that were killed while they made one. The lock proves that none is being made now. */
    private void removeLeftovers() throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(archive.directory(), WORK + "*")) {
            for (Path leftover : leftovers) {
                remove(leftover);
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
