package io.keelson.cluster;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The epochs of the names that a server without a cluster has granted to itself: a line each, number, blank, name as in URLs.
 * Used by one thread.
 */
final class OwnEpochs {
    private final Path file;
    private @Nullable Map<String, Long> known;

    OwnEpochs(Path file) {
        this.file = file;
    }

    /**
     * Returns the next epoch of a name, which outlives a crash of the machine.
     *
     * @throws IOException where it cannot be kept, or the file is damaged: a lower epoch must not be given by guess
     */
    long next(String name) throws IOException {
        Map<String, Long> epochs = known;
        if (epochs == null) {
            epochs = read();
            known = epochs;
        }
        long next = epochs.getOrDefault(name, 0L) + 1;
        Map<String, Long> changed = new TreeMap<>(epochs);
        changed.put(name, next);
        write(changed);
        known = changed;
        return next;
    }

    private Map<String, Long> read() throws IOException {
        Map<String, Long> epochs = new TreeMap<>();
        if (!Files.exists(file)) {
            return epochs;
        }
        for (String line : Files.readAllLines(file)) {
            int blank = line.indexOf(' ');
            if (blank < 1 || !line.substring(0, blank).matches("\\d{1,18}")) {
                throw new IOException("the line '" + line + "' of " + file + " is no epoch and name");
            }
            epochs.put(
                    URLDecoder.decode(line.substring(blank + 1), StandardCharsets.UTF_8),
                    Long.parseLong(line.substring(0, blank)));
        }
        return epochs;
    }

    private void write(Map<String, Long> epochs) throws IOException {
        StringBuilder text = new StringBuilder();
        epochs.forEach((name, epoch) -> text.append(epoch)
                .append(' ')
                .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
                .append('\n'));
        Path directory = file.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel out = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                if (out.write(bytes) < 0) {
                    throw new IOException("nothing can be written to " + next);
                }
            }
            out.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel open = FileChannel.open(directory)) {
            open.force(true);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
