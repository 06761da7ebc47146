package io.keelson.admin.change;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.rest.Tags;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationChange;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Problem;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.config.WrittenValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where the domain's configuration is changed, on the admin server: the edit session, the revisions, and their activation, which
 * drives a {@link Coordinator}. Thread-safe: {@code lock} guards everything but the disk of other servers; it is held while a
 * revision is made durable, and not while servers are asked, which happens on a thread for each message.
 */
public final class ChangeCentre {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** How long whoever activates waits for a decision: servers, then the disk. */
    private static final Duration DECISION = Duration.ofSeconds(60);
    /** How long whoever activates waits for servers to say what became of it. */
    private static final Duration RESULTS = Duration.ofSeconds(15);
    /** How long a change outside of the edit session waits for the activation that is under way. */
    private static final Duration TURN = Duration.ofMinutes(10);
    /** How long servers may take to get what they need before they prepare. */
    private static final Duration GROUNDWORK = Duration.ofMinutes(60);

    private final DomainDirectory domain;
    private final String self;
    private final Model model;
    private final Ticker ticker;
    private final ServerActivation local;
    private final Peers peers;
    private final Revisions revisions;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Tags tags = new Tags();
    private final Map<String, Revision> attempts = new HashMap<>();
    private final Map<String, Map<String, String>> aborted = new HashMap<>();
    private final Set<String> told = new HashSet<>();
    private final Set<String> unreachable = new HashSet<>();
    private @Nullable Coordinator coordinator;
    private @Nullable EditSession session;
    private @Nullable Revision notInstalled;
    private Groundwork groundwork = Groundwork.NONE;

    /**
     * The changes of a domain; {@link #open} must have returned before anything is changed.
     *
     * @param self the name of this server, the admin server
     * @param local this server's own part
     */
    public ChangeCentre(DomainDirectory domain, String self, Model model, ServerActivation local, Ticker ticker) {
        this.domain = domain;
        this.self = self;
        this.model = model;
        this.local = local;
        this.ticker = ticker;
        this.peers = new Peers(domain);
        this.revisions = new Revisions(domain);
    }

    /** Says what servers need before they prepare; called before anything is activated. */
    public void groundwork(Groundwork needed) {
        lock.lock();
        try {
            groundwork = needed;
        } finally {
            lock.unlock();
        }
    }

    // ---- the start -------------------------------------------------------------------------------------------------

    /**
     * Reads what is decided. What {@code domain.yaml} says that no revision says, as in a new domain or after an edit by hand,
     * becomes a revision: this server has started with it.
     *
     * @throws IOException when the disk does not take it, or a revision cannot be read; it can be tried again
     */
    public void open() throws IOException {
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
            coordinator = new Coordinator(newest.proposal(), servers(newest.text()), PATIENCE, fresh());
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

    private Set<String> servers(String text) throws IOException {
        return new LinkedHashSet<>(EditSession.servers(revisions.parsed(text)));
    }

    // ---- the edit session ------------------------------------------------------------------------------------------

    /**
     * The edit session as it is; without an owner where nobody has the lock.
     *
     * @param restart by server, what it would read at its next start only
     */
    public record Session(
            @Nullable String owner,
            @Nullable Instant since,
            int baseRevision,
            List<ConfigurationChange> changes,
            List<Problem> problems,
            Map<String, List<String>> restart) {}

    /** The edit session. */
    public Session session() throws IOException {
        lock.lock();
        try {
            int newest = opened().decided().number();
            EditSession open = session;
            return open == null
                    ? new Session(null, null, newest, List.of(), List.of(), Map.of())
                    : new Session(
                            open.owner(),
                            open.since(),
                            open.baseRevision(),
                            open.changes(),
                            open.problems(),
                            open.restart());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the lock; who has it already keeps what they have changed.
     *
     * @param force whether to take it from somebody else, whose changes are then discarded
     */
    public void begin(String owner, boolean force) throws ChangeException, IOException {
        lock.lock();
        try {
            opened();
            quiet();
            EditSession open = session;
            if (open != null && !open.owner().equals(owner)) {
                if (!force) {
                    throw locked(open);
                }
                ChangeLog.LOG.forced(owner, open.owner());
                session = null;
            }
            takeHandEdit();
            if (session == null) {
                Proposal decided = opened().decided();
                session = new EditSession(model, owner, now(), decided.number(), revisions.parsed(decided.text()));
            }
        } finally {
            lock.unlock();
        }
    }

    private static ChangeException locked(EditSession open) {
        return new ChangeException(
                ChangeException.Kind.LOCK,
                open.owner() + " is changing the configuration since " + open.since()
                        + "; wait, or take the lock by force, which discards those changes");
    }

    /** What is being activated does not change under the hands of the servers. */
    private void quiet() throws ChangeException {
        if (!attempts.isEmpty()) {
            throw new ChangeException(ChangeException.Kind.LOCK, "An activation is under way; wait until it has ended");
        }
    }

    private EditSession mine(String owner) throws ChangeException {
        quiet();
        EditSession open = session;
        if (open == null) {
            throw new ChangeException(
                    ChangeException.Kind.LOCK, "Nobody is changing the configuration; take the lock first");
        }
        if (!open.owner().equals(owner)) {
            throw locked(open);
        }
        return open;
    }

    /** A change that depends on what is there. */
    interface Change<T> {
        T make() throws ChangeException, IOException;
    }

    /**
     * Makes a change where what is there is what whoever asks has seen: the text that the change is made on, or the session.
     *
     * @throws ChangeException STALE where it is not; nothing is changed then
     */
    <T> T make(Tags.Expected expected, Change<T> change) throws ChangeException, IOException {
        lock.lock();
        try {
            if (!expected.tags().isEmpty()) {
                opened();
                if (attempts.isEmpty()) {
                    takeHandEdit();
                }
                if (!expected.met(List.of(textTag(true), sessionTag()))) {
                    throw new ChangeException(
                            ChangeException.Kind.STALE,
                            "The configuration is not any more the one that this was asked for; look at it again");
                }
            }
            return change.make();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The tag of the text that is in force, or of the session's. Without a pending change they are the same.
     *
     * @param pending whether the session's, where there is one
     */
    String textTag(boolean pending) throws IOException {
        lock.lock();
        try {
            Proposal decided = opened().decided();
            EditSession open = session;
            String text = pending && open != null ? open.edited().text() : decided.text();
            return tags.of(String.valueOf(decided.number()), text);
        } finally {
            lock.unlock();
        }
    }

    /** The tag of the session: of the text and of who holds the lock. */
    String sessionTag() throws IOException {
        lock.lock();
        try {
            EditSession open = session;
            return open == null
                    ? tags.of(textTag(true), "")
                    : tags.of(textTag(true), open.owner(), open.since().toString());
        } finally {
            lock.unlock();
        }
    }

    /** Sets a value in the session: a boolean, a number, text, a list or a map of these. */
    public void set(String owner, SettingPath path, Object value) throws ChangeException {
        lock.lock();
        try {
            mine(owner).set(path, value);
        } finally {
            lock.unlock();
        }
    }

    /** Encrypts, in the session, the secrets that stand in the file for everybody to read. */
    public void encryptSecrets(String owner) throws ChangeException {
        lock.lock();
        try {
            mine(owner).encryptSecrets();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a setting out in the session. */
    public void remove(String owner, SettingPath path) throws ChangeException {
        lock.lock();
        try {
            mine(owner).remove(path);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the changes and gives the lock back. */
    public void discard(String owner) throws ChangeException {
        lock.lock();
        try {
            mine(owner);
            session = null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The configuration that is in force, or that of the session.
     *
     * @param pending whether the session's, where there is one
     */
    public DomainFile file(boolean pending) throws IOException {
        lock.lock();
        try {
            EditSession open = session;
            return pending && open != null
                    ? open.edited()
                    : revisions.parsed(opened().decided().text());
        } finally {
            lock.unlock();
        }
    }

    // ---- activation ------------------------------------------------------------------------------------------------

    /** Activates the session, and gives the lock back. */
    public Activation activate(String owner, String comment) throws ChangeException, IOException {
        lock.lock();
        try {
            opened();
            mine(owner);
            takeHandEdit();
            EditSession open = mine(owner);
            if (open.edited().text().equals(opened().decided().text())) {
                throw new ChangeException(
                        ChangeException.Kind.WRONG, "There is nothing to activate; nothing was changed");
            }
            Activation done = activate(open.edited(), owner, comment);
            if (session == open) {
                session = null;
            }
            return done;
        } finally {
            lock.unlock();
        }
    }

    /** Activates the text of an earlier revision as a new one. */
    public Activation rollback(String owner, int number) throws ChangeException, IOException {
        lock.lock();
        try {
            DomainFile text = revisions.parsed(revision(number).text());
            begin(owner, false);
            mine(owner).replace(text);
            return activate(owner, "Back to revision " + number + ".");
        } finally {
            lock.unlock();
        }
    }

    /** An edit of {@code domain.yaml} by hand becomes a revision before anything else is changed. */
    private void takeHandEdit() throws ChangeException, IOException {
        Proposal decided = opened().decided();
        String text = Files.readString(domain.configuration());
        if (notInstalled != null || text.equals(decided.text())) {
            return;
        }
        DomainFile file;
        try {
            file = DomainFile.parse(domain.configuration(), text);
        } catch (ConfigurationException e) {
            throw ChangeException.invalid("domain.yaml was edited by hand and cannot be read; mend it", e.problems());
        }
        List<Problem> problems = new ConfigurationReader(model).check(file);
        if (!problems.isEmpty()) {
            throw ChangeException.invalid("domain.yaml was edited by hand and is wrong; mend it", problems);
        }
        Activation taken = activate(file, "domain.yaml", "domain.yaml was edited by hand.");
        EditSession open = session;
        if (open != null) {
            open.rebase(taken.revision(), file, "domain.yaml was edited by hand meanwhile");
        }
    }

    /**
     * Changes the configuration outside of the edit session, whose edits are made again on the result. Waits for an activation that is
     * under way. Where the text is the same afterwards nothing is activated.
     */
    public Activation change(String author, String comment, Editing editing) throws ChangeException, IOException {
        lock.lock();
        try {
            opened();
            await(TURN, attempts::isEmpty);
            quiet();
            takeHandEdit();
            DomainFile before = revisions.parsed(opened().decided().text());
            DomainFile after;
            try {
                after = editing.on(before);
            } catch (EditException e) {
                throw new ChangeException(ChangeException.Kind.WRONG, String.valueOf(e.getMessage()));
            }
            if (after.text().equals(before.text())) {
                Coordinator machine = opened();
                return new Activation(
                        machine.decided().number(),
                        machine.results(),
                        machine.servers().stream().sorted().toList());
            }
            String why = author + " has changed the configuration meanwhile";
            EditSession open = session;
            if (open != null) {
                open.again(after, why);
            }
            Activation done = activate(after, author, comment);
            if (open != null && session == open) {
                open.rebase(done.revision(), after, why);
            }
            return done;
        } finally {
            lock.unlock();
        }
    }

    private void layGroundwork(Revision revision, DomainFile file, Set<String> participants)
            throws ChangeException, IOException {
        Groundwork needed = groundwork;
        DomainConfiguration before;
        DomainConfiguration after;
        try {
            before = local.configuration()
                    .with(revisions.parsed(opened().decided().text()));
            after = before.with(file);
        } catch (ConfigurationException e) {
            throw ChangeException.invalid("The configuration has problems; nothing was changed", e.problems());
        }
        Set<String> asked = Set.copyOf(participants);
        CompletableFuture<Boolean> laid = new CompletableFuture<>();
        Threads.daemon("keelson.activation: groundwork", () -> {
                    try {
                        needed.lay(revision.id(), before, after, asked);
                        laid.complete(true);
                    } catch (Throwable e) { // handed to whoever activates
                        laid.completeExceptionally(e);
                    } finally {
                        lock.lock();
                        try {
                            changed.signalAll();
                        } finally {
                            lock.unlock();
                        }
                    }
                })
                .start();
        await(GROUNDWORK, laid::isDone);
        if (!laid.isDone()) {
            throw new ChangeException(
                    ChangeException.Kind.REFUSED,
                    "The servers took longer than " + GROUNDWORK.toMinutes() + " minutes; nothing was changed");
        }
        try {
            laid.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ChangeException refused) {
                ChangeLog.LOG.aborted(revision.author(), refused.getMessage() + " " + refused.causes());
                throw refused;
            }
            throw new IOException("what the servers need could not be brought to them: " + e.getCause(), e);
        }
    }

    /** What is decided, as this server reads it. */
    public DomainConfiguration decided() throws IOException {
        lock.lock();
        try {
            return local.configuration()
                    .with(revisions.parsed(opened().decided().text()));
        } catch (ConfigurationException e) {
            throw new IOException("what is decided cannot be read here: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** The texts of the newest revisions, the newest first, where they can be read. */
    public List<String> texts(int most) throws IOException {
        return revisions(Integer.MAX_VALUE, most).stream().map(Revision::text).toList();
    }

    private Activation activate(DomainFile file, String author, String comment) throws ChangeException, IOException {
        List<Problem> problems = new ConfigurationReader(model).check(file);
        if (!problems.isEmpty()) {
            throw ChangeException.invalid("The configuration has problems; nothing was changed", problems);
        }
        Coordinator machine = opened();
        int number = machine.decided().number() + 1;
        Revision revision = new Revision(number, fresh(), author, now(), comment, file.text());
        attempts.put(revision.id(), revision);
        unreachable.clear();
        Set<String> participants = new LinkedHashSet<>(EditSession.servers(file));
        for (String server : machine.servers()) {
            // One that is taken away must say that it may be: it does not while it runs.
            if (domain.status(server).alive()) {
                participants.add(server);
            }
        }
        try {
            layGroundwork(revision, file, participants);
        } catch (ChangeException | IOException | RuntimeException e) {
            attempts.remove(revision.id());
            changed.signalAll();
            throw e;
        }
        run(machine.step(new Coordinator.Event.Begin(revision.proposal(), participants), ticker.nanoTime()));
        await(DECISION, () -> !attempts.containsKey(revision.id()));
        Map<String, String> why = aborted.remove(revision.id());
        if (why != null) {
            List<String> causes = new ArrayList<>();
            why.forEach((server, reason) -> causes.add(server.isEmpty() ? reason : server + ": " + reason));
            ChangeLog.LOG.aborted(author, String.join("; ", causes));
            throw new ChangeException(
                    ChangeException.Kind.REFUSED,
                    "The configuration was refused, and nothing was changed anywhere",
                    causes);
        }
        if (attempts.containsKey(revision.id())) {
            throw new IOException("whether revision " + number + " is on the disk is not certain; it is tried again");
        }
        await(RESULTS, () -> unreachable.containsAll(machine.behind()));
        return new Activation(
                number, machine.results(), machine.servers().stream().sorted().toList());
    }

    private interface Done {
        boolean done();
    }

    private void await(Duration longest, Done done) {
        long left = longest.toNanos();
        try {
            while (!done.done() && left > 0) {
                left = changed.awaitNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)))
                        + left
                        - Math.min(left, TimeUnit.SECONDS.toNanos(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it goes on without whoever asked
        }
    }

    private void run(List<Coordinator.Action> first) {
        Deque<Coordinator.Action> todo = new ArrayDeque<>(first);
        while (!todo.isEmpty()) {
            Coordinator.Action action = todo.remove();
            if (action instanceof Coordinator.Action.Send send) {
                send(send.to(), send.message());
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
        changed.signalAll();
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

    // ---- the servers -----------------------------------------------------------------------------------------------

    /** Sends on a thread of its own; a server that still has a decision to answer is not told it a second time. */
    private void send(String server, Message message) {
        boolean decision = message instanceof Message.Commit;
        if (decision && !told.add(server)) {
            return;
        }
        Threads.daemon("keelson.activation: " + server, () -> exchange(server, message, decision))
                .start();
    }

    private void exchange(String server, Message message, boolean decision) {
        List<Coordinator.Event> events = new ArrayList<>();
        try {
            for (Message answer : deliver(server, message)) {
                events.add(new Coordinator.Event.Received(server, answer));
            }
        } catch (IOException e) {
            events.add(new Coordinator.Event.Unreachable(server));
        } catch (RuntimeException | Error e) { // the attempt must not wait for a thread that died
            ChangeLog.LOG.failed(e);
            events.add(new Coordinator.Event.Unreachable(server));
        }
        lock.lock();
        try {
            if (decision) {
                told.remove(server);
            }
            for (Coordinator.Event event : events) {
                if (event instanceof Coordinator.Event.Unreachable) {
                    unreachable.add(server);
                } else {
                    unreachable.remove(server);
                }
                Coordinator machine = coordinator;
                if (machine != null) {
                    run(machine.step(event, ticker.nanoTime()));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Message> deliver(String server, Message message) throws IOException {
        if (!server.equals(self)) {
            return peers.tell(server, message);
        }
        if (!local.ready()) {
            throw new IOException("this server is starting or ending");
        }
        return local.receive(message);
    }

    /** Takes a message that a server sent by itself; returns what to answer. */
    public List<Message> asked(String from, Message message) throws IOException {
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

    /** Lets time pass; called about every second. */
    public void tick() throws IOException {
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
                    exchange(self, answer, false);
                }
            }
        }
    }

    // ---- what there is ---------------------------------------------------------------------------------------------

    /** The revision that is in force. */
    public int newest() throws IOException {
        lock.lock();
        try {
            return opened().decided().number();
        } finally {
            lock.unlock();
        }
    }

    /** What became of the newest revision on the servers that have said so. */
    public Map<String, Result> results() throws IOException {
        lock.lock();
        try {
            return new LinkedHashMap<>(opened().results());
        } finally {
            lock.unlock();
        }
    }

    /** A revision. */
    public Revision revision(int number) throws ChangeException, IOException {
        lock.lock();
        try {
            opened();
            return revisions.read(number);
        } catch (NoSuchFileException e) {
            throw new ChangeException(ChangeException.Kind.UNKNOWN, "There is no revision " + number);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Revisions, the newest first.
     *
     * @param before only those with a lower number
     * @param most how many at most
     */
    public List<Revision> revisions(int before, int most) throws IOException {
        lock.lock();
        try {
            opened();
            List<Revision> found = new ArrayList<>();
            for (int number : revisions.numbers().headSet(before, false).descendingSet()) {
                if (found.size() == most) {
                    break;
                }
                found.add(revisions.read(number));
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    /** What a revision changed, against the one before it; all that it says where there is none before it. */
    public List<ConfigurationChange> changes(Revision revision) throws IOException {
        return ConfigurationChange.between(
                model, revisions.parsed(before(revision)), revisions.parsed(revision.text()));
    }

    /** The same line by line, without secrets. */
    public String diff(Revision revision) throws IOException {
        return LineDiff.of(shown(before(revision)), shown(revision.text()));
    }

    /** A text as it may be shown. */
    public String shown(String text) throws IOException {
        return WrittenValue.shown(model, revisions.parsed(text));
    }

    private String before(Revision revision) throws IOException {
        lock.lock();
        try {
            Integer before = revisions.numbers().lower(revision.number());
            return before == null ? "" : revisions.read(before).text();
        } finally {
            lock.unlock();
        }
    }
}
