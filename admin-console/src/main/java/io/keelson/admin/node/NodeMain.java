package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.base.ProcessExit;
import io.keelson.base.config.DataSize;
import io.keelson.base.log.LogForm;
import io.keelson.base.log.LogSettings;
import io.keelson.base.log.Logging;
import io.keelson.base.log.Severity;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The process of a node manager, {@code keelson node run --domain DIR}. It ends by a signal or an order; the servers that it has
 * started run on.
 */
public final class NodeMain {
    private static final int USAGE = 2;
    private static final long TICK_MILLIS = 250;
    private static final long CLOSING_SECONDS = 5;

    private final DomainDirectory domain;
    private final Path launcher;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private NodeMain(DomainDirectory domain, Path launcher) {
        this.domain = domain;
        this.launcher = launcher;
    }

    /** Runs until it is told to end. The exit code is 0, 1 where it could not start, 2 for a wrong command line. */
    public static void main(String[] words) {
        int code;
        try {
            code = run(words);
        } catch (DomainException | IOException e) {
            System.err.println("keelson: " + e.getMessage());
            code = 1;
        } catch (InterruptedException e) { // nobody interrupts it
            code = 1;
        }
        ProcessExit.with(code);
    }

    private static int run(String... words) throws DomainException, IOException, InterruptedException {
        if (words.length != 2 || !words[0].equals("--domain")) {
            System.err.println("usage: keelson node run --domain DIR");
            return USAGE;
        }
        DomainDirectory domain = DomainDirectory.at(Path.of(words[1]));
        if (!domain.exists()) {
            throw new DomainException(
                    "there is no domain in " + domain + "; create one with 'keelson domain create " + words[1] + "'");
        }
        new NodeMain(domain, Path.of(System.getProperty("keelson.home", ".")).resolve("bin/keelson")).serve();
        return 0;
    }

    private static LogSettings log() {
        return new LogSettings(
                Severity.INFO,
                Map.of(),
                LogForm.TEXT,
                LogForm.JSON,
                Path.of("logs/node.log"),
                new DataSize(10 << 20),
                4,
                false,
                1024);
    }

    private void serve() throws DomainException, IOException, InterruptedException {
        Ticker ticker = Ticker.system();
        try (NodeLock lock = NodeLock.take(domain);
                Logging log = Logging.configure(log(), domain.node(), ticker)) {
            SettingsReader settings = new SettingsReader(domain, Model.load(NodeMain.class.getClassLoader()));
            NodeManager manager = new NodeManager(domain, new MachineProcesses(domain, launcher), settings, ticker);
            int port = settings.node().map(NodeSettings::listenPort).orElse(0);
            Runtime.getRuntime().addShutdownHook(Threads.daemon("keelson.node: end", this::endAndWait));
            Optional<ThisMachine> here = ThisMachine.read(domain).filter(machine -> !machine.home());
            try (NodeHttp http = new NodeHttp(domain, manager, port, version(), ending::countDown)) {
                if (here.isPresent()) {
                    http.listen(here.get(), new MachineSide(domain, here.get(), ticker));
                }
                manager.open();
                watch(manager, http);
            }
        } finally {
            closed.countDown();
        }
    }

    private void watch(NodeManager manager, NodeHttp http) throws IOException, InterruptedException {
        ScheduledExecutorService clock = Threads.scheduler("keelson.node");
        try {
            clock.scheduleWithFixedDelay(() -> tick(manager), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
            http.start();
            write("RUNNING", http);
            NodeLog.LOG.listens(
                    domain.path(),
                    http.endpoint().url(),
                    ProcessHandle.current().pid());
            ending.await();
            NodeLog.LOG.ends();
        } finally {
            clock.shutdown();
            if (clock.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                write("SHUTDOWN", http);
            }
        }
    }

    private static void tick(NodeManager manager) {
        try {
            manager.tick();
        } catch (RuntimeException | Error e) { // a scheduler would never call again
            NodeLog.LOG.error(e);
        }
    }

    /** Writes the record by which the node manager is found: as servers have one, below the node manager's own directory. */
    private void write(String state, NodeHttp http) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        new ServerRecord(
                        NodeClient.NAME,
                        state,
                        self.pid(),
                        ProcessMark.of(self).orElse(null),
                        null,
                        http.endpoint(),
                        version())
                .write(domain.node());
    }

    private void endAndWait() {
        ending.countDown();
        try {
            if (!closed.await(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("keelson: the node manager did not close in time");
            }
        } catch (InterruptedException e) { // nobody interrupts a hook
            Thread.currentThread().interrupt();
        }
    }

    private static String version() {
        String version = NodeMain.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
