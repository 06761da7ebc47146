package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.io.ProcessMark;
import io.keelson.cluster.io.ProcessTable;
import io.keelson.cluster.membership.Channel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.protocols.TP;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Looks into the machine's process table whether the members of the view that run on this machine still do. Of one that does not the
 * listener is told, and the member that is to coordinate makes a view without it: it says so again with each look until there is one, as
 * JGroups drops what it is told while parts of a cluster are merged. Sockets do not come into it. FD_SOCK2 has one member watch another
 * in a ring, and leaves gaps where members were suspected and came back; see docs/design/membership.md.
 *
 * <p>Stands above VERIFY_SUSPECT2: there is nobody to ask. Thread-safe: {@code watched} is replaced whole, and looks come one after the
 * other.
 */
final class ProcessWatch extends Protocol {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final ProcessTable table;
    private final ProcessMark self;
    private final Channel.Listener listener;
    private final AtomicBoolean telling = new AtomicBoolean();
    private final Set<Address> ended = new HashSet<>(); // of the thread that looks
    private volatile Watched watched = new Watched(List.of(), Map.of());
    private @Nullable Future<?> looks;

    /** The members in their order, and the processes of those that run on this machine. */
    private record Watched(List<Address> members, Map<Address, ProcessMark> near) {}

    /** With the process that this member is. */
    ProcessWatch(ProcessTable table, ProcessMark self, Channel.Listener listener) {
        this.table = table;
        this.self = self;
        this.listener = listener;
    }

    @Override
    public void start() throws Exception {
        super.start();
        if (!self.machine().isEmpty()) {
            long nanos = BETWEEN_LOOKS.toNanos();
            looks = getTransport().getTimer().scheduleWithFixedDelay(this::look, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void stop() {
        Future<?> running = looks;
        if (running != null) {
            running.cancel(false);
        }
        watched = new Watched(List.of(), Map.of());
        super.stop();
    }

    @Override
    public Object down(Event event) {
        if (event.getType() == Event.VIEW_CHANGE) {
            View view = event.getArg();
            Map<Address, ProcessMark> near = new HashMap<>();
            for (Address member : view.getMembers()) {
                Addresses.process(member, self.machine())
                        .filter(process -> !process.equals(self))
                        .ifPresent(process -> near.put(member, process));
            }
            watched = new Watched(List.copyOf(view.getMembers()), Map.copyOf(near));
        }
        return down_prot.down(event);
    }

    private void look() {
        Watched now = watched;
        List<Address> gone = new ArrayList<>();
        now.near.forEach((member, process) -> {
            if (table.isGone(process)) {
                gone.add(member);
            }
        });
        ended.retainAll(now.members);
        for (Address member : gone) {
            if (ended.add(member)) {
                Addresses.member(member).ifPresent(listener::ended);
            }
        }
        List<Address> left = new ArrayList<>(now.members);
        left.removeAll(gone);
        TP transport = getTransport();
        // JGroups makes the view on the thread that tells it, and waits until the others have it.
        if (!gone.isEmpty() && left.get(0).equals(transport.getAddress()) && telling.compareAndSet(false, true)) {
            boolean begun = transport.getThreadPool().execute(() -> tell(gone));
            if (!begun) {
                telling.set(false);
            }
        }
    }

    private void tell(List<Address> gone) {
        try {
            up_prot.up(new Event(Event.SUSPECT, gone));
            down_prot.down(new Event(Event.SUSPECT, gone));
        } finally {
            telling.set(false);
        }
    }
}
