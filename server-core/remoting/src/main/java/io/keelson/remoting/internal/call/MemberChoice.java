package io.keelson.remoting.internal.call;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.remoting.internal.call.MemberCalls.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/** Chooses the member that a call goes to. Thread-safe. */
final class MemberChoice {
    private final LoadAlgorithm algorithm;
    private final IntUnaryOperator random;
    private final AtomicInteger next;
    private final boolean first;

    /**
     * By an algorithm.
     *
     * @param random gives a number from 0 up to the one it is given, that excluded
     */
    MemberChoice(LoadAlgorithm algorithm, IntUnaryOperator random) {
        this(algorithm, random, false);
    }

    private MemberChoice(LoadAlgorithm algorithm, IntUnaryOperator random, boolean first) {
        this.first = first;
        this.algorithm = algorithm;
        this.random = random;
        // Not all stubs begin with the same member.
        this.next = new AtomicInteger(random.applyAsInt(1 << 16));
    }

    /** By the name in a reference; one that is not known is as the default. */
    static MemberChoice of(String text) {
        String policy = IdempotentMethods.policy(text);
        IntUnaryOperator random = bound -> ThreadLocalRandom.current().nextInt(bound);
        if (policy.equals(Views.HOLDER_FIRST)) {
            return new MemberChoice(LoadAlgorithm.ROUND_ROBIN, random, true);
        }
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

    /** Takes one out of those that are left, at least one. Those that could not be reached just now come last. */
    Target take(List<Target> left) {
        if (first) {
            return left.remove(0);
        }
        List<Target> from = without(left, Route::avoided);
        if (algorithm.affinity()) {
            from = without(from, route -> !route.connected());
        }
        Target taken = switch (algorithm) {
            case ROUND_ROBIN, ROUND_ROBIN_AFFINITY -> from.get(Math.floorMod(next.getAndIncrement(), from.size()));
            case RANDOM, RANDOM_AFFINITY -> from.get(random.applyAsInt(from.size()));
            case WEIGHT_BASED, WEIGHT_BASED_AFFINITY -> byWeight(from);
        };
        left.remove(taken);
        return taken;
    }

    /** The others of some; all where there are no others. This is on the way of each call: mostly there is nothing to leave out. */
    private static List<Target> without(List<Target> some, Predicate<Route> these) {
        List<Target> others = some;
        for (Target target : some) {
            if (these.test(target.route())) {
                if (others == some) {
                    others = new ArrayList<>(some);
                }
                others.remove(target);
            }
        }
        return others.isEmpty() ? some : others;
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
