package io.keelson.perf;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The singleton service on Keelson: writes a {@link Trio.Line} into the file that the property {@code perf.journal} names. */
public final class SingletonJournal implements LeasedService {
    @Override
    public void activate(LeaseContext lease) {
        write("up", lease.owner());
    }

    @Override
    public void deactivate(LeaseContext lease) {
        write("down", lease.owner());
    }

    private static void write(String what, String server) {
        try {
            Files.writeString(
                    Path.of(System.getProperty("perf.journal")),
                    what + ' ' + server + ' ' + System.currentTimeMillis() + '\n',
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
