package io.keelson.session.infinispan;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Listener;
import io.keelson.session.grid.GridFounder.Peer;
import io.keelson.session.grid.GridFounder.Standing;
import java.net.InetAddress;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.protocols.TP;
import org.jgroups.stack.IpAddress;

/**
 * The lowest of the grid's protocols: what it sends goes over the channel that the cluster has anyhow, with its ports, its TLS and its
 * admission. So there is one wire, and nobody is in the grid who is not in the cluster. Thread-safe.
 */
final class ClusterTransport extends TP {
    private final Bond bond;
    private final Runnable before;
    private final PhysicalAddress nowhere = new IpAddress(InetAddress.getLoopbackAddress(), 1);
    private volatile Runnable changed = () -> {};

    /** @param before run before all that comes of a change; must not block */
    ClusterTransport(Bond bond, Runnable before) {
        this.bond = bond;
        this.before = before;
        setBindAddress(InetAddress.getLoopbackAddress());
        bond.hear(new Ears());
    }

    /** Sets what is run when the cluster has something new of its members. */
    void onChange(Runnable run) {
        changed = run;
    }

    @Override
    public boolean supportsMulticasting() {
        return true;
    }

    /** There is none: nobody can be reached but through the cluster. */
    @Override
    protected PhysicalAddress getPhysicalAddress() {
        return nowhere;
    }

    @Override
    public void sendUnicast(PhysicalAddress to, byte[] data, int offset, int length) {
        log.debug("nothing is sent to an address of a network: %s", to);
    }

    @Override
    protected void sendTo(Address to, byte[] data, int offset, int length) {
        String run = MemberAddresses.run(to);
        for (Peer peer : bond.peers()) {
            if (peer.member().run().equals(run)) {
                bond.send(peer.member(), data, offset, length);
                return;
            }
        }
    }

    @Override
    protected void sendToAll(byte[] data, int offset, int length) {
        for (Peer peer : bond.peers()) {
            if (peer.standing().compareTo(Standing.ENTERING) >= 0) {
                bond.send(peer.member(), data, offset, length);
            }
        }
    }

    @Override
    public Object down(Event event) {
        Object result = super.down(event);
        if (event.getType() == Event.VIEW_CHANGE && event.getArg() instanceof View view) {
            bond.coordinates(view.getCoord().equals(local_addr));
        }
        return result;
    }

    private final class Ears implements Listener {
        @Override
        public void frame(ClusterMember from, byte[] bytes, int offset) {
            if (local_addr != null) {
                receive(MemberAddresses.of(from), bytes, offset, bytes.length - offset);
            }
        }

        @Override
        public void changed() {
            before.run();
            changed.run();
        }
    }
}
