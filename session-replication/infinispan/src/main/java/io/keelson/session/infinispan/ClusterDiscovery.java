package io.keelson.session.infinispan;

import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Peer;
import io.keelson.session.grid.GridFounder.Standing;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.PING;
import org.jgroups.protocols.PingData;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.Responses;

/** Finds the members of the grid among those of the cluster, who say that they are. Thread-safe. */
final class ClusterDiscovery extends Discovery {
    private final Bond bond;

    ClusterDiscovery(Bond bond) {
        this.bond = bond;
        // JGroups would look for a number of this class.
        setId(ClassConfigurator.getProtocolId(PING.class));
    }

    @Override
    public boolean isDynamic() {
        return true;
    }

    @Override
    public void findMembers(List<Address> members, boolean initial, Responses responses) {
        List<Peer> there = bond.peers().stream()
                .filter(peer -> peer.standing().compareTo(Standing.CONNECTED) >= 0)
                .toList();
        // While the one that let others in has just gone, any of the others may be the next.
        boolean known = there.stream().anyMatch(Peer::coordinates);
        for (Peer peer : there) {
            ExtendedUUID address = MemberAddresses.of(peer.member());
            responses.addResponse(
                    new PingData(address, true, peer.member().server(), null).coord(!known || peer.coordinates()),
                    true);
        }
    }
}
