package io.keelson.remoting.internal.call;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.remoting.internal.call.MemberCalls.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Chooses the member that a call goes to. Thread-safe. */
final class MemberChoice {
    private final LoadAlgorithm algorithm;
    private final IntUnaryOperator random;
    private final AtomicInteger next;

    /**
     * By an algorithm.
     *
     * @param random gives a number from 0 up to the one it is given, that excluded
     */
    MemberChoice(LoadAlgorithm algorithm, IntUnaryOperator random) {
        this.algorithm = algorithm;
        this.random = random;
        // Not all stubs begin with the same member.
        this.next = new AtomicInteger(random.applyAsInt(1 << 16));
    }

    /** By the name in a reference; one that is not known is as the default. */
    static MemberChoice of(String policy) {
        IntUnaryOperator random = bound -> ThreadLocalRandom.current().nextInt(bound);
        for (LoadAlgorithm algorithm : LoadAlgorithm.values()) {
            if (name(algorithm).equals(policy)) {
                return new MemberChoice(algorithm, random);
            }
        }
        return new MemberChoice(LoadAlgorithm.ROUND_ROBIN, random);
    }

    /** The name in references. */
    static String name(LoadAlgorithm algorithm) {
        return algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Takes one out of those that are left, at least one. */
    Target take(List<Target> left) {
        List<Target> from = left;
        if (algorithm.affinity()) {
            List<Target> connected = new ArrayList<>(left);
            connected.removeIf(target -> !target.route().connected());
            from = connected.isEmpty() ? left : connected;
        }
        Target taken = switch (algorithm) {
            case ROUND_ROBIN, ROUND_ROBIN_AFFINITY -> from.get(Math.floorMod(next.getAndIncrement(), from.size()));
            case RANDOM, RANDOM_AFFINITY -> from.get(random.applyAsInt(from.size()));
            case WEIGHT_BASED, WEIGHT_BASED_AFFINITY -> byWeight(from);
        };
        left.remove(taken);
        return taken;
    }

    private Target byWeight(List<Target> from) {
        int sum = from.stream().mapToInt(Target::weight).sum();
        int at = random.applyAsInt(Math.max(1, sum));
        for (Target target : from) {
            at -= target.weight();
            if (at < 0) {
                return target;
            }
        }
        return from.get(0);
    }
}
