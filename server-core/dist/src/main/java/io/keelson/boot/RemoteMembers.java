package io.keelson.boot;

import io.keelson.cluster.membership.Group;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.spi.Members;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Directory of the objects of the cluster's members. Each member tells the others its objects and addresses when they change, when a member
 * joins, and every {@value #SECONDS_BETWEEN} seconds, since messages may be lost when the view changes. Knowledge of a member goes with it.
 * See docs/design/remoting.md.
 *
 * <p>All state belongs to the cluster's thread; calls read an immutable picture of it.
 */
final class RemoteMembers implements Members {
    /** Objects of each member that can be called from other processes. */
    private static final Topic REMOTING = new Topic(5, "remoting");

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int SECONDS_BETWEEN = 10;
    private static final MemberList NONE = new MemberList(1, List.of());

    private final Membership membership;
    private final Group group;
    private final RemoteObjects remote;
    private final int weight;
    private final Map<ClusterMember, RemoteOffer> known = new HashMap<>();
    private @Nullable RemoteOffer own;
    private long number;
    private int looks;
    private volatile Picture picture = new Picture(Map.of(), List.of());

    /** Snapshot that calls read. */
    private record Picture(Map<String, MemberList> byKey, List<String> addresses) {}

    /**
     * Of one server.
     *
     * @param weight how often this server is chosen by weight, 1 to 1000
     */
    RemoteMembers(Membership membership, RemoteObjects remote, int weight) {
        this.membership = membership;
        this.group = membership.group();
        this.remote = remote;
        this.weight = weight;
    }

    /** Begins to tell and to listen; before the membership starts. */
    void start() {
        group.receive(REMOTING, (from, payload) -> membership.execute(() -> received(from, payload)));
        membership.view().subscribe(this::changed);
        membership.every(LOOK, this::look);
    }

    /** This server's objects or addresses may have changed. */
    void soon() {
        membership.execute(this::look);
    }

    @Override
    public MemberList members(String key) {
        return picture.byKey.getOrDefault(key, NONE);
    }

    @Override
    public List<String> addresses() {
        return picture.addresses;
    }

    private void look() {
        RemoteOffer now = new RemoteOffer(number, weight, remote.addresses(), List.copyOf(remote.keys()));
        looks++;
        if (own == null || !own.sameAs(now)) {
            number++;
            own = new RemoteOffer(number, now.weight(), now.addresses(), now.keys());
            tell(membership.view().current().members());
            draw();
        } else if (looks % SECONDS_BETWEEN == 0) {
            tell(membership.view().current().members());
        }
    }

    private void tell(List<ClusterMember> members) {
        RemoteOffer offer = own;
        if (offer == null) {
            return;
        }
        byte[] bytes = offer.bytes();
        members.stream()
                .filter(member -> !member.equals(group.self()))
                .forEach(member -> group.send(member, REMOTING, bytes));
    }

    private void received(ClusterMember from, byte[] payload) {
        try {
            RemoteOffer offer = RemoteOffer.read(payload);
            RemoteOffer before = known.get(from);
            if (before == null || before.number() < offer.number()) {
                known.put(from, offer);
                draw();
            }
        } catch (IOException e) {
            BootLog.LOG.offerNotRead(from.server(), String.valueOf(e.getMessage()));
        }
    }

    private void changed(ClusterView.View now, ClusterView.Change change) {
        known.keySet().removeAll(change.left());
        tell(change.joined());
        draw();
    }

    private void draw() {
        Map<String, List<Member>> byKey = new TreeMap<>();
        List<String> addresses = new ArrayList<>();
        List<ClusterMember> present =
                new ArrayList<>(membership.view().current().members());
        present.sort(null);
        for (ClusterMember member : present) {
            RemoteOffer offer = member.equals(group.self()) ? own : known.get(member);
            if (offer != null && !offer.addresses().isEmpty()) {
                addresses.addAll(offer.addresses());
                Member as = new Member(member.server(), offer.addresses(), offer.weight());
                offer.keys()
                        .forEach(key -> byKey.computeIfAbsent(key, name -> new ArrayList<>())
                                .add(as));
            }
        }
        Map<String, MemberList> lists = new HashMap<>();
        byKey.forEach((key, members) -> lists.put(key, new MemberList(version(members), members)));
        List<String> before = picture.addresses;
        picture = new Picture(Map.copyOf(lists), List.copyOf(addresses));
        if (!before.equals(addresses)) {
            remote.addressesChanged();
        }
    }

    /** Made of the content: members that see the same give the same, and no stub is told what it knows. */
    private static long version(List<Member> members) {
        CRC32 low = new CRC32();
        long high = 1;
        for (byte b : members.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            low.update(b);
            high = high * 31 + b;
        }
        long version = high << 32 | low.getValue();
        return version == 0 ? 1 : version;
    }
}
