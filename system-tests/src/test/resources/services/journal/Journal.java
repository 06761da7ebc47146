package journal;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a line into a file that all servers share whenever it begins or ends to work: what, epoch, server, wall clock. */
public final class Journal implements LeasedService {
    @Override
    public void activate(LeaseContext lease) {
        write("up", lease);
        if (Files.exists(file().resolveSibling("refused-on-" + lease.owner()))) {
            throw new IllegalStateException("refused on " + lease.owner());
        }
    }

    @Override
    public void deactivate(LeaseContext lease) {
        write("down", lease);
    }

    private static void write(String what, LeaseContext lease) {
        String line = what + ' ' + lease.epoch() + ' ' + lease.owner() + ' ' + System.currentTimeMillis() + ' '
                + lease.stillMine() + '\n';
        try { // one write, appended: lines of several processes do not mix
            Files.writeString(file(), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file() {
        try (InputStream in = Journal.class.getResourceAsStream("journal-path")) {
            return Path.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
