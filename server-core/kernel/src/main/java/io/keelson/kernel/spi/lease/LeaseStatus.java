package io.keelson.kernel.spi.lease;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * State of the lease basis as this server knows it; it may be old, and proves nothing.
 *
 * @param basis by what is decided: {@code consensus}, {@code database}, or {@link #NO_BASIS} where the server takes part in no
 *     cluster
 * @param voter under which id this server votes; empty: it does not
 * @param leader the server that leads the voters; empty: none is known, or none is needed
 * @param voters the servers whose majority decides, as far as is known here; empty where no votes are needed
 * @param missing those of the voters that this server does not see
 * @param elections who came to lead, the latest last; a few of the last ones that this server has seen
 */
public record LeaseStatus(
        String basis,
        Optional<String> voter,
        Optional<String> leader,
        List<String> voters,
        List<String> missing,
        List<Election> elections) {
    /** The basis of a server that takes part in no cluster. */
    public static final String NO_BASIS = "none";

    public LeaseStatus {
        voters = List.copyOf(voters);
        missing = List.copyOf(missing);
        elections = List.copyOf(elections);
    }

    /**
     * Notice that a server came to lead.
     *
     * @param when by the wall clock of the server that says so
     * @param leader the server
     */
    public record Election(Instant when, String leader) {}
}
