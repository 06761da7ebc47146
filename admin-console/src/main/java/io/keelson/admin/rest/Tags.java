package io.keelson.admin.rest;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Entity tags (RFC 9110, 8.8.3) of what an operation shows and what the next one depends on. What a tag is made of may hold secrets
 * that its reader must not guess, so it is keyed with bits that this process alone has: a restart changes all tags. Thread-safe.
 */
public final class Tags {
    private static final String HMAC = "HmacSHA256";
    private static final int BYTES = 15;
    private static final Pattern ONE = Pattern.compile("(W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*\"");

    private final SecretKeySpec key;

    /** Tags that differ from those of every other such object. */
    public Tags() {
        byte[] bits = new byte[32];
        new SecureRandom().nextBytes(bits);
        key = new SecretKeySpec(bits, HMAC);
    }

    /** The tag of what these texts say. */
    public String of(String... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                mac.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                mac.update(bytes);
            }
            return '"'
                    + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(mac.doFinal(), BYTES))
                    + '"';
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    /**
     * Condition of a request: the version that it asks to be still there (RFC 9110, 13.1.1).
     *
     * @param tags the tags of which one must be that of what is there; empty: any will do
     */
    public record Expected(List<String> tags) {
        /** Nothing is asked. */
        public static final Expected ANYTHING = new Expected(List.of());

        public Expected {
            tags = List.copyOf(tags);
        }

        /** Returns whether one of these tags of what is there is expected. */
        public boolean met(List<String> there) {
            return tags.isEmpty() || tags.stream().anyMatch(there::contains);
        }
    }

    /** Returns whether an {@code If-None-Match} has a tag, or takes any; weak ones count as well. */
    static boolean any(List<String> fields, String tag) {
        String all = String.join(", ", fields).strip();
        return all.equals("*")
                || ONE.matcher(all)
                        .results()
                        .anyMatch(one -> one.group().replaceFirst("^W/", "").equals(tag));
    }

    /**
     * Returns what the {@code If-Match} of a request asks; empty where it has none or says {@code *}.
     *
     * @throws Problem 400 when it is no list of tags
     */
    static Expected expected(List<String> fields) throws Problem {
        String all = String.join(", ", fields).strip();
        if (all.isEmpty() || all.equals("*")) {
            return Expected.ANYTHING;
        }
        // A weak tag never matches here, and stays in the list so that the list is not empty.
        List<String> tags = ONE.matcher(all).results().map(MatchResult::group).toList();
        if (!ONE.matcher(all).replaceAll("").replaceAll("[, \t]", "").isEmpty()) {
            throw Problem.badRequest("If-Match is * or tags in quotes, as ETag had them");
        }
        return new Expected(tags);
    }
}
