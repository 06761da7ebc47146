package io.keelson.security;

import java.security.SecureRandom;
import java.util.Arrays;
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
record RealmUser(String name, Set<String> groups, ScramVerifier verifier, List<DigestVerifier> digests)
        implements Account {
    private static final int LONGEST = 200;

    RealmUser {
        groups = Set.copyOf(groups);
        digests = List.copyOf(digests);
        if (digests.stream().map(DigestVerifier::algorithm).distinct().count() != digests.size()) {
            throw new IllegalArgumentException("two verifiers of one algorithm of DIGEST");
        }
    }

    /**
     * A user with a new password.
     *
     * @param iterations how often it is hashed
     * @param realm the realm's name, which goes into what is kept for DIGEST
     * @param digests for which algorithms of DIGEST something is kept
     * @throws IllegalArgumentException when the password is empty or has characters that SASLprep forbids
     */
    static RealmUser made(
            String name,
            Set<String> groups,
            char[] password,
            int iterations,
            String realm,
            List<DigestAlgorithm> digests,
            SecureRandom random) {
        return new RealmUser(
                name,
                groups,
                ScramVerifier.of(password, iterations, random),
                digests.stream()
                        .distinct()
                        .map(algorithm -> DigestVerifier.of(algorithm, name, realm, password))
                        .toList());
    }

    /** The same user in other groups. */
    RealmUser in(Set<String> others) {
        return new RealmUser(name, others, verifier, digests);
    }

    @Override
    public boolean matches(char[] password) {
        return verifier.matches(password);
    }

    @Override
    public @Nullable String ha1(DigestAlgorithm algorithm, String realm) {
        for (DigestVerifier digest : digests) {
            if (digest.algorithm() == algorithm && digest.realm().equals(realm)) {
                return digest.ha1();
            }
        }
        return null;
    }

    /**
     * A user whose verifiers are read in the form of the realm's file: that of SCRAM, and those of DIGEST behind commas.
     *
     * @throws IllegalArgumentException when they are not in it; the message does not show them
     */
    static RealmUser read(String name, Set<String> groups, String verifiers) {
        String[] each = verifiers.split(",", -1);
        return new RealmUser(
                name,
                groups,
                ScramVerifier.parse(each[0]),
                Arrays.stream(each).skip(1).map(DigestVerifier::parse).toList());
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
        return name + ':' + String.join(",", new TreeSet<>(groups)) + ':' + verifiers();
    }

    /** Returns what {@link #read} reads. Not for logs. */
    String verifiers() {
        StringBuilder text = new StringBuilder(verifier.written());
        digests.forEach(digest -> text.append(',').append(digest.written()));
        return text.toString();
    }

    /** Shows no verifier. */
    @Override
    public String toString() {
        return "user " + name + " in " + groups;
    }
}
