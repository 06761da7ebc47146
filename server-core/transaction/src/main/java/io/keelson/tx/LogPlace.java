package io.keelson.tx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Place of a server's transaction log. Implementations are thread-safe. */
interface LogPlace {
    /** Returns false if the log is certainly not there yet. Never waits. */
    boolean mayBeThere();

    /**
     * Returns true if the log is there. May wait.
     *
     * @throws IOException when that cannot be asked now
     */
    boolean isThere() throws IOException;

    /**
     * Opens the log, and makes it where it is missing.
     *
     * @param tenure by what right; what is opened without it writes nothing
     * @throws IOException when it cannot be opened
     */
    LogFile open(Tenure tenure) throws IOException;

    /** Returns a file on the disks that this server reaches. */
    static LogPlace file(Path path) {
        return new InFile(path, () -> LogFile.on(path));
    }

    /**
     * A log in a file.
     *
     * @param path null where the file appears nowhere before it is opened
     * @param opening opens it
     */
    record InFile(@Nullable Path path, Opening opening) implements LogPlace {
        /** Opens a file. */
        @FunctionalInterface
        interface Opening {
            LogFile open() throws IOException;
        }

        @Override
        public boolean mayBeThere() {
            return path != null && Files.exists(path);
        }

        @Override
        public boolean isThere() {
            return mayBeThere();
        }

        @Override
        public LogFile open(Tenure tenure) throws IOException {
            return opening.open();
        }

        @Override
        public String toString() {
            return String.valueOf(path);
        }
    }
}
