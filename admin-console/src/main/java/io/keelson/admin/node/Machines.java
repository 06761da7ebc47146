package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.machine.Enrolment;
import io.keelson.admin.machine.Machine;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a domain, on its admin server: has a {@link MachineLink} to each that is enrolled, and renews the certificate of its own.
 * In a domain of one machine it does nothing. Thread-safe: {@code lock} guards the links.
 */
public final class Machines implements AutoCloseable {
    private static final long EVERY_MILLIS = 1_000;

    private final DomainDirectory domain;
    private final Duration life;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, MachineLink> links = new HashMap<>();
    private volatile @Nullable Enrolment enrolment;
    private volatile @Nullable ThisMachine here;
    private @Nullable ScheduledExecutorService scheduler;
    private String trouble = "";

    /** @param life how long certificates hold */
    public Machines(DomainDirectory domain, Duration life, Ticker ticker) {
        this.domain = domain;
        this.life = life;
        this.ticker = ticker;
    }

    /** Begins, where the domain is set up for several machines. */
    public void open() throws IOException {
        Optional<ThisMachine> set = ThisMachine.read(domain);
        if (set.isEmpty()) {
            return;
        }
        here = set.get();
        enrolment = new Enrolment(domain, set.get(), life, ticker);
        ScheduledExecutorService fresh = Threads.scheduler("keelson.machines", Duration.ofMinutes(2));
        scheduler = fresh;
        fresh.scheduleWithFixedDelay(this::tick, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        ScheduledExecutorService ending = scheduler;
        if (ending != null) {
            ending.shutdown();
        }
        lock.lock();
        try {
            links.values().forEach(MachineLink::close);
            links.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Returns who lets machines in; empty in a domain of one machine. */
    Optional<Enrolment> enrolment() {
        return Optional.ofNullable(enrolment);
    }

    /** The machine of this server; empty in a domain of one machine. */
    Optional<ThisMachine> here() {
        return Optional.ofNullable(here);
    }

    /** The link to a machine; empty for one that is not enrolled. */
    Optional<MachineLink> link(String machine) {
        lock.lock();
        try {
            return Optional.ofNullable(links.get(machine));
        } finally {
            lock.unlock();
        }
    }

    private void tick() {
        Enrolment of = enrolment;
        ThisMachine own = here;
        if (of == null || own == null) {
            return;
        }
        try {
            if (of.renewOwn()) {
                NodeLog.LOG.renewed(own.name());
            }
            follow(of, own);
            leaveBehind(of.removed());
            trouble = "";
        } catch (IOException e) {
            if (!trouble.equals(e.toString())) {
                trouble = e.toString();
                NodeLog.LOG.machinesNotRead(trouble);
            }
        } catch (RuntimeException | Error e) { // a scheduler would never call again
            NodeLog.LOG.error(e);
        }
    }

    private void follow(Enrolment of, ThisMachine own) throws IOException {
        Map<String, Machine> known = new HashMap<>();
        of.machines().stream().filter(Machine::enrolled).forEach(machine -> known.put(machine.name(), machine));
        lock.lock();
        try {
            links.entrySet().removeIf(one -> {
                boolean gone = !known.containsKey(one.getKey());
                if (gone) {
                    one.getValue().close();
                }
                return gone;
            });
            for (String name : known.keySet()) {
                if (!links.containsKey(name)) {
                    MachineLink link = new MachineLink(domain, own, name, of, ticker);
                    links.put(name, link);
                    link.open();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Servers whose machine was put out have none, until the configuration gives them another one or the machine is enrolled again. */
    private void leaveBehind(List<String> removed) throws IOException {
        for (ServerStatus server : domain.servers()) {
            Path directory = domain.server(server.name());
            Optional<String> on = ThisMachine.elsewhere(domain, server.name());
            boolean marked = server.state().equals(ServerRecord.NO_MACHINE);
            if (on.isPresent() && removed.contains(on.get())) {
                if (!marked) {
                    MachineSide.keep(domain, ServerRecord.withoutMachine(server.name(), on.get()));
                }
            } else if (marked) {
                Files.deleteIfExists(ServerRecord.file(directory));
            }
        }
    }
}
