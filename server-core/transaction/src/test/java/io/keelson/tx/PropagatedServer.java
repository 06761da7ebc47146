package io.keelson.tx;

import io.keelson.kernel.spi.transaction.ServerLink;
import io.keelson.tx.SimulatedFaults.Crash;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server of a domain in memory, with a log on a simulated disk, stores of its own, and others that it calls. */
final class PropagatedServer implements ServerLink {
    /** Its address. */
    final String name;

    final OwnName own;
    final SimulatedFaults faults;
    final SimulatedDisk disk;
    final List<SimulatedStore> stores;

    /** A store that keeps decisions of this server. */
    final SimulatedStore last;

    final HandTicker ticker = new HandTicker();
    private final Map<String, PropagatedServer> domain;
    private final SimulatedFaults wire;
    Transactions transactions;
    Recovery recovery;
    Imports imports;
    Propagation propagation;
    private ServerLog log;
    boolean dead;

    /** Who has the log of this server while it is dead. */
    @Nullable
    PropagatedServer takenBy;

    private @Nullable FileDecisions taken;
    private @Nullable Recovery taker;
    private @Nullable Recovery recoveredBy;

    /**
     * Starts.
     *
     * @param domain all servers by their names, which are their addresses
     * @param wire loses messages
     */
    PropagatedServer(String name, Map<String, PropagatedServer> domain, SimulatedFaults wire, long seed) {
        this(name, new OwnName(name, "here"), domain, wire, seed);
    }

    /**
     * Starts.
     *
     * @param name its address
     * @param own its name, and that of its domain
     * @param domain all servers by their addresses, also those of other domains
     * @param wire loses messages
     */
    PropagatedServer(String name, OwnName own, Map<String, PropagatedServer> domain, SimulatedFaults wire, long seed) {
        this.name = name;
        this.own = own;
        this.domain = domain;
        this.wire = wire;
        this.faults = new SimulatedFaults(seed);
        this.disk = new SimulatedDisk(faults);
        this.stores =
                List.of(new SimulatedStore(name + "1", false, faults), new SimulatedStore(name + "2", false, faults));
        this.last = new SimulatedStore(name + "0", true, faults);
        start();
    }

    private void start() {
        log = new ServerLog(own.server(), new LogPlace.InFile(null, () -> disk));
        transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(30), new Heuristics(ticker), Runnable::run);
        Supplier<FileDecisions> opened = log::decisions;
        recovery = new Recovery(opened::get, transactions::runs, transactions.heuristics());
        stores.forEach(recovery::add);
        recovery.add(last);
        imports = new Imports(transactions, opened::get, () -> {}, () -> {});
        propagation = new Propagation(
                own,
                transactions,
                imports,
                link -> new OtherServers(own, link, resource -> {
                    recovery.add(resource);
                    return () -> recovery.remove(resource);
                }),
                () -> true,
                () -> {},
                null);
        recovery.onKeptServers(propagation::recoverKept);
        log.onOpen(propagation::opened);
        propagation.link(this);
        dead = false;
    }

    /** Returns the domain of this server as a server of that one sees it; null where it is the same. */
    @Nullable
    String domainSeenBy(PropagatedServer other) {
        return own.domain().equals(other.own.domain()) ? null : own.domain();
    }

    /** Returns the log of this run, opened. */
    FileDecisions log() {
        return log.decisions();
    }

    /** Ends without a word. */
    void end() {
        transactions.abandon();
        propagation.close();
    }

    /** Takes the log of a server that is dead, and recovers by it until that one is back. */
    void take(PropagatedServer gone) {
        PropagatedServer present = gone.takenBy;
        if (!own.domain().equals(gone.own.domain()) || present != null && !present.dead) {
            return;
        }
        gone.release();
        gone.takenBy = this;
        gone.disk.crash();
        gone.disk.usedBy(faults);
        gone.all().forEach(each -> {
            each.usedBy(faults);
            recovery.add(each);
        });
        gone.taker = recovery;
        try {
            FileDecisions log = FileDecisions.take(
                    gone.disk, gone.own.server(), new Tenure(1, () -> gone.takenBy == this && !dead));
            propagation.opened(log);
            gone.taken = log;
            gone.recoveredBy = recovery.by(log);
        } catch (IOException e) { // it has none, or the disk fails
            gone.release();
        }
    }

    /** One pass by the log of this server, which is dead, of who has taken it. */
    void passTaken() {
        Recovery passing = recoveredBy;
        if (passing != null && takenBy != null && !takenBy.dead) {
            boolean unused = passing.pass();
        }
    }

    /** Returns what is not resolved by the log of this server, which is dead. */
    String unresolved() {
        PropagatedServer by = takenBy;
        Recovery passing = recoveredBy;
        return (by == null ? "nobody" : by.name + (by.dead ? ", dead," : "")) + " has its log: "
                + (passing == null ? "" : passing.inDoubt());
    }

    /** Returns whether a living server has the log of this one, which is dead; true where there is none. */
    boolean isLogTaken() {
        PropagatedServer by = takenBy;
        return disk.read().length == 0 || by != null && !by.dead && recoveredBy != null;
    }

    private void release() {
        takenBy = null;
        recoveredBy = null;
        Recovery before = taker;
        if (before != null) {
            all().forEach(before::remove);
        }
        FileDecisions log = taken;
        taken = null;
        if (log != null) {
            try {
                log.close();
            } catch (IOException e) { // nobody has it any more
                throw new IllegalStateException(e);
            }
        }
        disk.usedBy(faults);
        all().forEach(each -> each.usedBy(faults));
    }

    List<SimulatedStore> all() {
        List<SimulatedStore> all = new ArrayList<>(stores);
        all.add(last);
        return all;
    }

    /** Ends without a word, and begins again with what the disk has. */
    void restart() {
        end();
        release();
        for (PropagatedServer each : domain.values()) {
            if (each.takenBy == this) {
                each.release();
            }
        }
        disk.crash();
        faults.revive();
        start();
    }

    @Override
    public List<String> addresses() {
        return List.of(name);
    }

    @Override
    public List<String> others() {
        return domain.values().stream()
                .filter(each -> each != this && each.own.domain().equals(own.domain()))
                .map(each -> each.name)
                .toList();
    }

    @Override
    public byte[] ask(List<String> addresses, byte[] request) throws IOException {
        ServerRequest asked = ServerRequest.read(request);
        faults.step("before " + asked.operation() + " to " + asked.target());
        PropagatedServer other = domain.get(addresses.get(0));
        if (other.dead) {
            throw new ServerAwayException("it is dead", new IOException());
        }
        if (wire.fails()) {
            throw new IOException("the request was lost");
        }
        byte[] answer = other.apart(() -> {
            byte[] served = other.propagation.serve(request);
            other.faults.step("before the answer to " + asked.operation());
            return served;
        });
        faults.step("after " + asked.operation() + " to " + asked.target());
        if (answer == null || wire.fails()) {
            throw new IOException("the answer was lost");
        }
        return answer;
    }

    /** Runs something of this server on a thread of its own; null where the server died meanwhile. */
    <T> @Nullable T apart(Supplier<T> task) {
        AtomicReference<T> result = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                result.set(task.get());
            } catch (Throwable e) { // the caller gets it
                failure.set(e);
            }
        });
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        Throwable failed = failure.get();
        if (failed instanceof Crash || faults.isDead()) { // an application's callback may have caught it
            dead = true;
            return null;
        }
        if (failed != null) {
            throw new IllegalStateException(failed);
        }
        return result.get();
    }
}
