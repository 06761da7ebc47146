package io.keelson.admin.change;

import io.keelson.kernel.config.ConfigurationChange;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.WrittenValue;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * History of what was activated, to look at: the revisions, and what each changed. Owns nothing. Thread-safe: it reads the disk under
 * the lock of the {@link ChangeCentre}, and compares and shows texts without it.
 */
final class RevisionHistory {
    private final Model model;
    private final ReentrantLock lock;
    private final Revisions revisions;
    private final Activator activator;

    RevisionHistory(Model model, ReentrantLock lock, Revisions revisions, Activator activator) {
        this.model = model;
        this.lock = lock;
        this.revisions = revisions;
        this.activator = activator;
    }

    /** A revision. */
    Revision revision(int number) throws ChangeException, IOException {
        lock.lock();
        try {
            activator.open();
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
    List<Revision> revisions(int before, int most) throws IOException {
        lock.lock();
        try {
            activator.open();
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

    /** Returns what a revision changed, against the one before it; all that it says where there is none before it. */
    List<ConfigurationChange> changes(Revision revision) throws IOException {
        return ConfigurationChange.between(
                model, revisions.parsed(before(revision)), revisions.parsed(revision.text()));
    }

    /** The same line by line, without secrets. */
    String diff(Revision revision) throws IOException {
        return LineDiff.of(shown(before(revision)), shown(revision.text()));
    }

    /** A text as it may be shown. */
    String shown(String text) throws IOException {
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
