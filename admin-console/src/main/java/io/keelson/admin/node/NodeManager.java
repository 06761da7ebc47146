package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.domain.WatchRecord;
import io.keelson.admin.machine.MachineRegistry;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Starts, watches and restarts the servers of a domain on this machine. Thread-safe: {@code lock} guards all watches; it is
 * held while a record is synced and while a process is made, never while one is waited for. See docs/design/node-manager.md.
 */
public final class NodeManager {
    private static final String SUFFIX = ".json";

    private final DomainDirectory domain;
    private final ServerProcesses processes;
    private final Function<String, RestartSettings> settings;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Watch> watches = new TreeMap<>();

    NodeManager(
            DomainDirectory domain,
            ServerProcesses processes,
            Function<String, RestartSettings> settings,
            Ticker ticker) {
        this.domain = domain;
        this.processes = processes;
        this.settings = settings;
        this.ticker = ticker;
    }

    /** Order for a server: what is to become of it. */
    enum Order {
        /** Order to run. */
        START,
        /** Order to end when what is in flight has ended. */
        SHUTDOWN,
        /** Order to end and cut off what is in flight. */
        FORCE_SHUTDOWN,
        /** Order to kill its process. */
        KILL,
        /** Order to kill its process as if it had crashed: it is started again. */
        CRASH,
        /** Somebody else ends it; that is no crash. */
        EXPECT_END
    }

    /** Picks up what an earlier node manager has left. A record that cannot be read is put aside; its server is watched if it runs. */
    void open() throws IOException {
        lock.lock();
        try {
            for (String server : recorded()) {
                try {
                    WatchRecord record = WatchRecord.read(domain, server).orElseGet(() -> WatchRecord.none(server));
                    watch(record).open();
                } catch (IOException e) {
                    NodeLog.LOG.notRead(server, e.toString());
                    putAside(server);
                    watch(WatchRecord.none(server)).openDamaged();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private Set<String> recorded() throws IOException {
        Set<String> names = new TreeSet<>();
        Path directory = domain.node().resolve("servers");
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
                for (Path file : files) {
                    String name = String.valueOf(file.getFileName());
                    names.add(name.substring(0, name.length() - SUFFIX.length()));
                }
            }
        }
        return names;
    }

    private void putAside(String server) {
        Path file = WatchRecord.file(domain, server);
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + ".damaged"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            NodeLog.LOG.notKept(server, e.toString());
        }
    }

    private Watch watch(WatchRecord record) {
        Watch watch = new Watch(record, processes, kept -> kept.write(domain), settings, ticker);
        watches.put(record.server(), watch);
        return watch;
    }

    /** Looks at all processes and does what is due; called a few times a second. */
    void tick() {
        lock.lock();
        try {
            for (Watch watch : watches.values()) {
                try {
                    watch.tick();
                } catch (RuntimeException e) { // the others are watched all the same
                    NodeLog.LOG.error(e);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Carries an order out.
     *
     * @param by who orders it, for the log
     * @return the server as it is then
     * @throws OrderRefusedException when that cannot be done as the server is
     * @throws IOException when the machine or its disk cannot do it
     */
    NodeSeen order(String server, Order order, String by) throws OrderRefusedException, IOException {
        if (domain.servers().stream().noneMatch(known -> known.name().equals(server))) {
            throw new OrderRefusedException("The domain has no server '" + server + "'");
        }
        Optional<String> elsewhere = ThisMachine.elsewhere(domain, server);
        if (elsewhere.isPresent()) {
            throw new OrderRefusedException("The server " + server + " is one of the machine " + elsewhere.get()
                    + (new MachineRegistry(domain).removed().contains(elsewhere.get())
                            ? ", which was put out of the domain; change servers." + server + ".machine"
                            : ""));
        }
        lock.lock();
        try {
            Watch known = watches.get(server);
            Watch watch = known == null ? watch(WatchRecord.none(server)) : known;
            switch (order) {
                case START -> watch.start(by);
                case SHUTDOWN -> watch.shutdown(false, by);
                case FORCE_SHUTDOWN -> watch.shutdown(true, by);
                case KILL -> watch.kill(by);
                case CRASH -> watch.crash(by);
                case EXPECT_END -> watch.expectEnd(by);
            }
            return seen(domain.status(server));
        } finally {
            lock.unlock();
        }
    }

    /** The servers of the domain that are to run on this machine. */
    List<NodeSeen> servers() throws IOException {
        List<ServerStatus> all = new ArrayList<>();
        for (ServerStatus status : domain.servers()) {
            if (ThisMachine.elsewhere(domain, status.name()).isEmpty()) {
                all.add(status);
            }
        }
        lock.lock();
        try {
            List<NodeSeen> seen = new ArrayList<>();
            for (ServerStatus status : all) {
                seen.add(seen(status));
            }
            return seen;
        } finally {
            lock.unlock();
        }
    }

    private NodeSeen seen(ServerStatus status) {
        String name = status.name();
        Watch watch = watches.get(name);
        int most = settings.apply(name).restartMax();
        if (watch == null) {
            return new NodeSeen(name, status.state(), status.pid(), false, 0, most, "", true);
        }
        WatchRecord record = watch.record();
        // Until a process has written its own state there is that of the one before.
        Long pid = watch.running().map(ServerProcesses.Running::pid).orElse(status.pid());
        boolean early = pid != null && !pid.equals(status.pid());
        String state = early ? "STARTING" : pid == null ? record.state().name() : status.state();
        return new NodeSeen(name, state, pid, record.wanted(), watch.restarts(), most, record.why(), !watch.behind());
    }

    /** Returns where a server's output is. */
    Path output(String server) {
        return MachineProcesses.output(domain, server);
    }
}
