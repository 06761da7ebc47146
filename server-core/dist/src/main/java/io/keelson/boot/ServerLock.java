package io.keelson.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a server from being started twice: a lock of the operating system on {@code servers/NAME/server.lock}, which goes
 * with the process however it ends. The file holds the process's number. Owned by the main thread.
 */
final class ServerLock implements AutoCloseable {
    private static final String FILE = "server.lock";
    private static final int LONGEST_NUMBER = 20;

    private final FileChannel channel;

    private ServerLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws TakenException when another process has it
     */
    static ServerLock take(Path serverDirectory) throws IOException, TakenException {
        Files.createDirectories(serverDirectory);
        Path file = serverDirectory.resolve(FILE);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean taken = false;
        try {
            if (tryLock(channel) == null) {
                throw new TakenException(file, owner(channel));
            }
            taken = true;
            channel.truncate(0);
            channel.write(ascii(String.valueOf(ProcessHandle.current().pid())), 0);
            return new ServerLock(channel);
        } finally {
            if (!taken) {
                channel.close();
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) { // this very process has it
            return null;
        }
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(LONGEST_NUMBER);
        channel.read(content, 0);
        return StandardCharsets.US_ASCII.decode(content.flip()).toString().strip();
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        channel.close(); // the lock goes with it; the file stays, or two could hold locks on two files of one name
    }

    /** Another process runs the server. */
    static final class TakenException extends Exception {
        private static final long serialVersionUID = 1;

        TakenException(Path file, String pid) {
            super("the server runs already, as process " + (pid.isEmpty() ? "(unknown)" : pid) + " (it holds " + file
                    + "); stop it with 'keelson stop --server "
                    + file.toAbsolutePath().getName(file.toAbsolutePath().getNameCount() - 2)
                    + "'");
        }
    }
}
