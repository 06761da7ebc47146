package io.keelson.session.replica;

import io.keelson.kernel.spi.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Announce;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Drop;
import io.keelson.session.replica.ReplicaMessage.Find;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Give;
import io.keelson.session.replica.ReplicaMessage.Handed;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Lack;
import io.keelson.session.replica.ReplicaMessage.Refused;
import io.keelson.session.replica.ReplicaMessage.Remove;
import io.keelson.session.replica.ReplicaMessage.Stale;
import io.keelson.session.replica.ReplicaMessage.Take;
import io.keelson.session.replica.ReplicaMessage.Taken;
import io.keelson.session.replica.ReplicaMessage.Update;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One server's part in one session: its primary, the holder of its copy, or somebody who wants it. Pure: events in, actions out. See
 * docs/design/session-replication.md.
 *
 * <p>Invariants. A primary acknowledges a change when its secondary has it, or when it is sure that there is no other server. The holder of
 * the copy decides who is the primary: it gives each a higher epoch, and refuses lower ones. A primary that has not yet heard from the holder
 * in its epoch hands nothing over and chooses no other secondary. Of one epoch there is one primary, which gives the versions.
 */
public final class SessionReplica {
    static final long SECOND = 1_000_000_000L;
    /** After how long without an answer a question is asked again. */
    private static final long PATIENCE = SECOND;
    /** After how long who was refused asks again. */
    private static final long PAUSE = SECOND / 50;
    /** After how long requests that wait for the session are turned away. */
    private static final long LONGEST_WAIT = 5 * SECOND;

    private final String id;
    private boolean asynchronous;

    private Holding holding = Holding.NONE;
    private long epoch;
    private long version;
    private Image image = Image.EMPTY;
    /** Counts the changes of what this server holds. */
    private long stamp;
    /** Of a copy: who is the primary. */
    private @Nullable ClusterMember primary;
    /** Of a copy: whether its primary has said anything in this epoch; the copy's holder made it the primary, and that may have got lost. */
    private boolean heard;

    // As the primary.
    private @Nullable ClusterMember secondary;
    /** The holder of an older copy, told when the secondary has one. */
    private @Nullable ClusterMember former;
    /** What the secondary has been sent; -1: it needs the whole. */
    private long sent = -1;
    /** What it has; -1: nothing that is known of. */
    private long acknowledged = -1;
    /** Whether whoever holds the copy knows of this epoch. */
    private boolean confirmed;

    private @Nullable Delta unsent;
    private long lastSent;
    /** When the oldest change came that has not been sent. */
    private long behindSince;
    /** Updates that were acknowledged with no other server to keep them. */
    private long alone;

    private @Nullable Draining draining;
    private boolean leaving;
    /** Whether its object is out of use, for it to go. */
    private boolean retired;

    private final Deque<Pending> pending = new ArrayDeque<>();

    // As one who wants it.
    private final Map<Long, Waiting> waiting = new HashMap<>();
    private @Nullable Search search;
    private long lastAsk;
    private long since;

    // Of one step.
    private List<ReplicaAction> out = List.of();
    private Surroundings around;
    private long now;

    private record Pending(long ticket, long version) {}

    private record Waiting(Set<String> hints, long since) {}

    private record Draining(ClusterMember to, long ask, long epoch) {}

    /** A session of that id that nothing is known of. */
    public SessionReplica(String id, boolean asynchronous, Surroundings around) {
        this.id = id;
        this.asynchronous = asynchronous;
        this.around = around;
    }

    /** Takes what has happened, and returns what is to be done. */
    public List<ReplicaAction> step(ReplicaEvent event, Surroundings seen, long nanos) {
        out = new ArrayList<>();
        around = seen;
        now = nanos;
        if (event instanceof ReplicaEvent.Requested e) {
            requested(e);
        } else if (event instanceof ReplicaEvent.Changed e) {
            changed(e);
        } else if (event instanceof ReplicaEvent.Heard e) {
            heard(e.from(), e.message());
        } else if (event instanceof ReplicaEvent.Created) {
            created();
        } else if (event instanceof ReplicaEvent.Settled e) {
            settled(e.ticket());
        } else if (event instanceof ReplicaEvent.Ended) {
            ended();
        } else if (event instanceof ReplicaEvent.Retired e) {
            retired(e.delta());
        } else if (event instanceof ReplicaEvent.Viewed e) {
            viewed(e.returned());
        } else if (event instanceof ReplicaEvent.Tend) {
            tend();
        } else if (event instanceof ReplicaEvent.Leave e) {
            leaving = e.leaving();
            stayOrGo();
        } else if (event instanceof ReplicaEvent.Tick) {
            tick();
        }
        passOn();
        return out;
    }

    // ---- what others see -------------------------------------------------------------------------------------------

    /** What this server has of it. */
    public Holding holding() {
        return holding;
    }

    /** The epoch that it knows. */
    public long epoch() {
        return epoch;
    }

    /** The version that it has. */
    public long version() {
        return version;
    }

    /** The content that it has. */
    public Image image() {
        return image;
    }

    /** Whether it is about to go to another server. */
    public boolean goes() {
        return retired || draining != null || leaving;
    }

    /** Who has the copy, as its primary knows. */
    public Optional<ClusterMember> secondary() {
        return holding == Holding.PRIMARY ? Optional.ofNullable(secondary) : Optional.empty();
    }

    /** Whether what was acknowledged is on this server alone, as far as this server knows. */
    public boolean exposed() {
        return switch (holding) {
            case PRIMARY -> version > 0 && !(confirmed && hasCopy(secondary) && acknowledged >= acknowledgeable());
            case BACKUP -> orphaned() || !heard;
            case NONE, TAKING, ENDED -> false;
        };
    }

    /** For how long there have been changes that its secondary does not have, in nanoseconds; 0: there are none. */
    public long behindFor(long nanos) {
        return holding == Holding.PRIMARY && acknowledged < version && version > 0
                ? Math.max(1, nanos - behindSince)
                : 0;
    }

    /** Whether requests do not wait for the secondary. */
    public void asynchronous(boolean so) {
        asynchronous = so;
    }

    /** Whether time matters to it: then {@link ReplicaEvent.Tick} now and then. */
    public boolean active() {
        return search != null
                || !pending.isEmpty()
                || !waiting.isEmpty()
                || draining != null
                || holding == Holding.PRIMARY && secondary != null && acknowledged < sent
                || holding == Holding.PRIMARY && (!confirmed || version > Math.max(0, sent))
                || holding == Holding.BACKUP && !heard
                || leaving && (holding == Holding.PRIMARY || holding == Holding.BACKUP);
    }

    /** Whether {@link ReplicaEvent.Tend} would do something for it. */
    public boolean needy() {
        return search == null
                && (holding == Holding.BACKUP && orphaned()
                        || holding == Holding.PRIMARY && version > 0 && wantsSecondary());
    }

    /**
     * Whether there is nothing to remember about it. What has ended here, or has gone to another server, is remembered by its epoch: a primary
     * that was paused may still come with a lower one.
     *
     * @param longEnough how long that is remembered, in nanoseconds
     */
    public boolean blank(long longEnough) {
        boolean nothing = holding == Holding.NONE || holding == Holding.ENDED;
        boolean unused = search == null && waiting.isEmpty() && pending.isEmpty();
        return nothing && unused && (epoch == 0 || now - since >= longEnough);
    }

    private long acknowledgeable() {
        return asynchronous
                ? 0
                : version
                        - pending.stream().filter(one -> one.version <= version).count();
    }

    private boolean hasCopy(@Nullable ClusterMember member) {
        return member != null && around.sees(member);
    }

    private boolean orphaned() {
        ClusterMember of = primary;
        return of == null || of.equals(around.self()) || !around.sees(of) || !heard && now - since >= PATIENCE;
    }

    private boolean wantsSecondary() {
        ClusterMember now = secondary;
        boolean none = now == null || !around.sees(now) || around.leaving().contains(now);
        return none && around.secondaryFor(id).isPresent();
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    private void created() {
        become(Holding.PRIMARY, epoch + 1, 0, Image.EMPTY);
        confirmed = true;
        secondary = around.secondaryFor(id).orElse(null);
    }

    private void requested(ReplicaEvent.Requested e) {
        if (holding == Holding.PRIMARY && draining == null && !leaving && !retired) {
            serve(e.ticket());
        } else if (holding == Holding.ENDED) {
            out.add(new ReplicaAction.Absent(e.ticket()));
        } else {
            waiting.put(e.ticket(), new Waiting(e.hints(), now));
            if (search == null && holding != Holding.PRIMARY) {
                seek();
            }
        }
    }

    private void serve(long ticket) {
        out.add(new ReplicaAction.Serve(ticket, image));
    }

    private void serveAll() {
        List<Long> tickets = waiting.keySet().stream().sorted().toList();
        waiting.clear();
        tickets.forEach(this::serve);
    }

    private void changed(ReplicaEvent.Changed e) {
        if (holding != Holding.PRIMARY || retired) {
            settled(e.ticket());
        } else {
            take(e.delta());
            if (asynchronous) {
                out.add(new ReplicaAction.Confirmed(e.ticket()));
            } else {
                pending.add(new Pending(e.ticket(), version));
                replicate();
            }
        }
    }

    private void take(Delta delta) {
        version++;
        image = image.with(delta);
        stamp++;
        Delta before = unsent;
        if (before == null) {
            behindSince = now;
            unsent = delta;
        } else {
            unsent = before.then(delta);
        }
    }

    private void settled(long ticket) {
        if (holding == Holding.ENDED) {
            pending.add(new Pending(ticket, Long.MAX_VALUE));
            settleEnd();
        } else {
            out.add(new ReplicaAction.Superseded(ticket));
        }
    }

    private void ended() {
        if (holding != Holding.PRIMARY) {
            return;
        }
        Draining asked = draining;
        if (asked != null) {
            out.add(new ReplicaAction.Send(asked.to(), new Refused(asked.ask())));
        }
        long last = epoch;
        ClusterMember copy = sent >= 0 ? secondary : null;
        ClusterMember older = former;
        become(Holding.ENDED, last, Long.MAX_VALUE, Image.EMPTY);
        secondary = copy;
        tellOfEnd();
        if (older != null) {
            send(older, new Drop(last));
        }
        waiting.keySet().stream().sorted().forEach(ticket -> out.add(new ReplicaAction.Absent(ticket)));
        waiting.clear();
        settleEnd();
    }

    private void tellOfEnd() {
        ClusterMember copy = secondary;
        if (copy != null) {
            lastSent = now;
            send(copy, new Remove(epoch, Long.MAX_VALUE));
        }
    }

    /** The requests that ended it are answered when nobody has a copy. */
    private void settleEnd() {
        ClusterMember copy = secondary;
        if (copy == null || acknowledged == Long.MAX_VALUE || !around.sees(copy) && around.sure(now)) {
            secondary = null;
            pending.forEach(one -> out.add(new ReplicaAction.Confirmed(one.ticket())));
            pending.clear();
        }
    }

    // ---- the primary -----------------------------------------------------------------------------------------------

    /** Sends what the secondary does not have. */
    private void replicate() {
        chooseSecondary();
        ClusterMember to = secondary;
        if (to == null) {
            acknowledgeAlone();
        } else if (!around.sees(to)) {
            return;
        } else if (sent < 0) {
            send(to, new Whole(epoch, version, image));
            sent();
        } else if (version > sent) {
            send(to, new Update(epoch, sent, version, Objects.requireNonNull(unsent)));
            sent();
        }
    }

    private void sent() {
        sent = version;
        unsent = null;
        lastSent = now;
    }

    private void chooseSecondary() {
        ClusterMember has = secondary;
        boolean gone = has != null && !around.sees(has);
        if (gone && !confirmed) {
            stepBack();
            return;
        }
        if (gone && !around.sure(now)) {
            return; // it may have another primary by now, which would not be heard of by asking somebody else
        }
        if (has != null
                && !gone
                && !(around.leaving().contains(has) && around.secondaryFor(id).isPresent())) {
            return;
        }
        if (has != null && !gone) {
            if (!confirmed) {
                return;
            }
            former = has;
        }
        secondary = around.secondaryFor(id).orElse(null);
        sent = -1;
        acknowledged = -1;
    }

    /**
     * The holder of the copy made this server the primary, and has gone before it heard from it: it may have made another one the primary
     * since. What is here is a copy like others, and the holder's successor is to be found.
     */
    private void stepBack() {
        failUsers();
        become(Holding.BACKUP, epoch, version, image);
        primary = around.self();
        out.add(new ReplicaAction.Release(false));
        seek();
    }

    private void acknowledgeAlone() {
        if (holding == Holding.PRIMARY && secondary == null && confirmed && around.sure(now)) {
            alone += pending.size();
            pending.forEach(one -> out.add(new ReplicaAction.Confirmed(one.ticket())));
            pending.clear();
        }
    }

    private void have(ClusterMember from, Have message) {
        if (!from.equals(secondary) || message.epoch() != epoch) {
            return;
        }
        acknowledged = Math.max(acknowledged, message.version());
        if (holding == Holding.ENDED) {
            settleEnd();
            return;
        }
        if (holding != Holding.PRIMARY) {
            return;
        }
        if (!confirmed) {
            confirmed = true;
            stamp++;
        }
        alone = 0;
        while (!pending.isEmpty() && pending.peek().version() <= acknowledged) {
            out.add(new ReplicaAction.Confirmed(pending.remove().ticket()));
        }
        ClusterMember older = former;
        if (older != null && acknowledged >= 0) {
            former = null;
            if (!older.equals(from)) {
                send(older, new Drop(epoch));
            }
        }
    }

    private void lack(ClusterMember from, Lack message) {
        if (holding == Holding.PRIMARY && from.equals(secondary) && message.epoch() == epoch) {
            if (!confirmed) {
                // It made this server the primary, and knows nothing of it any more.
                stepBack();
                return;
            }
            sent = -1;
            replicate();
        }
    }

    private void stale(ClusterMember from, Stale m) {
        boolean higher = m.epoch() > epoch
                || m.epoch() == epoch
                        && (m.version() > version || m.version() == version && from.compareTo(around.self()) > 0);
        if (m.refused() != epoch || !higher) {
            return; // it came late: it is about an earlier time
        }
        if (holding == Holding.PRIMARY) {
            supersede();
        } else if (holding == Holding.ENDED && m.epoch() > epoch) {
            failUsers(); // what was ended was not the session any more
            become(Holding.NONE, epoch, 0, Image.EMPTY);
        }
    }

    /** Another server is the primary. */
    private void supersede() {
        failUsers();
        if (alone > 0) {
            out.add(new ReplicaAction.Discarded(alone));
        }
        become(Holding.NONE, epoch, 0, Image.EMPTY);
        out.add(new ReplicaAction.Release(false));
        if (!waiting.isEmpty()) {
            seek();
        }
    }

    private void failUsers() {
        pending.forEach(one -> out.add(new ReplicaAction.Superseded(one.ticket())));
        pending.clear();
    }

    /** Goes on with handing the session over to who has asked for it, or to the secondary when the server leaves. */
    private void passOn() {
        boolean wanted = draining != null
                || leaving && hasCopy(secondary) && !around.leaving().contains(secondary);
        if (holding != Holding.PRIMARY || !pending.isEmpty() || !confirmed || !wanted) {
            return;
        }
        if (!retired) {
            out.add(new ReplicaAction.Retire());
        } else if (draining != null) {
            handOver(draining);
        } else if (acknowledged < version) {
            replicate();
        } else if (now - lastSent >= 0) {
            lastSent = now + PATIENCE;
            send(Objects.requireNonNull(secondary), new Give(epoch + 1, version));
        }
    }

    private void handOver(Draining to) {
        ClusterMember heir = secondary;
        ClusterMember copy = to.to().equals(heir) || sent < 0 ? former : heir;
        send(to.to(), new Handed(to.ask(), to.epoch(), version, image, copy));
        become(Holding.BACKUP, to.epoch(), version, image);
        primary = to.to();
        out.add(new ReplicaAction.Release(true));
        if (!waiting.isEmpty()) {
            seek();
        }
    }

    private void retired(@Nullable Delta delta) {
        if (holding != Holding.PRIMARY || retired) {
            return;
        }
        if (delta != null) {
            take(delta);
        }
        if (draining == null && !leaving) {
            // Nobody wants it any more. The next request makes another object of the image.
            out.add(new ReplicaAction.Release(false));
            serveAll();
        } else {
            retired = true;
        }
    }

    private void stayOrGo() {
        if (!leaving && holding == Holding.PRIMARY && draining == null) {
            stay();
        }
        tend();
    }

    /** It does not go after all. */
    private void stay() {
        if (retired) {
            retired = false;
            out.add(new ReplicaAction.Release(false));
        }
        serveAll();
    }

    private void taken(ClusterMember from, Taken message) {
        if (holding == Holding.PRIMARY && message.epoch() == epoch + 1 && from.equals(secondary)) {
            become(Holding.NONE, message.epoch(), 0, Image.EMPTY);
            out.add(new ReplicaAction.Release(true));
            if (!waiting.isEmpty()) {
                seek();
            }
        }
    }

    // ---- messages --------------------------------------------------------------------------------------------------

    private void heard(ClusterMember from, ReplicaMessage message) {
        if (message instanceof Update m) {
            update(from, m);
        } else if (message instanceof Whole m) {
            whole(from, m);
        } else if (message instanceof Check m) {
            check(from, m);
        } else if (message instanceof Have m) {
            have(from, m);
        } else if (message instanceof Lack m) {
            lack(from, m);
        } else if (message instanceof Stale m) {
            stale(from, m);
        } else if (message instanceof Find m) {
            send(from, answer(m.ask()));
        } else if (message instanceof Found m) {
            found(from, m);
        } else if (message instanceof Take m) {
            take(from, m);
        } else if (message instanceof Handed m) {
            handed(from, m);
        } else if (message instanceof Refused m) {
            refused(m);
        } else if (message instanceof Give m) {
            give(from, m);
        } else if (message instanceof Taken m) {
            taken(from, m);
        } else if (message instanceof Remove m) {
            remove(from, m);
        } else if (message instanceof Drop m) {
            drop(m);
        } else if (message instanceof Announce m) {
            announced(from, m);
        }
    }

    // ---- the holder of the copy ------------------------------------------------------------------------------------

    private void update(ClusterMember from, Update m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (!mine(from, m.epoch())) {
            send(from, new Lack(m.epoch()));
        } else if (m.version() <= version) {
            touched(from);
        } else if (m.base() == version) {
            version = m.version();
            image = image.with(m.delta());
            touched(from);
        } else {
            send(from, new Lack(m.epoch()));
        }
    }

    private void check(ClusterMember from, Check m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (mine(from, m.epoch()) && version >= m.version()) {
            touched(from);
        } else {
            send(from, new Lack(m.epoch()));
        }
    }

    /** Whether this is the holder of the copy of that primary. */
    private boolean mine(ClusterMember from, long of) {
        return holding == Holding.BACKUP && of == epoch && from.equals(primary);
    }

    private void touched(ClusterMember from) {
        stamp++;
        heard = true;
        send(from, new Have(epoch, version));
    }

    private void whole(ClusterMember from, Whole m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (mine(from, m.epoch()) && m.version() <= version) {
            touched(from);
            return;
        }
        if (holding == Holding.PRIMARY) {
            supersede();
        }
        become(Holding.BACKUP, m.epoch(), m.version(), m.image());
        primary = from;
        touched(from);
    }

    /** Refuses what is of a lower epoch than what this server knows, or of the same and older where both are primaries. */
    private boolean refusedAsStale(ClusterMember from, long of, long itsVersion) {
        boolean lower = of < epoch
                || holding == Holding.ENDED && of <= epoch
                || holding == Holding.PRIMARY
                        && of == epoch
                        && (version > itsVersion
                                || version == itsVersion && around.self().compareTo(from) > 0)
                || holding == Holding.BACKUP && of == epoch && !from.equals(primary) && version > itsVersion;
        if (lower) {
            send(from, new Stale(of, epoch, version));
        }
        return lower;
    }

    private void remove(ClusterMember from, Remove m) {
        if (holding == Holding.PRIMARY && m.epoch() >= epoch) {
            supersede();
        }
        if (holding == Holding.BACKUP && m.epoch() >= epoch || holding == Holding.NONE) {
            become(Holding.ENDED, m.epoch(), Long.MAX_VALUE, Image.EMPTY);
        }
        if (m.epoch() >= epoch) {
            send(from, new Have(m.epoch(), Long.MAX_VALUE));
        } else {
            send(from, new Stale(m.epoch(), epoch, version));
        }
    }

    private void drop(Drop m) {
        if (holding == Holding.BACKUP && m.epoch() >= epoch) {
            become(Holding.NONE, epoch, 0, Image.EMPTY);
        }
    }

    private void give(ClusterMember from, Give m) {
        if (holding == Holding.PRIMARY && epoch == m.epoch()) {
            send(from, new Taken(m.epoch()));
        } else if (mine(from, m.epoch() - 1) && version == m.version()) {
            become(Holding.PRIMARY, m.epoch(), version, image);
            confirmed = true;
            search = null;
            send(from, new Taken(m.epoch()));
            serveAll();
            replicate();
        } else if (!refusedAsStale(from, m.epoch() - 1, m.version())) {
            send(from, new Lack(m.epoch() - 1));
        }
    }

    private void announced(ClusterMember from, Announce m) {
        boolean theirs = m.epoch() > epoch
                || m.epoch() == epoch
                        && (m.version() > version || m.version() == version && from.compareTo(around.self()) > 0);
        if (holding == Holding.PRIMARY && theirs && m.holding() != Holding.BACKUP
                || holding == Holding.PRIMARY && m.epoch() > epoch) {
            supersede();
        } else if (holding == Holding.BACKUP && m.holding() != Holding.BACKUP && m.epoch() >= epoch) {
            become(Holding.NONE, epoch, 0, Image.EMPTY);
        } else if (holding == Holding.PRIMARY && m.holding() == Holding.BACKUP) {
            if (!from.equals(secondary) && !from.equals(former)) {
                send(from, new Drop(epoch));
            }
        } else if (m.holding() == Holding.PRIMARY && !theirs) {
            send(from, new Stale(m.epoch(), epoch, version));
        }
    }

    // ---- who wants it ----------------------------------------------------------------------------------------------

    private void seek() {
        lastAsk = Math.max(lastAsk + 1, now);
        Search next = new Search(lastAsk, now, around.others());
        search = next;
        for (ClusterMember other : around.others()) {
            send(other, new Find(next.ask));
        }
        decide();
    }

    private Found answer(long ask) {
        Search own = search;
        Holding says = own != null && own.taking() ? Holding.TAKING : holding;
        return new Found(ask, says, epoch, version, stamp);
    }

    private void found(ClusterMember from, Found m) {
        Search own = search;
        if (own != null && own.ask == m.ask()) {
            own.answered(from, m);
            decide();
        }
    }

    private void decide() {
        Search own = search;
        if (own == null || !own.complete()) {
            return;
        }
        Map.Entry<ClusterMember, Found> best = own.newest().orElse(null);
        boolean here = holding == Holding.BACKUP
                && (best == null
                        || epoch > best.getValue().epoch()
                        || epoch == best.getValue().epoch()
                                && version >= best.getValue().version()
                                && best.getValue().holding() != Holding.PRIMARY);
        long highest = Math.max(epoch, own.highest());
        if (own.ended() >= 0
                && own.ended()
                        >= (here ? epoch : best == null ? 0 : best.getValue().epoch())) {
            endedElsewhere(own.ended());
        } else if (best != null && best.getValue().holding() == Holding.PRIMARY && !here) {
            takeOrLeave(own, best, highest);
        } else if (own.someTaking()) {
            own.pauseUntil(now + PAUSE);
        } else if (!around.sure(now)) {
            own.pauseUntil(around.sureAtNanos());
        } else if (here) {
            promote(highest + 1);
        } else if (best != null) {
            takeOrLeave(own, best, highest);
        } else {
            nobodyHasIt(own, highest);
        }
    }

    private void endedElsewhere(long in) {
        search = null;
        become(Holding.ENDED, in, Long.MAX_VALUE, Image.EMPTY);
        waiting.keySet().stream().sorted().forEach(ticket -> out.add(new ReplicaAction.Absent(ticket)));
        waiting.clear();
    }

    private void takeOrLeave(Search own, Map.Entry<ClusterMember, Found> best, long highest) {
        if (waiting.isEmpty()) {
            // Nobody wants it here; this server only wondered what its copy is worth, and there may be a newer one.
            search = null;
            if (holding == Holding.BACKUP
                    && !mine(best.getKey(), best.getValue().epoch())) {
                become(Holding.NONE, epoch, 0, Image.EMPTY);
            }
            return;
        }
        own.takeFrom(best.getKey());
        send(best.getKey(), new Take(own.ask, highest + 1, best.getValue().stamp(), own.notPrimary()));
    }

    private void promote(long next) {
        search = null;
        become(Holding.PRIMARY, next, version, image);
        confirmed = true;
        serveAll();
        replicate();
    }

    private void nobodyHasIt(Search own, long highest) {
        if (highest > 0) {
            // Somebody has had it, and does not know of its end: it is somewhere, or on its way.
            own.pauseUntil(now + PAUSE);
            return;
        }
        search = null;
        Map<Long, Waiting> asked = new HashMap<>(waiting);
        waiting.clear();
        asked.keySet().stream().sorted().forEach(ticket -> {
            Optional<String> away = Objects.requireNonNull(asked.get(ticket)).hints().stream()
                    .filter(hint -> around.expected().contains(hint) && !around.seesServer(hint))
                    .sorted()
                    .findFirst();
            out.add(
                    away.isPresent()
                            ? new ReplicaAction.Unreachable(ticket, "the server " + away.get() + " may have it")
                            : new ReplicaAction.Absent(ticket));
        });
    }

    private void take(ClusterMember from, Take m) {
        Draining before = draining;
        boolean granted = false;
        if (holding == Holding.PRIMARY) {
            if (m.epoch() > epoch && !leaving && (before == null || before.to().equals(from))) {
                draining = new Draining(from, m.ask(), m.epoch());
                granted = true;
            }
        } else if (holding == Holding.BACKUP && search == null) {
            ClusterMember of = Objects.requireNonNull(primary);
            boolean alive = around.sees(of) && !of.equals(from) && !m.asked().contains(of) && !of.equals(around.self());
            if (m.epoch() > epoch && m.stamp() == stamp && !alive && around.sure(now)) {
                become(Holding.BACKUP, m.epoch(), version, image);
                primary = from;
                send(from, new Handed(m.ask(), m.epoch(), version, image, null));
                granted = true;
            }
        }
        if (!granted) {
            send(from, new Refused(m.ask()));
        }
    }

    private void handed(ClusterMember from, Handed m) {
        Search own = search;
        if (own == null || own.ask != m.ask() || !own.takenFrom(from) || m.epoch() <= epoch) {
            return;
        }
        search = null;
        become(Holding.PRIMARY, m.epoch(), m.version(), m.image());
        secondary = from;
        sent = m.version();
        acknowledged = m.version();
        former = around.self().equals(m.former()) ? null : m.former();
        lastSent = now;
        send(from, new Check(epoch, version));
        serveAll();
    }

    private void refused(Refused m) {
        Search own = search;
        if (own != null && own.ask == m.ask() && own.taking()) {
            own.pauseUntil(now + PAUSE);
        }
    }

    // ---- views and time --------------------------------------------------------------------------------------------

    private void viewed(Set<ClusterMember> returned) {
        Draining to = draining;
        if (to != null && !around.sees(to.to())) {
            draining = null;
            if (!leaving && holding == Holding.PRIMARY) {
                stay();
            }
        }
        if (holding == Holding.PRIMARY) {
            if (secondary != null && !around.sees(secondary) && !confirmed) {
                stepBack();
            } else if (!pending.isEmpty()) {
                replicate();
            }
        } else if (holding == Holding.ENDED) {
            settleEnd();
        }
        if (search != null && waiting.isEmpty() && !(holding == Holding.BACKUP && orphaned())) {
            search = null;
        }
        if (search != null && holding != Holding.PRIMARY) {
            seek();
        }
        announce(returned);
    }

    private void announce(Set<ClusterMember> returned) {
        if (holding == Holding.NONE || holding == Holding.PRIMARY && version == 0) {
            return;
        }
        // Who was paused itself tells all: servers that have come meanwhile do not know that it has been there before.
        Set<ClusterMember> all = around.sure(now) ? returned : Set.copyOf(around.others());
        for (ClusterMember member : all.stream().sorted().toList()) {
            if (!member.equals(around.self()) && !member.equals(secondary)) {
                send(member, new Announce(holding, epoch, version));
            }
        }
    }

    private void tend() {
        if (leaving && holding == Holding.BACKUP && now - lastSent >= 0) {
            // Its primary chooses another secondary and says so; where that was lost long ago it says so now.
            lastSent = now + PATIENCE;
            around.others().forEach(other -> send(other, new Announce(holding, epoch, version)));
        }
        if (holding == Holding.PRIMARY && version > 0) {
            replicate();
        } else if (holding == Holding.BACKUP && orphaned() && search == null) {
            seek();
        }
    }

    private void tick() {
        Search own = search;
        turnAway();
        if (own != null && search != null && own.overdue(now, PATIENCE)) {
            seek();
        }
        if (holding == Holding.PRIMARY) {
            tickPrimary();
        } else if (holding == Holding.ENDED && !pending.isEmpty()) {
            if (now - lastSent >= PATIENCE) {
                tellOfEnd();
            }
            settleEnd();
        }
        if (leaving || holding == Holding.BACKUP && !heard) {
            tend();
        }
    }

    private void tickPrimary() {
        boolean waits = !pending.isEmpty() && !hasCopy(secondary);
        if (waits || asynchronous && version > sent || version > 0 && wantsSecondary()) {
            replicate();
        }
        ClusterMember copy = secondary;
        boolean unanswered = !confirmed || acknowledged < sent;
        if (holding == Holding.PRIMARY && copy != null && unanswered && now - lastSent >= PATIENCE) {
            // The message, or its answer, may have got lost.
            lastSent = now;
            send(copy, new Check(epoch, Math.max(0, sent)));
        }
    }

    private void turnAway() {
        Set<Long> late = new HashSet<>();
        waiting.forEach((ticket, one) -> {
            if (now - one.since() >= LONGEST_WAIT) {
                late.add(ticket);
            }
        });
        late.stream().sorted().forEach(ticket -> {
            waiting.remove(ticket);
            out.add(new ReplicaAction.Unreachable(ticket, "the servers that have it do not answer, or use it"));
        });
        if (!late.isEmpty() && waiting.isEmpty()) {
            search = null;
        }
    }

    // ----------------------------------------------------------------------------------------------------------------

    private void become(Holding next, long inEpoch, long atVersion, Image with) {
        holding = next;
        since = now;
        epoch = inEpoch;
        version = atVersion;
        image = with;
        stamp++;
        primary = null;
        heard = false;
        secondary = null;
        former = null;
        sent = -1;
        acknowledged = -1;
        confirmed = false;
        unsent = null;
        alone = 0;
        draining = null;
        retired = false;
    }

    private void send(ClusterMember to, ReplicaMessage message) {
        out.add(new ReplicaAction.Send(to, message));
    }
}
