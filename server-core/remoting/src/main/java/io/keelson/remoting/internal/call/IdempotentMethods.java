package io.keelson.remoting.internal.call;

import io.keelson.remoting.spi.RemoteView;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The methods that may be executed twice because the component says so, and not their interface. They travel behind the policy of a
 * reference: {@code round-robin idempotent=*}, or the hashes of the methods. Immutable.
 *
 * @param all whether it is all of them
 * @param hashes of the methods, where it is not all
 */
record IdempotentMethods(boolean all, Set<Long> hashes) {
    private static final String MARK = " idempotent=";
    private static final String ALL = "*";
    private static final int MOST = 1_000;
    private static final IdempotentMethods NONE = new IdempotentMethods(false, Set.of());

    /** Returns what follows the policy of references to a view; empty where its component says nothing. */
    static String text(RemoteView view, Map<Long, RemoteMethod> methods) {
        Set<Long> hashes = methods.values().stream()
                .filter(each -> view.idempotent(each.method()))
                .map(RemoteMethod::hash)
                .collect(Collectors.toSet());
        if (hashes.isEmpty()) {
            return "";
        }
        if (hashes.size() == methods.size()) {
            return MARK + ALL;
        }
        return hashes.stream()
                .limit(MOST)
                .map(HexFormat.of()::toHexDigits)
                .sorted()
                .collect(Collectors.joining(",", MARK, ""));
    }

    /** Returns those that a reference names; none where its text cannot be understood. */
    static IdempotentMethods of(String policy) {
        int mark = policy.indexOf(MARK);
        if (mark < 0) {
            return NONE;
        }
        String text = policy.substring(mark + MARK.length());
        if (text.equals(ALL)) {
            return new IdempotentMethods(true, Set.of());
        }
        try {
            return new IdempotentMethods(
                    false,
                    Arrays.stream(text.split(","))
                            .map(HexFormat::fromHexDigitsToLong)
                            .collect(Collectors.toUnmodifiableSet()));
        } catch (IllegalArgumentException e) {
            return NONE;
        }
    }

    /** Returns the policy without what follows it. */
    static String policy(String text) {
        int mark = text.indexOf(MARK);
        return mark < 0 ? text : text.substring(0, mark);
    }

    /** Returns whether a method is one of them. */
    boolean has(RemoteMethod method) {
        return all || hashes.contains(method.hash());
    }
}
