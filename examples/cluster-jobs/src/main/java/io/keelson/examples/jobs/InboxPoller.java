package io.keelson.examples.jobs;

import io.keelson.api.cluster.ClusterSingleton;
import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Takes the files of a directory that all servers share, each once: what is in {@code DIRECTORY} goes to {@code DIRECTORY/done}, under
 * the epoch of the lease. A server that was paused and has lost the lease does not know it at once: so each file is
 * taken in a guarded section, and its new name says under which epoch.
 *
 * <p>The directory is the environment entry {@code directory} of the application, below the home of the server's user where it is relative.
 */
@ClusterSingleton(name = "inbox")
public final class InboxPoller implements LeasedService {
    private static final Logger LOG = System.getLogger(InboxPoller.class.getName());
    private static final int SECONDS = 2;

    private ScheduledExecutorService scheduler;

    @Override
    public void activate(LeaseContext lease) {
        Path directory = directory();
        scheduler = Executors.newSingleThreadScheduledExecutor(body -> new Thread(body, "inbox poller"));
        scheduler.scheduleWithFixedDelay(() -> poll(directory, lease), 0, SECONDS, TimeUnit.SECONDS);
    }

    /** Looked up here: the thread of the scheduler is not the application's. */
    private static Path directory() {
        try {
            String entry = InitialContext.doLookup("java:comp/env/directory");
            Path directory = Path.of(System.getProperty("user.home")).resolve(entry);
            Files.createDirectories(directory.resolve("done"));
            return directory;
        } catch (NamingException | IOException e) {
            throw new IllegalStateException("the directory to be polled cannot be had", e);
        }
    }

    private static void poll(Path directory, LeaseContext lease) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
            for (Path file : files) {
                take(file, directory.resolve("done"), lease);
            }
        } catch (IllegalStateException lost) {
            LOG.log(Level.INFO, "another server polls now: {0}", lost.getMessage());
        } catch (IOException e) { // the next time, perhaps
            LOG.log(Level.WARNING, "polling " + directory, e);
        }
    }

    private static void take(Path file, Path done, LeaseContext lease) throws IOException {
        try (LeaseContext.Guard section = lease.guard()) {
            LOG.log(Level.INFO, "takes {0}, {1} bytes", file.getFileName(), Files.size(file));
            section.check();
            Files.move(
                    file, done.resolve(lease.epoch() + "-" + file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void deactivate(LeaseContext lease) {
        scheduler.shutdown();
        try {
            if (!scheduler.awaitTermination(SECONDS, TimeUnit.SECONDS)) {
                scheduler.shutdownNow();
            }
        } catch (InterruptedException e) {
            scheduler.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
