package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a second node manager of the domain away: a lock of the operating system on {@code node/node.lock}, which goes with the
 * process however it ends. Servers do not inherit it. Owned by the main thread.
 */
final class NodeLock implements AutoCloseable {
    private final FileChannel channel;

    private NodeLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws DomainException when another node manager has it
     */
    static NodeLock take(DomainDirectory domain) throws DomainException, IOException {
        Files.createDirectories(domain.node());
        Path file = domain.node().resolve("node.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        if (lock == null) {
            channel.close();
            throw new DomainException("a node manager of " + domain + " runs already on this machine; 'keelson node"
                    + " status' shows it, 'keelson node stop' ends it");
        }
        return new NodeLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close(); // the file stays, or two could hold locks on two files of one name
    }
}
