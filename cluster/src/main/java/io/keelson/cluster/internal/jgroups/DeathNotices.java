package io.keelson.cluster.internal.jgroups;

import io.keelson.base.thread.Threads;
import io.keelson.cluster.membership.Channel;
import io.keelson.cluster.membership.Roster;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.stack.Protocol;

/**
 * Makes out whether a member whose socket was closed has ended. Its machine says so: it refuses a connection to where the member
 * listened. That is known long before there is a view without it. A machine that does not answer says nothing. Thread-safe.
 */
final class DeathNotices {
    /** The socket that tells may be closed a little before the one that listens. */
    private static final int MOST_TRIES = 20;

    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final int CONNECT_MILLIS = 250;

    private final Supplier<Roster> roster;
    private final Channel.Listener listener;
    private final Set<ClusterMember> asked = ConcurrentHashMap.newKeySet();

    DeathNotices(Supplier<Roster> roster, Channel.Listener listener) {
        this.roster = roster;
        this.listener = listener;
    }

    /** Sockets of these were closed; returns at once. */
    void closed(Collection<Address> addresses) {
        for (Address address : addresses) {
            Addresses.member(address).ifPresent(this::ask);
        }
    }

    private void ask(ClusterMember member) {
        Roster expected = roster.get();
        InetSocketAddress at = expected.servers().get(member.server());
        if (at == null || member.server().equals(expected.self()) || !asked.add(member)) {
            return;
        }
        Threads.daemon("keelson.cluster.notice", () -> {
                    try {
                        if (nobodyListens(at)) {
                            listener.ended(member);
                        }
                    } finally {
                        asked.remove(member);
                    }
                })
                .start();
    }

    private static boolean nobodyListens(InetSocketAddress at) {
        for (int i = 0; i < MOST_TRIES; i++) {
            try (Socket probe = new Socket()) {
                probe.connect(at, CONNECT_MILLIS);
            } catch (ConnectException e) {
                return true;
            } catch (IOException e) {
                return false; // no answer, no way there: that is not said by its machine
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return false;
    }

    /** Stands where the transport itself tells of closed connections. */
    Protocol connections() {
        return new Connections(this);
    }

    private static final class Connections extends Protocol {
        private final DeathNotices notices;

        Connections(DeathNotices notices) {
            this.notices = notices;
        }

        @Override
        public Object up(Event event) {
            if (event.getType() == Event.SUSPECT && event.getArg() instanceof Collection<?> suspects) {
                notices.closed(suspects.stream()
                        .filter(Address.class::isInstance)
                        .map(Address.class::cast)
                        .toList());
            }
            return up_prot.up(event);
        }
    }
}
