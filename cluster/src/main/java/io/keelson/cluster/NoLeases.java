package io.keelson.cluster;

import io.keelson.kernel.spi.LeaseClaim;
import io.keelson.kernel.spi.LeaseListener;
import io.keelson.kernel.spi.LeaseService;
import io.keelson.kernel.spi.LeaseStatus;
import io.keelson.kernel.spi.LeaseView;
import java.util.List;
import java.util.Optional;

/** The leases of a server that takes part in no cluster: there are none. */
final class NoLeases implements LeaseService {
    @Override
    public LeaseClaim claim(String name, LeaseListener listener) {
        throw new IllegalStateException(
                "the lease '" + name + "' cannot be claimed: this server takes part in no cluster");
    }

    @Override
    public List<LeaseView> leases() {
        return List.of();
    }

    @Override
    public String replaceVoter(String server, Optional<String> by) {
        throw new IllegalArgumentException("This server takes part in no cluster");
    }

    @Override
    public LeaseStatus status() {
        return new LeaseStatus(
                LeaseStatus.NO_BASIS, Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());
    }
}
