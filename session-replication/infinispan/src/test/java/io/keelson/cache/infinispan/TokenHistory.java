package io.keelson.cache.infinispan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients did who append unique tokens to lists, and the check of what is left. It knows nothing of caches: tokens are numbers, lists
 * have names. Thread-safe.
 */
final class TokenHistory {
    private final AtomicLong tokens = new AtomicLong();
    private final Map<String, Set<String>> attempted = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> acknowledged = new ConcurrentHashMap<>();

    /** Begins to append; returns the token. */
    String invoke(String list) {
        String token = String.valueOf(tokens.incrementAndGet());
        attempted.computeIfAbsent(list, key -> ConcurrentHashMap.newKeySet()).add(token);
        return token;
    }

    /** The token was said to be there. Whatever is not acknowledged may be there or not. */
    void ok(String list, String token) {
        acknowledged.computeIfAbsent(list, key -> ConcurrentHashMap.newKeySet()).add(token);
    }

    int acknowledgements() {
        return acknowledged.values().stream().mapToInt(Set::size).sum();
    }

    /** Returns what is wrong with the lists at the end: tokens that are lost, there twice, or that nobody appended. */
    List<String> violations(Map<String, List<String>> lists) {
        List<String> found = new ArrayList<>();
        acknowledged.forEach((list, wanted) -> {
            Set<String> there = Set.copyOf(lists.getOrDefault(list, List.of()));
            wanted.stream()
                    .filter(token -> !there.contains(token))
                    .forEach(token -> found.add("lost: " + token + " of " + list));
        });
        lists.forEach((list, tokensThere) -> {
            Set<String> seen = new HashSet<>();
            for (String token : tokensThere) {
                if (!seen.add(token)) {
                    found.add("twice: " + token + " in " + list);
                }
                if (!attempted.getOrDefault(list, Set.of()).contains(token)) {
                    found.add("unknown: " + token + " in " + list);
                }
            }
        });
        return found;
    }
}
