package io.keelson.admin.change;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.rest.Tags;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationChange;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Problem;
import io.keelson.kernel.config.SettingPath;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets in who may change the configuration: one editor at a time, an edit of {@code domain.yaml} by hand before them, and changes
 * outside of the edit session between. Owns the {@link EditSession}, which is in memory only, and the tags by which a client says what
 * it has seen. Thread-safe: both are guarded by the lock of the {@link ChangeCentre}, which is given up while an activation waits.
 */
final class EditService {
    private final DomainDirectory domain;
    private final Model model;
    private final Ticker ticker;
    private final ReentrantLock lock;
    private final Revisions revisions;
    private final Activator activator;
    private final RevisionHistory history;
    private final Tags tags = new Tags();
    private @Nullable EditSession session;

    EditService(
            DomainDirectory domain,
            Model model,
            Ticker ticker,
            ReentrantLock lock,
            Revisions revisions,
            Activator activator,
            RevisionHistory history) {
        this.domain = domain;
        this.model = model;
        this.ticker = ticker;
        this.lock = lock;
        this.revisions = revisions;
        this.activator = activator;
        this.history = history;
    }

    // ---- the session -----------------------------------------------------------------------------------------------

    /**
     * The edit session as it is; without an owner where nobody has the lock.
     *
     * @param restart by server, what it would read at its next start only
     */
    record Session(
            @Nullable String owner,
            @Nullable Instant since,
            int baseRevision,
            List<ConfigurationChange> changes,
            List<Problem> problems,
            Map<String, List<String>> restart) {}

    /** The edit session. */
    Session session() throws IOException {
        lock.lock();
        try {
            int newest = activator.decided().number();
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
     * The configuration that is in force, or that of the session.
     *
     * @param pending whether the session's, where there is one
     */
    DomainFile file(boolean pending) throws IOException {
        lock.lock();
        try {
            EditSession open = session;
            return pending && open != null ? open.edited() : activator.file();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the lock; who has it already keeps what they have changed.
     *
     * @param force whether to take it from somebody else, whose changes are then discarded
     */
    void begin(String owner, boolean force) throws ChangeException, IOException {
        lock.lock();
        try {
            activator.open();
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
                Instant now = Instant.ofEpochMilli(ticker.currentTimeMillis());
                Proposal decided = activator.decided();
                session = new EditSession(model, owner, now, decided.number(), revisions.parsed(decided.text()));
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

    /** Refuses while an activation is under way: what is being activated does not change under the hands of the servers. */
    private void quiet() throws ChangeException {
        if (activator.busy()) {
            throw new ChangeException(ChangeException.Kind.BUSY, "An activation is under way; wait until it has ended");
        }
    }

    private EditSession mine(String owner) throws ChangeException {
        quiet();
        EditSession open = session;
        if (open == null) {
            throw new ChangeException(
                    ChangeException.Kind.UNLOCKED, "Nobody is changing the configuration; take the lock first");
        }
        if (!open.owner().equals(owner)) {
            throw locked(open);
        }
        return open;
    }

    /** Sets a value in the session: a boolean, a number, text, a list or a map of these. */
    void set(String owner, SettingPath path, Object value) throws ChangeException {
        lock.lock();
        try {
            mine(owner).set(path, value);
        } finally {
            lock.unlock();
        }
    }

    /** Encrypts, in the session, the secrets that stand in the file for everybody to read. */
    void encryptSecrets(String owner) throws ChangeException {
        lock.lock();
        try {
            mine(owner).encryptSecrets();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a setting out in the session. */
    void remove(String owner, SettingPath path) throws ChangeException {
        lock.lock();
        try {
            mine(owner).remove(path);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the changes and gives the lock back. */
    void discard(String owner) throws ChangeException {
        lock.lock();
        try {
            mine(owner);
            session = null;
        } finally {
            lock.unlock();
        }
    }

    // ---- what whoever asks has seen --------------------------------------------------------------------------------

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
                activator.open();
                if (!activator.busy()) {
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
            Proposal decided = activator.decided();
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

    // ---- what is activated -----------------------------------------------------------------------------------------

    /** Activates the session, and gives the lock back. */
    Activation activate(String owner, String comment) throws ChangeException, IOException {
        lock.lock();
        try {
            activator.open();
            mine(owner);
            takeHandEdit();
            EditSession open = mine(owner);
            if (open.edited().text().equals(activator.decided().text())) {
                throw new ChangeException(
                        ChangeException.Kind.WRONG, "There is nothing to activate; nothing was changed");
            }
            Activation done = activator.activate(open.edited(), owner, comment);
            if (session == open) {
                session = null;
            }
            return done;
        } finally {
            lock.unlock();
        }
    }

    /** Activates the text of an earlier revision as a new one. */
    Activation rollback(String owner, int number) throws ChangeException, IOException {
        lock.lock();
        try {
            DomainFile text = revisions.parsed(history.revision(number).text());
            begin(owner, false);
            mine(owner).replace(text);
            return activate(owner, "Back to revision " + number + ".");
        } finally {
            lock.unlock();
        }
    }

    /** An edit of {@code domain.yaml} by hand becomes a revision before anything else is changed. */
    private void takeHandEdit() throws ChangeException, IOException {
        Proposal decided = activator.decided();
        String text = Files.readString(domain.configuration());
        if (!activator.installed() || text.equals(decided.text())) {
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
        Activation taken = activator.activate(file, "domain.yaml", "domain.yaml was edited by hand.");
        EditSession open = session;
        if (open != null) {
            open.rebase(taken.revision(), file, "domain.yaml was edited by hand meanwhile");
        }
    }

    /**
     * Changes the configuration outside of the edit session, whose edits are made again on the result. Waits for an activation that is
     * under way. Where the text is the same afterwards nothing is activated.
     */
    Activation change(String author, String comment, Editing editing) throws ChangeException, IOException {
        lock.lock();
        try {
            activator.open();
            activator.awaitTurn();
            quiet();
            takeHandEdit();
            DomainFile before = activator.file();
            DomainFile after;
            try {
                after = editing.on(before);
            } catch (EditException e) {
                throw new ChangeException(ChangeException.Kind.WRONG, String.valueOf(e.getMessage()));
            }
            if (after.text().equals(before.text())) {
                return activator.standing();
            }
            String why = author + " has changed the configuration meanwhile";
            EditSession open = session;
            if (open != null) {
                open.again(after, why);
            }
            Activation done = activator.activate(after, author, comment);
            if (open != null && session == open) {
                open.rebase(done.revision(), after, why);
            }
            return done;
        } finally {
            lock.unlock();
        }
    }
}
