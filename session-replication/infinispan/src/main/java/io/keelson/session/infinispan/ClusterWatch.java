package io.keelson.session.infinispan;

import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Peer;
import io.keelson.session.grid.GridFounder.Standing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of the grid whom the cluster has lost, and nobody else: who is there is decided in one place. Said again until there is a
 * view without them, as a view that is just made may be older. Thread-safe.
 */
final class ClusterWatch extends Protocol {
    private static final long AGAIN_MILLIS = 300;

    private final Bond bond;
    private final ClusterTransport transport;
    private volatile @Nullable View view;
    private volatile Set<String> out = Set.of();
    private Set<String> before = Set.of();
    private @Nullable Future<?> looking;

    ClusterWatch(Bond bond, ClusterTransport transport) {
        this.bond = bond;
        this.transport = transport;
    }

    @Override
    public void start() throws Exception {
        super.start();
        looking = transport
                .getTimer()
                .scheduleWithFixedDelay(this::lookAgain, AGAIN_MILLIS, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        transport.onChange(() -> transport.getTimer().execute(this::look));
    }

    @Override
    public void stop() {
        transport.onChange(() -> {});
        Future<?> ending = looking;
        if (ending != null) {
            ending.cancel(false);
        }
        super.stop();
    }

    @Override
    public Object down(Event event) {
        if (event.getType() == Event.VIEW_CHANGE) {
            view = event.getArg();
        }
        return down_prot.down(event);
    }

    /**
     * Counts as out only members that are out at two looks in a row. A member of the view may enter just now, while its
     * word of that is on its way.
     */
    private void lookAgain() {
        Set<String> now = new HashSet<>();
        for (Peer peer : bond.peers()) {
            if (peer.standing() == Standing.OUT || peer.standing() == Standing.WAITING) {
                now.add(peer.member().run());
            }
        }
        Set<String> both = new HashSet<>(now);
        both.retainAll(before);
        before = now;
        out = both;
        look();
    }

    private void look() {
        View now = view;
        if (now == null || now.size() < 2) {
            return;
        }
        Set<String> over = new HashSet<>(out);
        bond.gone().forEach(member -> over.add(member.run()));
        List<Address> lost = new ArrayList<>();
        for (Address address : now.getMembersRaw()) {
            if (over.contains(MemberAddresses.run(address))) {
                lost.add(address);
            }
        }
        if (!lost.isEmpty()) {
            up_prot.up(new Event(Event.SUSPECT, lost));
        }
    }
}
