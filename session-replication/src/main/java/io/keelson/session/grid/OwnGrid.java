package io.keelson.session.grid;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.watch.Alarms;
import io.keelson.session.grid.GridConnector.Grid;
import io.keelson.session.grid.GridFounder.Embedded;
import io.keelson.session.grid.GridFounder.Plan;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The grid that this server has together with the others of its cluster, from the first application that needs it on. Thread-safe: its
 * lock guards the grid.
 */
public final class OwnGrid {
    /** The grid that servers have among themselves for sessions. */
    public static final Topic GRID = new Topic(9, "grid");

    private static final String PART = "infinispan";
    private static final Duration LEAST_BEYOND = Duration.ofSeconds(5);

    private final GridMembers members;
    private final Parts parts;
    private final Supplier<EmbeddedGridSettings> settings;
    private final Duration failureTimeout;
    private final Alarms alarms;
    private @Nullable Embedded open;

    /** In a cluster; from now on this server answers others who ask whether it has a grid. */
    public OwnGrid(
            Membership membership,
            Duration failureTimeout,
            Parts parts,
            Supplier<EmbeddedGridSettings> settings,
            Ticker ticker,
            Alarms alarms) {
        this.alarms = alarms;
        members = new GridMembers(membership, GRID, failureTimeout, ticker);
        this.parts = parts;
        this.settings = settings;
        this.failureTimeout = failureTimeout;
    }

    /** A server that does not answer is none of the grid any more after the failure time-out; what has waited for it goes on then. */
    private Plan plan() {
        EmbeddedGridSettings now = settings.get();
        Duration least = failureTimeout.plus(LEAST_BEYOND);
        Duration request = now.requestTimeout().compareTo(least) < 0 ? least : now.requestTimeout();
        return new Plan(now.owners(), request, now.startTimeout());
    }

    synchronized Grid grid() throws DeploymentException {
        Embedded there = open;
        if (there == null) {
            there = founder()
                    .found(
                            members,
                            plan(),
                            failure -> alarms.set(
                                    "embedded-grid", failure == null ? null : "cannot be entered: " + failure));
            open = there;
        }
        return there;
    }

    private GridFounder founder() throws DeploymentException {
        if (!parts.names().contains(PART)) {
            throw new DeploymentException(
                    "this server has no part '" + PART + "' to have a grid; install the distribution again");
        }
        return ServiceLoader.load(GridFounder.class, parts.loader(PART))
                .findFirst()
                .orElseThrow(
                        () -> new DeploymentException("the part '" + PART + "' of this server is not whole: it has no "
                                + GridFounder.class.getName() + "; install the distribution again"));
    }

    private synchronized @Nullable Embedded open() {
        return open;
    }

    /** Returns what management shows: nothing where there is no grid. */
    public List<EmbeddedGridRuntime> state() {
        Embedded there = open();
        return there == null ? List.of() : List.of(there.state());
    }

    /** Waits until the grid can be used, where there is one, but for so long only. */
    public void awaitReady(Duration longest) {
        Embedded there = open();
        if (there != null) {
            there.awaitReady(longest);
        }
    }

    /** Leaves, when the others have what they are to have of all sessions, but waits for so long only. The applications have ended. */
    public void leave(Duration longest) {
        Embedded there;
        synchronized (this) {
            there = open;
            open = null;
        }
        if (there != null) {
            there.leave(longest);
        }
    }
}
