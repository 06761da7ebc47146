package io.keelson.cluster.internal.jgroups;

import io.keelson.kernel.spi.ClusterMember;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/** The addresses of members: random, with the server's name inside, so that no table of names has to be kept in step. */
final class Addresses {
    private static final byte[] SERVER = {'s'};

    private Addresses() {}

    /** The address of a new run of a server. */
    static ExtendedUUID next(String server) {
        UUID random = UUID.randomUUID();
        return new ExtendedUUID(random.getMostSignificantBits(), random.getLeastSignificantBits())
                .put(SERVER, server.getBytes(StandardCharsets.UTF_8));
    }

    /** The member at an address; empty where it is not one of ours. */
    static Optional<ClusterMember> member(@Nullable Address address) {
        if (!(address instanceof ExtendedUUID known)) {
            return Optional.empty();
        }
        byte[] server = known.get(SERVER);
        if (server == null || server.length == 0) {
            return Optional.empty();
        }
        HexFormat hex = HexFormat.of();
        String run = hex.toHexDigits(known.getMostSignificantBits()) + hex.toHexDigits(known.getLeastSignificantBits());
        return Optional.of(new ClusterMember(new String(server, StandardCharsets.UTF_8), run));
    }
}
