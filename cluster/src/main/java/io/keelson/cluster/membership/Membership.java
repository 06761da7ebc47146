package io.keelson.cluster.membership;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * This server in its cluster: joins in the background, again and again until it is let in, and keeps the view. See
 * docs/design/membership.md.
 *
 * <p>Everything that the channel reports is handled by one thread, {@code keelson.cluster}, in the order in which it comes;
 * {@link #execute} lets the other parts of the room run there as well. Joining and leaving, which take time, have a thread of
 * their own.
 */
public final class Membership {
    /** Announcements that the cluster has formed. */
    static final Topic FORMATION = new Topic(1, "formation");

    /** After how long a cluster that has not formed is reported, and how often. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final byte[] FORMED = {1};

    private volatile Roster roster;
    private final Channel channel;
    private final Members members;
    private final SharedView sharedView;
    private final ScheduledExecutorService thread = Threads.scheduler("keelson.cluster", Duration.ofMinutes(2));
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable Term term;
    private volatile @Nullable TermListener terms;
    private @Nullable Thread joining;

    /** The membership of a run of this server. */
    public Membership(Roster roster, Channel.Factory factory) {
        this.roster = roster;
        channel = factory.make(roster, new Reports());
        members = Members.of(roster, channel.self());
        sharedView = new SharedView(channel, this::term);
        channel.receive(FORMATION, (from, payload) -> execute(() -> members.formed(from)));
    }

    /**
     * Identity of a view: two views on two sides of a partition may have the same number, but not the same creator.
     *
     * @param number grows from view to view of a member
     * @param creator who made the view
     */
    public record Term(long number, ClusterMember creator) implements Comparable<Term> {
        @Override
        public int compareTo(Term other) {
            int byNumber = Long.compare(number, other.number);
            return byNumber == 0 ? creator.compareTo(other.creator) : byNumber;
        }
    }

    /** Hears of views with their terms, on the cluster's thread, before other listeners. */
    public interface TermListener {
        /** There is another view. */
        void entered(Term term, List<ClusterMember> members);
    }

    /** The view of the cluster. */
    public ClusterView view() {
        return members;
    }

    /** The channel between the servers. */
    public Group group() {
        return channel;
    }

    /** Asks the others whether they have this server's view. */
    public SharedView sharedView() {
        return sharedView;
    }

    /** Returns who is expected now. */
    public Roster roster() {
        return roster;
    }

    /**
     * Other servers are expected from now on, as a revision of the domain says. Called by one thread at a time.
     *
     * @param next the roster by that revision
     */
    public void expect(Roster next) {
        Roster before = roster;
        Roster now = before.changedTo(next);
        if (now.equals(before)) {
            return;
        }
        roster = now;
        channel.expect(now);
        MembershipLog.LOG.expects(
                now.cluster(), String.join(", ", now.servers().keySet()), without(now, before), without(before, now));
        execute(() -> {
            if (members.expect(now)) {
                members.current().members().forEach(this::tellFormed);
            }
        });
    }

    private static String without(Roster some, Roster others) {
        Set<String> rest = new TreeSet<>(some.servers().keySet());
        rest.removeAll(others.servers().keySet());
        return rest.isEmpty() ? "none" : String.join(", ", rest);
    }

    private void tellFormed(ClusterMember member) {
        if (!member.equals(channel.self())) {
            channel.send(member, FORMATION, FORMED);
        }
    }

    /** Sets the one who hears of terms; before {@link #start}. */
    public void onTerm(TermListener listener) {
        terms = listener;
    }

    /** Runs a task on the cluster's thread, soon, in the order of the calls; not at all once it has stopped. */
    public void execute(Runnable task) {
        try {
            thread.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            // it has stopped, and so has everybody who would care
        }
    }

    /** Runs a task on the cluster's thread again and again, until it has stopped. */
    public void every(Duration interval, Runnable task) {
        thread.scheduleWithFixedDelay(guarded(task), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) { // a repeated task would silently end
                MembershipLog.LOG.failed(e, roster.cluster());
            }
        };
    }

    /** Begins to join; returns at once. */
    public void start() {
        MembershipLog.LOG.joins(
                roster.cluster(),
                channel.self().toString(),
                roster.address().getAddress().getHostAddress()
                        + ':'
                        + roster.address().getPort(),
                String.join(", ", roster.servers().keySet()));
        Thread joiner = Threads.daemon("keelson.cluster.join", this::join);
        joining = joiner;
        joiner.start();
        every(PATIENCE, this::remind);
    }

    private void remind() {
        ClusterView.View now = members.current();
        if (!now.formed()) {
            MembershipLog.LOG.notFormed(
                    roster.cluster(), roster.quorum(), String.join(", ", new TreeSet<>(now.missing())));
        }
    }

    private void join() {
        Attempts attempts = new Attempts();
        boolean over = false;
        while (!over && stopping.getCount() > 0) {
            try {
                channel.connect();
                return;
            } catch (Channel.RefusedException e) {
                attempts.failed(e.passing(), String.valueOf(e.getMessage()));
                if (attempts.report()) {
                    MembershipLog.LOG.notLetIn(
                            roster.cluster(), attempts.why(), attempts.pause().toSeconds());
                }
            } catch (IOException e) {
                attempts.failed(false, String.valueOf(e.getMessage()));
                if (attempts.report() && stopping.getCount() > 0) {
                    MembershipLog.LOG.notJoined(
                            roster.cluster(), attempts.why(), attempts.pause().toSeconds());
                }
            }
            over = stopped(attempts.pause());
        }
    }

    private boolean stopped(Duration within) {
        try {
            return stopping.await(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Leaves, at most until the deadline, and ends the threads. */
    public void stop(Deadline deadline) {
        stopping.countDown();
        Thread leaver = Threads.daemon("keelson.cluster.leave", channel::close);
        leaver.start();
        Duration patience = deadline.remaining().compareTo(Duration.ofSeconds(3)) < 0
                ? Duration.ofSeconds(3)
                : deadline.remaining();
        boolean left = ended(leaver, patience) && ended(Objects.requireNonNullElse(joining, leaver), patience);
        if (!left) {
            MembershipLog.LOG.leftBehind(roster.cluster());
        }
        thread.shutdownNow();
    }

    private static boolean ended(Thread one, Duration patience) {
        try {
            one.join(Math.max(1, patience.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !one.isAlive();
    }

    /** Hands the channel's reports to the cluster's thread. */
    private final class Reports implements Channel.Listener {
        private String turnedAway = "";

        @Override
        public void view(
                long number, ClusterMember creator, List<ClusterMember> present, List<List<ClusterMember>> parts) {
            execute(() -> installed(new Term(number, creator), present, parts));
        }

        @Override
        public void suspected(ClusterMember member) {
            execute(() -> members.suspected(member));
        }

        @Override
        public void ended(ClusterMember member) {
            execute(() -> members.ended(member));
        }

        @Override
        public void stranger() {
            members.stranger();
        }

        @Override
        public void refused(String who, String why) {
            String refusal = who + ' ' + why;
            execute(
                    () -> { // once: a server that is turned away comes again and again
                        members.refused();
                        if (!refusal.equals(turnedAway)) {
                            turnedAway = refusal;
                            MembershipLog.LOG.turnedAway(roster.cluster(), who, why);
                        }
                    });
        }
    }

    private void installed(Term next, List<ClusterMember> present, List<List<ClusterMember>> parts) {
        if (!present.contains(channel.self())) {
            return; // not a view of ours
        }
        List<ClusterMember> before = members.current().members();
        term = next;
        TermListener listener = terms;
        if (listener != null) {
            listener.entered(next, present);
        }
        boolean formedNow = members.installed(next.number(), present, parts);
        if (members.current().formed()) {
            // Those who are new do not know it yet; when it has just formed, perhaps nobody does.
            present.stream()
                    .filter(member -> formedNow || !before.contains(member))
                    .forEach(this::tellFormed);
        }
    }

    /** The term of the current view; null before the first. */
    public @Nullable Term term() {
        return term;
    }
}
