package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The numbers of epochs. The upper bits count; the lower ones are a mark of the member whose epoch it is, so that two that took a session
 * over without each other, one on each side of a partition, have two epochs, of which one is higher for everybody and for good. Builds
 * before this one counted in the lower bits; what follows theirs is higher.
 */
public final class Epoch {
    private static final int MARK = 16;

    private Epoch() {}

    /** The epoch of a member that goes on after that one: higher than any of the same count. */
    static long next(long after, ClusterMember by) {
        return (after >>> MARK) + 1 << MARK | mark(by);
    }

    private static long mark(ClusterMember member) {
        CRC32 hash = new CRC32();
        hash.update(member.server().getBytes(StandardCharsets.UTF_8));
        hash.update(member.run().getBytes(StandardCharsets.UTF_8));
        return hash.getValue() & (1 << MARK) - 1;
    }

    /** Returns which one it is, for people. */
    public static long count(long epoch) {
        return epoch >>> MARK == 0 ? epoch : epoch >>> MARK;
    }
}
