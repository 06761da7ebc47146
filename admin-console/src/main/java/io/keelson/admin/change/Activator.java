package io.keelson.admin.change;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Problem;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Drives the {@link Coordinator}: executes what it wants done, and waits for what becomes of an attempt. Owns the coordinator, the
 * attempts that are under way, and the decided revision that {@code domain.yaml} does not say yet.
 *
 * <p>Thread-safe: all of it is guarded by the lock of the {@link ChangeCentre}, which is held while a revision is made durable and not
 * while servers are asked; whoever waits gives it up meanwhile. A method that needs the caller to hold it says so.
 */
final class Activator {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Time that whoever activates waits for a decision: servers, then the disk. */
    private static final Duration DECISION = Duration.ofSeconds(60);
    /** Time that whoever activates waits for servers to say what became of it. */
    private static final Duration RESULTS = Duration.ofSeconds(15);
    /** Time that a change outside of the edit session waits for the activation that is under way. */
    private static final Duration TURN = Duration.ofMinutes(10);

    private final DomainDirectory domain;
    private final String self;
    private final Model model;
    private final Ticker ticker;
    private final ServerActivation local;
    private final Revisions revisions;
    private final ReentrantLock lock;
    private final Waiting waiting;
    private final GroundworkRunner groundwork;
    private final Delivery delivery;
    private final Map<String, Revision> attempts = new HashMap<>();
    private final Map<String, Map<String, String>> aborted = new HashMap<>();
    private @Nullable Coordinator coordinator;
    /** Guarded by the lock. */
    private @Nullable Read lastRead;

    private @Nullable Revision notInstalled;

    Activator(
            DomainDirectory domain,
            String self,
            Model model,
            ServerActivation local,
            Ticker ticker,
            ReentrantLock lock,
            Revisions revisions) {
        this.domain = domain;
        this.self = self;
        this.model = model;
        this.ticker = ticker;
        this.local = local;
        this.revisions = revisions;
        this.lock = lock;
        this.waiting = new Waiting(lock);
        this.groundwork = new GroundworkRunner(waiting);
        this.delivery = new Delivery(self, local, new Peers(domain), lock, this::heard);
    }

    /** Says what servers need before they prepare; called before anything is activated. */
    void groundwork(Groundwork needed) {
        lock.lock();
        try {
            groundwork.needed(needed);
        } finally {
            lock.unlock();
        }
    }

    // ---- what is decided -------------------------------------------------------------------------------------------

    /**
     * Reads what is decided, where that has not been done. What {@code domain.yaml} says that no revision says, as in a new domain or
     * after an edit by hand, becomes a revision: this server has started with it.
     *
     * @throws IOException when the disk does not take it, or a revision cannot be read; it can be tried again
     */
    void open() throws IOException {
        lock.lock();
        try {
            if (coordinator != null) {
                return;
            }
            String text = local.configuration().file().text();
            Revision newest = revisions.newest().orElse(null);
            if (newest == null || !newest.text().equals(text)) {
                int number = newest == null ? 1 : newest.number() + 1;
                String comment = newest == null ? "The domain as it was found." : "domain.yaml was edited by hand.";
                newest = new Revision(number, fresh(), "domain.yaml", now(), comment, text);
                revisions.store(newest);
                ChangeLog.LOG.committed(number, newest.author());
            }
            revisions.install(newest.number(), newest.text());
            Set<String> servers = new LinkedHashSet<>(EditSession.servers(revisions.parsed(newest.text())));
            coordinator = new Coordinator(newest.proposal(), servers, PATIENCE, fresh());
        } finally {
            lock.unlock();
        }
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    private Instant now() {
        return Instant.ofEpochMilli(ticker.currentTimeMillis());
    }

    private Coordinator opened() throws IOException {
        open();
        Coordinator opened = coordinator;
        if (opened == null) {
            throw new IllegalStateException("opened without a coordinator");
        }
        return opened;
    }

    /** The revision that is in force. */
    Proposal decided() throws IOException {
        lock.lock();
        try {
            return opened().decided();
        } finally {
            lock.unlock();
        }
    }

    /** Its text. */
    DomainFile file() throws IOException {
        lock.lock();
        try {
            return revisions.parsed(opened().decided().text());
        } finally {
            lock.unlock();
        }
    }

    /**
     * A text as it was read: reconciliation and the end of old versions ask each second, and reading takes milliseconds.
     *
     * @param base the configuration of this server that it was read with
     */
    private record Read(String text, DomainConfiguration base, DomainConfiguration result) {}

    /** Its text as this server reads it. */
    DomainConfiguration configuration() throws IOException {
        lock.lock();
        try {
            String text = opened().decided().text();
            DomainConfiguration base = local.configuration();
            Read known = lastRead;
            if (known == null || known.base() != base || !known.text().equals(text)) {
                known = new Read(text, base, base.with(revisions.parsed(text)));
                lastRead = known;
            }
            return known.result();
        } catch (ConfigurationException e) {
            throw new IOException("what is decided cannot be read here: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns what became of it on the servers that have said so. */
    Map<String, Result> results() throws IOException {
        lock.lock();
        try {
            return new LinkedHashMap<>(opened().results());
        } finally {
            lock.unlock();
        }
    }

    /** Returns how it stands with it. Called with the lock. */
    Activation standing() throws IOException {
        Coordinator machine = opened();
        return activation(machine.decided().number(), machine);
    }

    private static Activation activation(int number, Coordinator machine) {
        return new Activation(
                number, machine.results(), machine.servers().stream().sorted().toList());
    }

    /** Returns whether {@code domain.yaml} says what is decided, but for an edit by hand. Called with the lock. */
    boolean installed() {
        return notInstalled == null;
    }

    // ---- an attempt ------------------------------------------------------------------------------------------------

    /** Returns whether an activation is under way. Called with the lock. */
    boolean busy() {
        return !attempts.isEmpty();
    }

    /** Waits until no activation is under way, or for long enough. Called with the lock. */
    void awaitTurn() {
        waiting.await(TURN, attempts::isEmpty);
    }

    /**
     * Activates a text, and waits for what becomes of it. Called with the lock, and while no other activation is under way.
     *
     * @throws ChangeException when the text is wrong or a server refuses it; nothing was changed then
     * @throws IOException when it is not known as yet what becomes of it
     */
    Activation activate(DomainFile file, String author, String comment) throws ChangeException, IOException {
        List<Problem> problems = new ConfigurationReader(model).check(file);
        if (!problems.isEmpty()) {
            throw ChangeException.invalid("The configuration has problems; nothing was changed", problems);
        }
        Coordinator machine = opened();
        int number = machine.decided().number() + 1;
        Revision revision = new Revision(number, fresh(), author, now(), comment, file.text());
        Set<String> participants = participants(machine, file);
        attempts.put(revision.id(), revision);
        delivery.again();
        try {
            layGroundwork(revision, file, participants);
        } catch (ChangeException | IOException | RuntimeException e) {
            attempts.remove(revision.id());
            waiting.wake();
            throw e;
        }
        run(machine.step(new Coordinator.Event.Begin(revision.proposal(), participants), ticker.nanoTime()));
        awaitDecision(revision);
        waiting.await(RESULTS, () -> delivery.unreachable(machine.behind()));
        return activation(number, machine);
    }

    private Set<String> participants(Coordinator machine, DomainFile file) {
        Set<String> participants = new LinkedHashSet<>(EditSession.servers(file));
        for (String server : machine.servers()) {
            // One that is taken away must say that it may be: it does not while it runs.
            if (domain.status(server).alive()) {
                participants.add(server);
            }
        }
        return participants;
    }

    private void layGroundwork(Revision revision, DomainFile file, Set<String> participants)
            throws ChangeException, IOException {
        DomainConfiguration before;
        DomainConfiguration after;
        try {
            before = local.configuration().with(file());
            after = before.with(file);
        } catch (ConfigurationException e) {
            throw ChangeException.invalid("The configuration has problems; nothing was changed", e.problems());
        }
        groundwork.lay(revision, before, after, participants);
    }

    private void awaitDecision(Revision revision) throws ChangeException, IOException {
        waiting.await(DECISION, () -> !attempts.containsKey(revision.id()));
        Map<String, String> why = aborted.remove(revision.id());
        if (why != null) {
            List<String> causes = new ArrayList<>();
            why.forEach((server, reason) -> causes.add(server.isEmpty() ? reason : server + ": " + reason));
            ChangeLog.LOG.aborted(revision.author(), String.join("; ", causes));
            throw new ChangeException(
                    ChangeException.Kind.REFUSED,
                    "The configuration was refused, and nothing was changed anywhere",
                    causes);
        }
        if (attempts.containsKey(revision.id())) {
            throw new IOException(
                    "whether revision " + revision.number() + " is on the disk is not certain; it is tried again");
        }
    }

    // ---- what the coordinator wants done ---------------------------------------------------------------------------

    private void run(List<Coordinator.Action> first) {
        Deque<Coordinator.Action> todo = new ArrayDeque<>(first);
        while (!todo.isEmpty()) {
            Coordinator.Action action = todo.remove();
            if (action instanceof Coordinator.Action.Send send) {
                delivery.send(send.to(), send.message());
            } else if (action instanceof Coordinator.Action.Store store) {
                Coordinator machine = coordinator;
                if (machine != null) {
                    todo.addAll(machine.step(store(store.proposal()), ticker.nanoTime()));
                }
            } else if (action instanceof Coordinator.Action.Committed committed) {
                Revision revision = attempts.remove(committed.proposal().id());
                if (revision != null) {
                    ChangeLog.LOG.committed(revision.number(), revision.author());
                    notInstalled = revision;
                    install();
                }
            } else if (action instanceof Coordinator.Action.Aborted over) {
                attempts.remove(over.id());
                aborted.put(over.id(), over.why());
            }
        }
        waiting.wake();
    }

    private Coordinator.Event store(Proposal proposal) {
        Revision revision = attempts.get(proposal.id());
        if (revision == null) {
            return new Coordinator.Event.StoreFailed(proposal.id(), true, "nobody activates it any more");
        }
        try {
            FailPoints.reach("before-commit");
            revisions.store(revision);
            FailPoints.reach("after-commit");
            return new Coordinator.Event.Stored(proposal.id());
        } catch (IOException e) {
            ChangeLog.LOG.notKept(domain.path().resolve("config"), e.toString());
            return new Coordinator.Event.StoreFailed(
                    proposal.id(),
                    !(e instanceof Revisions.UnsureException),
                    "the disk of the admin server did not take it: " + e);
        }
    }

    /** Brings domain.yaml after the decision; what fails is tried again, as the decision stands. */
    private void install() {
        Revision revision = notInstalled;
        if (revision == null) {
            return;
        }
        try {
            revisions.install(revision.number(), revision.text());
            notInstalled = null;
        } catch (IOException e) {
            ChangeLog.LOG.notKept(domain.configuration(), e.toString());
        }
    }

    // ---- what happens to it ----------------------------------------------------------------------------------------

    private void heard(Coordinator.Event event) {
        Coordinator machine = coordinator;
        if (machine != null) {
            run(machine.step(event, ticker.nanoTime()));
        }
    }

    /** Takes a message that a server sent by itself; returns what to answer. */
    List<Message> asked(String from, Message message) throws IOException {
        lock.lock();
        try {
            List<Message> answers = new ArrayList<>();
            List<Coordinator.Action> others = new ArrayList<>();
            for (Coordinator.Action action :
                    opened().step(new Coordinator.Event.Received(from, message), ticker.nanoTime())) {
                if (action instanceof Coordinator.Action.Send send && send.to().equals(from)) {
                    answers.add(send.message());
                } else {
                    others.add(action);
                }
            }
            run(others);
            return answers;
        } finally {
            lock.unlock();
        }
    }

    /** Lets time pass; called about every second, without the lock. */
    void tick() throws IOException {
        lock.lock();
        try {
            Coordinator machine = opened();
            install();
            run(machine.step(new Coordinator.Event.Tick(), ticker.nanoTime()));
        } finally {
            lock.unlock();
        }
        if (local.ready()) {
            for (Message message : local.tick()) {
                for (Message answer : asked(self, message)) {
                    delivery.answer(answer);
                }
            }
        }
    }
}
