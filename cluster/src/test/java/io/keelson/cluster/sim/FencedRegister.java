package io.keelson.cluster.sim;

import java.util.HashMap;
import java.util.Map;

/** Where the effects of leases land: refuses those of an epoch below one that it has seen of the same name. */
final class FencedRegister {
    private final Map<String, Long> highest = new HashMap<>();

    /** Returns true if an effect of that epoch lands. */
    boolean admit(String lease, long epoch) {
        return highest.merge(lease, epoch, Math::max) == epoch;
    }
}
