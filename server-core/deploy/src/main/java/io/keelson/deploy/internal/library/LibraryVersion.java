package io.keelson.deploy.internal.library;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A version of a shared library, of numbers with dots between them: {@code 1.10} is higher than {@code 1.9}, and the same as
 * {@code 1.10.0}. Immutable.
 *
 * @param text as it is written; empty where there is none, which is lower than any
 */
record LibraryVersion(String text) implements Comparable<LibraryVersion> {
    static final LibraryVersion NONE = new LibraryVersion("");

    private static final Pattern NUMBERS = Pattern.compile("\\d{1,18}(\\.\\d{1,18}){0,9}");

    static LibraryVersion of(@Nullable String text) {
        return text == null || text.isBlank() ? NONE : new LibraryVersion(text.strip());
    }

    /** Returns true if versions can be higher or lower than this one. */
    boolean hasOrder() {
        return text.isEmpty() || NUMBERS.matcher(text).matches();
    }

    private List<BigInteger> numbers() {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split("\\.")).map(BigInteger::new).toList();
    }

    /** Compares number by number; a version without an order is lower than those with one, and compared by its text. */
    @Override
    public int compareTo(LibraryVersion other) {
        if (!hasOrder() || !other.hasOrder()) {
            return hasOrder() == other.hasOrder() ? text.compareTo(other.text) : hasOrder() ? 1 : -1;
        }
        List<BigInteger> mine = numbers();
        List<BigInteger> theirs = other.numbers();
        for (int i = 0; i < Math.max(mine.size(), theirs.size()); i++) {
            int compared = at(mine, i).compareTo(at(theirs, i));
            if (compared != 0) {
                return compared;
            }
        }
        return Boolean.compare(!text.isEmpty(), !other.text.isEmpty());
    }

    private static BigInteger at(List<BigInteger> numbers, int place) {
        return place < numbers.size() ? numbers.get(place) : BigInteger.ZERO;
    }

    @Override
    public String toString() {
        return text;
    }
}
