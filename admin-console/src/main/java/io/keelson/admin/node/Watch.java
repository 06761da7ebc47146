package io.keelson.admin.node;

import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.domain.WatchRecord;
import io.keelson.admin.domain.WatchState;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Work of the node manager for one server: a state machine over {@link WatchState}, moved by orders and by {@link #tick}. Not
 * thread-safe: guarded by the lock of {@link NodeManager}.
 *
 * <p>Invariants: a server is started only when no process of it is known to be there; before a process is made the record on
 * the disk says that it is wanted; a process that ends while it is not wanted is never started again.
 */
final class Watch {
    /** Exit code of a server that could not start; then those of wrong configuration, and of a stop that did not stop everything. */
    private static final int START_FAILED = 1;

    private static final int USAGE = 2;
    private static final int STOP_FAILED = 3;

    /** The JVM takes two signals that come at once for one. */
    private static final long SECOND_SIGNAL_NANOS = Duration.ofMillis(750).toNanos();

    /** Store of the records. */
    @FunctionalInterface
    interface Keeper {
        /** Makes the record durable. */
        void keep(WatchRecord record) throws IOException;
    }

    private final String server;
    private final ServerProcesses processes;
    private final Keeper keeper;
    private final Function<String, RestartSettings> settings;
    private final Ticker ticker;

    private WatchRecord record;
    private ServerProcesses.@Nullable Running running;
    /** The process was made because somebody ordered it, not because an earlier one had crashed. */
    private boolean byOrder;
    /** The record on the disk is older than {@link #record}. */
    private boolean behind;

    private String trouble = "";
    private long restartAt;
    private long signalAgainAt;
    private boolean signalAgain;

    /** @param settings the settings in force of a server of that name */
    Watch(
            WatchRecord record,
            ServerProcesses processes,
            Keeper keeper,
            Function<String, RestartSettings> settings,
            Ticker ticker) {
        this.server = record.server();
        this.record = record;
        this.processes = processes;
        this.keeper = keeper;
        this.settings = settings;
        this.ticker = ticker;
    }

    /** Returns what is known. */
    WatchRecord record() {
        return record;
    }

    /** The process that is watched. */
    Optional<ServerProcesses.Running> running() {
        return Optional.ofNullable(running).filter(ServerProcesses.Running::alive);
    }

    /** Picks up what an earlier node manager has left: adopts the process, or finds that it has ended meanwhile. */
    void open() {
        if (record.state() == WatchState.SHUTDOWN || !record.wanted() && record.pid() == 0) {
            return;
        }
        Optional<ServerProcesses.Running> found =
                record.pid() == 0 ? Optional.empty() : processes.find(record.pid(), record.processMark());
        // It may have been about to write down which process it had made.
        found = found.or(this::runs);
        if (found.isPresent()) {
            adopt(found.get());
        } else if (record.wanted() && record.state() == WatchState.STARTED) {
            ended(OptionalInt.empty(), record.pid());
        } else if (record.wanted() && record.state() == WatchState.FAILED_RESTARTING) {
            restartAt =
                    ticker.nanoTime() + settings.apply(server).restartDelay().toNanos();
        } else if (!record.wanted()) {
            move(record.state() == WatchState.STARTED ? WatchState.SHUTDOWN : record.state(), 0, null, record.why());
        }
    }

    /** Takes over a process of which nothing is written down but what the server says itself: of a damaged record. */
    void openDamaged() {
        runs().ifPresent(this::adopt);
        behind = true;
    }

    // ---- orders ----------------------------------------------------------------------------------------------------

    /**
     * Starts the server; one that runs already without being watched is watched from now on.
     *
     * @throws OrderRefusedException when it runs and is watched
     * @throws IOException when it cannot be started, or the disk does not keep that it is to run; it does not run then
     */
    void start(String by) throws OrderRefusedException, IOException {
        Optional<ServerProcesses.Running> now = running();
        if (now.isPresent()) {
            throw new OrderRefusedException(
                    record.wanted()
                            ? "The server " + server + " runs already, as process "
                                    + now.get().pid()
                            : "The server " + server + " is ending; start it when it has ended");
        }
        WatchRecord before = record;
        NodeLog.LOG.ordered("start", server, by);
        Optional<ServerProcesses.Running> other = runs();
        if (other.isPresent()) {
            record = new WatchRecord(
                    server,
                    true,
                    WatchState.STARTED,
                    other.get().pid(),
                    other.get().mark(),
                    List.of(),
                    "");
            keepOr(before);
            adopt(other.get());
            return;
        }
        record = new WatchRecord(server, true, WatchState.STARTED, 0, null, List.of(), "");
        keepOr(before);
        try {
            launch("ordered by " + by, true);
        } catch (IOException e) {
            give("it could not be started: " + e);
            throw new IOException("it could not be started: " + e, e);
        }
    }

    /**
     * Ends the server, or takes back that it is started again.
     *
     * @param force cuts off what is in flight
     * @throws OrderRefusedException when it does not run
     */
    void shutdown(boolean force, String by) throws OrderRefusedException {
        ServerProcesses.@Nullable Running now = unwanted("shutdown", by);
        if (now != null) {
            now.terminate();
            signalAgain = force;
            signalAgainAt = ticker.nanoTime() + SECOND_SIGNAL_NANOS;
        }
    }

    /**
     * Ends the process of the server at once.
     *
     * @throws OrderRefusedException when it does not run
     */
    void kill(String by) throws OrderRefusedException {
        ServerProcesses.@Nullable Running now = unwanted("kill", by);
        if (now != null) {
            now.kill();
        }
    }

    /**
     * Ends the process of the server at once, and lets that be the crash that it looks like: it is started again.
     *
     * @throws OrderRefusedException when it does not run, or is not to be started again anyhow
     */
    void crash(String by) throws OrderRefusedException {
        ServerProcesses.Running now = running()
                .filter(watched -> record.wanted())
                .orElseThrow(() -> new OrderRefusedException(
                        "The server " + server + " is not watched now, so nobody would start it again"));
        NodeLog.LOG.ordered("kill", server, by);
        now.kill();
    }

    /** Somebody else ends the server: however that goes, it is no crash. Does nothing for one that does not run. */
    void expectEnd(String by) {
        if (record.wanted()) {
            NodeLog.LOG.ordered("end", server, by);
            takeBack();
        }
    }

    private ServerProcesses.@Nullable Running unwanted(String order, String by) throws OrderRefusedException {
        ServerProcesses.@Nullable Running now = running().or(this::runs).orElse(null);
        if (now == null && record.state() != WatchState.FAILED_RESTARTING) {
            throw new OrderRefusedException("The server " + server + " does not run");
        }
        NodeLog.LOG.ordered(order, server, by);
        running = now;
        takeBack();
        return now;
    }

    private void takeBack() {
        WatchState state = record.state() == WatchState.FAILED_RESTARTING ? WatchState.SHUTDOWN : record.state();
        record = new WatchRecord(
                server, false, state, record.pid(), record.processMark(), record.restarts(), record.why());
        keep();
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    /** Looks at the process, and does what is due. */
    void tick() {
        ServerProcesses.@Nullable Running now = running;
        if (now != null && !now.alive()) {
            running = null;
            signalAgain = false;
            ended(now.exit(), now.pid());
        } else if (now != null && signalAgain && ticker.nanoTime() - signalAgainAt >= 0) {
            signalAgain = false;
            now.terminate();
        } else if (now == null) {
            idle();
        }
        if (behind) {
            keep();
        }
    }

    private void idle() {
        boolean failed = record.state() == WatchState.FAILED_NOT_RESTARTABLE;
        boolean waits = record.state() == WatchState.FAILED_RESTARTING;
        if (waits && ticker.nanoTime() - restartAt >= 0) {
            restart();
        } else if (failed || waits) {
            // Somebody has started it by hand.
            runs().ifPresent(this::adopt);
        }
    }

    private void restart() {
        Optional<ServerProcesses.Running> other = runs();
        if (other.isPresent()) {
            adopt(other.get());
            return;
        }
        List<Long> restarts = new ArrayList<>(recent());
        restarts.add(ticker.currentTimeMillis());
        // What cannot be kept is kept later: a server that is away must not wait for a disk.
        move(WatchState.STARTED, 0, null, record.why(), restarts);
        try {
            launch("restart " + restarts.size(), false);
        } catch (IOException e) {
            failed("it could not be started: " + e.getMessage());
        }
    }

    private void launch(String why, boolean ordered) throws IOException {
        ServerProcesses.Running made = processes.launch(
                server, Objects.requireNonNullElse(settings.apply(server).javaOptions(), ""));
        running = made;
        byOrder = ordered;
        NodeLog.LOG.started(server, made.pid(), why);
        move(WatchState.STARTED, made.pid(), made.mark(), record.why());
    }

    private void adopt(ServerProcesses.Running found) {
        running = found;
        byOrder = false;
        NodeLog.LOG.adopted(server, found.pid());
        boolean wanted = record.wanted() || record.state() != WatchState.STARTED;
        record = new WatchRecord(
                server, wanted, WatchState.STARTED, found.pid(), found.mark(), record.restarts(), record.why());
        keep();
    }

    /** A process of the server that is there, whoever has made it. */
    private Optional<ServerProcesses.Running> runs() {
        return processes.said(server).flatMap(said -> processes.find(said.pid(), said.processMark()));
    }

    // ---- the end of a process --------------------------------------------------------------------------------------

    private void ended(OptionalInt exit, long pid) {
        if (!record.wanted() || orderly(exit, pid)) {
            NodeLog.LOG.ended(server);
            // Of which process that is said: a later one may have been started by hand.
            record = new WatchRecord(server, false, WatchState.SHUTDOWN, pid, record.processMark(), List.of(), "");
            keep();
            return;
        }
        Optional<ServerProcesses.Running> other = runs();
        if (other.isPresent() && other.get().pid() != pid) {
            adopt(other.get()); // that one was there first, and ours has given way
            return;
        }
        if (exit.equals(OptionalInt.of(USAGE))) {
            give("its configuration or its command line is wrong (exit code 2)");
        } else if (byOrder && exit.equals(OptionalInt.of(START_FAILED))) {
            give("it could not start (exit code 1)");
        } else {
            failed(how(exit));
        }
    }

    /** Returns whether the server itself says that it has ended as somebody wanted it. */
    private boolean orderly(OptionalInt exit, long pid) {
        if (exit.isPresent() && (exit.getAsInt() == 0 || exit.getAsInt() == STOP_FAILED)) {
            return true;
        }
        Optional<ServerRecord> said = processes.said(server);
        return said.isPresent()
                && said.get().pid() == pid
                && said.get().state().equals("SHUTDOWN")
                && (exit.isEmpty() || exit.getAsInt() != START_FAILED);
    }

    private static String how(OptionalInt exit) {
        if (exit.isEmpty()) {
            return "its process is gone";
        }
        int code = exit.getAsInt();
        return code > 128 ? "its process was ended by signal " + (code - 128) : "it ended with exit code " + code;
    }

    private void failed(String why) {
        RestartSettings now = settings.apply(server);
        int before = recent().size();
        if (!now.autoRestart()) {
            give(why + "; auto-restart is false");
        } else if (before >= now.restartMax()) {
            give(why + ", and it was started again " + before + " times within the last "
                    + now.restartInterval().toMinutes() + " minutes (restart-max is " + now.restartMax() + ")");
        } else {
            NodeLog.LOG.failed(server, why, now.restartDelay().toMillis());
            restartAt = ticker.nanoTime() + now.restartDelay().toNanos();
            move(WatchState.FAILED_RESTARTING, 0, null, why, recent());
        }
    }

    private void give(String why) {
        NodeLog.LOG.notRestartable(server, why);
        record = new WatchRecord(server, false, WatchState.FAILED_NOT_RESTARTABLE, 0, null, record.restarts(), why);
        keep();
    }

    /** The restarts within the interval. One that lies in the future, as the clock was set back, counts as one of now. */
    private List<Long> recent() {
        long now = ticker.currentTimeMillis();
        long since = now - settings.apply(server).restartInterval().toMillis();
        return record.restarts().stream()
                .map(at -> Math.min(at, now))
                .filter(at -> at > since)
                .toList();
    }

    // ---- the record ------------------------------------------------------------------------------------------------

    private void move(WatchState state, long pid, @Nullable String mark, String why) {
        move(state, pid, mark, why, record.restarts());
    }

    private void move(WatchState state, long pid, @Nullable String mark, String why, List<Long> restarts) {
        record = new WatchRecord(server, record.wanted(), state, pid, mark, restarts, why);
        keep();
    }

    private void keepOr(WatchRecord before) throws IOException {
        try {
            keeper.keep(record);
            behind = false;
        } catch (IOException e) {
            record = before;
            throw new IOException("the disk did not keep that " + server + " is to run: " + e, e);
        }
    }

    /** Keeps the record, now or at a later tick. */
    private void keep() {
        try {
            keeper.keep(record);
            behind = false;
            trouble = "";
        } catch (IOException e) {
            behind = true;
            if (!trouble.equals(e.toString())) {
                trouble = e.toString();
                NodeLog.LOG.notKept(server, trouble);
            }
        }
    }

    /** Returns how often the server was started again within the interval. */
    int restarts() {
        return recent().size();
    }

    /** Returns whether the disk has not taken what is known. */
    boolean behind() {
        return behind;
    }
}
