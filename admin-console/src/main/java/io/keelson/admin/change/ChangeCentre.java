package io.keelson.admin.change;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.rest.Route;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Centre of changes of the domain's configuration, on the admin server; what the rest of the server sees of them. Its parts are
 * {@link EditService}, who may change it, {@link Activator}, how it gets into force, and {@link RevisionHistory}, what was. See
 * {@code docs/design/domain.md}.
 *
 * <p>Thread-safe. Owns the one lock that guards the state of all parts; it is held while a revision is made durable, and not while
 * servers are asked, which happens on a thread for each message.
 */
public final class ChangeCentre {
    private final String self;
    private final Model model;
    private final ServerActivation local;
    private final DomainDirectory domain;
    private final Activator activator;
    private final RevisionHistory history;
    private final EditService door;

    /**
     * The changes of a domain.
     *
     * @param self the name of this server, the admin server
     * @param local this server's own part
     */
    ChangeCentre(DomainDirectory domain, String self, Model model, ServerActivation local, Ticker ticker) {
        this.domain = domain;
        this.self = self;
        this.model = model;
        this.local = local;
        ReentrantLock lock = new ReentrantLock();
        Revisions revisions = new Revisions(domain);
        activator = new Activator(domain, self, model, local, ticker, lock, revisions);
        history = new RevisionHistory(model, lock, revisions, activator);
        door = new EditService(domain, model, ticker, lock, revisions, activator, history);
    }

    /** The routes of the management interface. */
    List<Route> routes(String domainName) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new ConfigResource(activator, door, local, self, model).routes());
        routes.addAll(new EditResource(door).routes());
        routes.addAll(new RevisionsResource(history, door).routes());
        routes.addAll(new DomainResource(activator, domain, domainName, self).routes());
        return routes;
    }

    /** Says what servers need before they prepare; called before anything is activated. */
    public void groundwork(Groundwork needed) {
        activator.groundwork(needed);
    }

    /** Lets time pass; called about every second. */
    void tick() throws IOException {
        activator.tick();
    }

    /** Returns what is decided, as this server reads it. */
    public DomainConfiguration decided() throws IOException {
        return activator.configuration();
    }

    /**
     * Returns what this server would read with the changes of the edit session; where there are none, what is decided.
     *
     * @throws ConfigurationException when what is pending has problems
     */
    public DomainConfiguration pending() throws ConfigurationException, IOException {
        return local.configuration().with(door.file(true));
    }

    /**
     * Returns what would be wrong with the configuration after a change: by the model, or for this server. Nothing is changed, and
     * other servers are not asked: one of them may refuse it all the same.
     *
     * @throws ChangeException when the change cannot be made at all
     */
    public List<String> wouldBeWrong(Editing editing) throws ChangeException, IOException {
        DomainFile after;
        try {
            after = editing.on(activator.file());
        } catch (EditException e) {
            throw new ChangeException(ChangeException.Kind.WRONG, String.valueOf(e.getMessage()));
        }
        List<String> problems = new ConfigurationReader(model)
                .check(after).stream().map(Problem::toString).toList();
        return problems.isEmpty() ? local.wouldRefuse(after).map(List::of).orElse(List.of()) : problems;
    }

    /** The texts of the newest revisions, the newest first, where they can be read. */
    public List<String> texts(int most) throws IOException {
        return history.revisions(Integer.MAX_VALUE, most).stream()
                .map(Revision::text)
                .toList();
    }

    /**
     * Changes the configuration outside of the edit session, whose edits are made again on the result. Waits for an activation that is
     * under way. Where the text is the same afterwards nothing is activated.
     *
     * @throws ChangeException when it cannot be made or a server refuses it; nothing was changed then
     * @throws IOException when the disk does not take it, or it is not known as yet what becomes of it
     */
    public Activation change(String author, String comment, Editing editing) throws ChangeException, IOException {
        return door.change(author, comment, editing);
    }
}
