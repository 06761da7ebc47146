package io.keelson.boot;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The archive of classes that makes the next start faster, and beside it its key: the archive's length, then what it was
 * made from. {@code bin/keelson} names the file and decides whether a start uses it. See docs/design/startup.md.
 *
 * @param file where it lies or will lie
 */
record ClassArchive(Path file) {
    /** Named by {@code bin/keelson}; not there where archives are switched off or not possible. */
    private static final String PROPERTY = "keelson.boot.archive";

    /** Options that an archive must have in common with the JVM that uses it. */
    private static final Pattern BINDING = Pattern.compile(
            "-XX:[+-]Use\\w*GC|-XX:[+-]UseCompressed\\w+|-XX:[+-]UseCompactObjectHeaders|-XX:ObjectAlignmentInBytes=\\d+"
                    + "|-XX:[+-]ZGenerational|-XX:\\+Unlock\\w+VMOptions");

    private static final long COMPRESSED_OOPS_LIMIT = 32L << 30;

    /** The archive of this process. */
    static Optional<ClassArchive> ofProcess() {
        String named = System.getProperty(PROPERTY, "");
        return named.isEmpty()
                ? Optional.empty()
                : Optional.of(new ClassArchive(Path.of(named).toAbsolutePath().normalize()));
    }

    /** Says that the start which this process is has not died of its archive: it reached its work, or an orderly end. */
    static void survived() {
        ofProcess().ifPresent(archive -> {
            try {
                Files.deleteIfExists(
                        archive.beside(".starting." + ProcessHandle.current().pid()));
            } catch (IOException e) { // the next start does without the archive, and it is made anew
                BootLog.LOG.debugf(e, "The mark of this start beside %s could not be removed", archive.file);
            }
        });
    }

    /** The directory that it lies in. */
    Path directory() {
        return Objects.requireNonNull(file.getParent(), "an absolute file");
    }

    /** Returns whether the JDK makes it as an AOT cache (25 and later), and not as an archive of class data. */
    boolean aot() {
        return file.toString().endsWith(".aot");
    }

    /** Returns whether it is there and was made from what this process runs. */
    boolean fresh() throws IOException {
        return Files.isRegularFile(file)
                && Files.isRegularFile(beside(".key"))
                && Files.readString(beside(".key")).equals(key(Files.size(file)));
    }

    /**
     * Puts a new archive in the place of the old one, so that a start finds the old, the new or none, and never a part;
     * also after a failure of the power. JVMs that use the old one keep it.
     */
    void install(Path made) throws IOException {
        try (FileChannel channel = FileChannel.open(made, StandardOpenOption.READ)) {
            channel.force(true);
        }
        Path key = made.resolveSibling("key");
        try (FileChannel channel = FileChannel.open(key, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer text = ByteBuffer.wrap(key(Files.size(made)).getBytes(StandardCharsets.UTF_8));
            while (text.hasRemaining()) {
                channel.write(text);
            }
            channel.force(true);
        }
        Files.deleteIfExists(beside(".key"));
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.move(key, beside(".key"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The options of this process with which its archive is to be made. */
    static List<String> bindingOptions() {
        Stream<String> given = Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "JAVA_OPTS")
                .map(name -> System.getenv().getOrDefault(name, ""))
                .flatMap(text -> Arrays.stream(text.trim().split("\\s+")))
                .filter(option -> BINDING.matcher(option).matches());
        Stream<String> implied = Runtime.getRuntime().maxMemory() < COMPRESSED_OOPS_LIMIT
                ? Stream.empty()
                : Stream.of("-XX:-UseCompressedOops");
        return Stream.concat(implied, given).toList();
    }

    private String key(long length) throws IOException {
        StringBuilder key = new StringBuilder().append(length).append('\n');
        for (String property : List.of("java.vm.name", "java.vm.version", "os.arch")) {
            key.append(System.getProperty(property)).append('\n');
        }
        key.append(String.join(" ", bindingOptions())).append('\n');
        key.append(describe(Path.of(System.getProperty("java.home"), "lib", "modules")));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            key.append(describe(Path.of(entry)));
        }
        return key.toString();
    }

    private static String describe(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return path + " " + attributes.size() + " " + attributes.lastModifiedTime() + "\n";
    }

    private Path beside(String suffix) {
        return directory().resolve(file.getFileName() + suffix);
    }
}
