package io.keelson.admin.snmp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Number of the agent's starts, on disk: without that a request of an earlier run could be sent again.
 *
 * <p>Specification: RFC 3414, 2.2 Replay Protection.
 */
final class EngineBoots {
    /** From here on nobody is let in, RFC 3414, 2.2.2; a server that starts every minute comes here after 4,000 years. */
    private static final int MOST = Integer.MAX_VALUE - 1;

    private EngineBoots() {}

    /**
     * Counts a start and says the number.
     *
     * @throws IOException when the file cannot be read, holds no number, or cannot be written
     */
    static int next(Path file) throws IOException {
        int before = 0;
        if (Files.exists(file)) {
            try {
                before = Integer.parseInt(
                        Files.readString(file, StandardCharsets.US_ASCII).strip());
            } catch (NumberFormatException e) {
                throw new IOException(
                        file + " holds no number; delete it, and have clients discover the agent again", e);
            }
        }
        if (before < 0 || before >= MOST) {
            throw new IOException(file + " holds no number of starts: " + before + "; delete it");
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(fresh, (before + 1) + "\n", StandardCharsets.US_ASCII);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return before + 1;
    }
}
