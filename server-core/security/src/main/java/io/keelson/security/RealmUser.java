package io.keelson.security;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A user of a realm. Immutable.
 *
 * @param name the name, prepared
 * @param groups the groups
 * @param verifier what is kept of the password
 * @param digests what is kept of it for DIGEST, an algorithm once
 */
record RealmUser(String name, Set<String> groups, ScramVerifier verifier, List<DigestVerifier> digests) {
    private static final int LONGEST = 200;

    RealmUser {
        groups = Set.copyOf(groups);
        digests = List.copyOf(digests);
        if (digests.stream().map(DigestVerifier::algorithm).distinct().count() != digests.size()) {
            throw new IllegalArgumentException("two verifiers of one algorithm of DIGEST");
        }
    }

    /** The same user in other groups. */
    RealmUser in(Set<String> others) {
        return new RealmUser(name, others, verifier, digests);
    }

    /** What is kept for DIGEST with that algorithm in the realm of that name; null where nothing is. */
    @Nullable
    DigestVerifier digest(DigestAlgorithm algorithm, String realm) {
        for (DigestVerifier digest : digests) {
            if (digest.algorithm() == algorithm && digest.realm().equals(realm)) {
                return digest;
            }
        }
        return null;
    }

    /**
     * The form of a user's name that is looked up and kept.
     *
     * @throws IllegalArgumentException when it cannot be one; the message says why
     */
    static String name(String given) {
        String name = SaslPrep.prepare(given);
        check("a user's name", name, ":");
        if (name.startsWith("#")) {
            throw new IllegalArgumentException("a user's name does not begin with #");
        }
        return name;
    }

    /** Checks the names of groups and puts them in order. Throws as {@link #name}. */
    static Set<String> groups(Collection<String> given) {
        Set<String> groups = new TreeSet<>();
        for (String group : given) {
            String name = SaslPrep.prepare(group);
            check("a group's name", name, ":,");
            groups.add(name);
        }
        return groups;
    }

    private static void check(String what, String name, String forbidden) {
        if (name.isEmpty() || name.length() > LONGEST || !name.equals(name.strip())) {
            throw new IllegalArgumentException(
                    what + " has 1 to " + LONGEST + " characters and neither begins nor ends with a space");
        }
        for (int i = 0; i < forbidden.length(); i++) {
            if (name.indexOf(forbidden.charAt(i)) >= 0) {
                throw new IllegalArgumentException(what + " has no '" + forbidden.charAt(i) + "' in it");
            }
        }
    }

    /** The line of the realm's file. */
    String line() {
        StringBuilder line = new StringBuilder(name).append(':');
        line.append(String.join(",", new TreeSet<>(groups))).append(':').append(verifier.written());
        digests.forEach(digest -> line.append(',').append(digest.written()));
        return line.toString();
    }
}
