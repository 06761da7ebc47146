package watch;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes what it does and what it believes into a file of its server: what, epoch, and the machine's monotonic time, which all
 * processes share. The moment of {@code holds} is before the lease was asked, every 10 ms.
 */
public final class Watch implements LeasedService {
    private volatile boolean over;

    @Override
    public void activate(LeaseContext lease) {
        write(lease, "up", System.nanoTime());
        over = false;
        Thread thread = new Thread(() -> look(lease), "watch");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void deactivate(LeaseContext lease) {
        over = true;
        write(lease, "down", System.nanoTime());
    }

    private void look(LeaseContext lease) {
        while (!over) {
            long before = System.nanoTime();
            if (lease.stillMine()) {
                write(lease, "holds", before);
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void write(LeaseContext lease, String what, long nanos) {
        try {
            Files.writeString(
                    directory().resolve("watch-" + lease.owner() + ".txt"),
                    what + ' ' + lease.epoch() + ' ' + nanos + '\n',
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory() {
        try (InputStream in = Watch.class.getResourceAsStream("watch-path")) {
            return Path.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
