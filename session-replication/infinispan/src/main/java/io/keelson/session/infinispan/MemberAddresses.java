package io.keelson.session.infinispan;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.HexFormat;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.UUID;

/**
 * The addresses of the grid's channel: the run of a member, which is random, is the number of its address. So nobody has to keep a table
 * of both.
 */
public final class MemberAddresses {
    private static final int DIGITS = 16;

    private MemberAddresses() {}

    static ExtendedUUID of(ClusterMember member) {
        String run = member.run();
        return new ExtendedUUID(
                HexFormat.fromHexDigitsToLong(run, 0, DIGITS), HexFormat.fromHexDigitsToLong(run, DIGITS, 2 * DIGITS));
    }

    public static String run(long high, long low) {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }

    /** The run that an address stands for; empty for none of these. */
    static String run(Address address) {
        return address instanceof UUID uuid ? run(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()) : "";
    }
}
