package io.keelson.tx;

import io.keelson.kernel.spi.transaction.ServerLink;
import io.keelson.tx.SimulatedFaults.Crash;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server of a domain in memory, with a log on a simulated disk, stores of its own, and others that it calls. */
final class PropagatedServer implements ServerLink {
    final String name;
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

    /**
     * Starts.
     *
     * @param domain all servers by their names, which are their addresses
     * @param wire loses messages
     */
    PropagatedServer(String name, Map<String, PropagatedServer> domain, SimulatedFaults wire, long seed) {
        this.name = name;
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
        log = new ServerLog(name, new LogPlace.InFile(null, () -> disk));
        transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(30), new Heuristics(ticker), Runnable::run);
        Supplier<FileDecisions> opened = log::decisions;
        recovery = new Recovery(opened::get, transactions::runs, transactions.heuristics());
        stores.forEach(recovery::add);
        recovery.add(last);
        imports = new Imports(transactions, opened::get, () -> {}, () -> {});
        propagation = new Propagation(
                name,
                transactions,
                imports,
                link -> new OtherServers(name, link, resource -> {
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

    /** Returns the log of this run, opened. */
    FileDecisions log() {
        return log.decisions();
    }

    /** Ends without a word. */
    void end() {
        transactions.abandon();
        propagation.close();
    }

    /** Ends without a word, and begins again with what the disk has. */
    void restart() {
        end();
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
        return domain.keySet().stream().filter(each -> !each.equals(name)).toList();
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
        if (failed instanceof Crash) {
            dead = true;
            return null;
        }
        if (failed != null) {
            throw new IllegalStateException(failed);
        }
        return result.get();
    }
}
