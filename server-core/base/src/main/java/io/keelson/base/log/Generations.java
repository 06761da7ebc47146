package io.keelson.base.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file and those before it: {@code server.log} is the newest, {@code server.log.1} the one before. Not thread-safe; one process moves
 * the files of a path.
 */
public final class Generations {
    private final Path newest;
    private final int older;

    /**
     * Those of a path.
     *
     * @param older how many are kept beside the newest, at least 0
     */
    public Generations(Path newest, int older) {
        this.newest = newest;
        this.older = older;
    }

    /**
     * Gives each file the next number, so that the newest one's name is free. The oldest goes, and so do those that more generations have
     * left here.
     *
     * @throws IOException when a file cannot be moved; those that are older have been, and no other one is lost
     */
    public void shift() throws IOException {
        for (int n = Math.max(older, 1); Files.deleteIfExists(numbered(n)); n++) {
            // What an earlier setting kept goes, too.
        }
        if (older == 0) {
            Files.deleteIfExists(newest);
        }
        for (int n = older - 1; n >= 0; n--) {
            move(numbered(n), numbered(n + 1));
        }
    }

    private Path numbered(int n) {
        return n == 0 ? newest : newest.resolveSibling(newest.getFileName() + "." + n);
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            // There are not that many yet.
        }
    }
}
