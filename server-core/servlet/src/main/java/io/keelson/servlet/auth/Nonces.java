package io.keelson.servlet.auth;

import io.keelson.base.time.Ticker;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The nonces of DIGEST. One that is given out is not remembered: it says itself when, and a code under a key
 * that only this object has proves it; so asking for many costs no memory. What is remembered are the counts with which
 * users who logged in have used theirs. Where that becomes too much the oldest is forgotten, and with it every nonce of its
 * age and older is refused, so that no count is ever taken twice.
 *
 * <p>Thread-safe: the lock of this object guards the table.
 *
 * <p>Specification: RFC 7616, 3.3 The WWW-Authenticate Response Header Field.
 */
final class Nonces {
    static final long LIFE_NANOS = Duration.ofMinutes(5).toNanos();

    /** Distance by which a count may come late behind the highest one: browsers send requests side by side. */
    static final int WINDOW = 256;

    private static final int CODE_BYTES = 16;

    private final Ticker ticker;
    private final int most;
    private final SecretKeySpec key;
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    private final NavigableMap<Long, Counts> used = new TreeMap<>();
    private long forgottenUntil = Long.MIN_VALUE;

    /** The counts of one nonce that were taken. */
    private static final class Counts {
        long highest;
        final long[] taken = new long[WINDOW / Long.SIZE];

        boolean isTaken(long count) {
            return count <= highest && (taken[word(count)] & bit(count)) != 0;
        }

        void take(long count) {
            if (count - highest >= WINDOW) {
                Arrays.fill(taken, 0);
            } else {
                for (long passed = highest + 1; passed < count; passed++) {
                    taken[word(passed)] &= ~bit(passed);
                }
            }
            taken[word(count)] |= bit(count);
            highest = Math.max(highest, count);
        }

        private static int word(long count) {
            return (int) (count % WINDOW) / Long.SIZE;
        }

        private static long bit(long count) {
            return 1L << (count % Long.SIZE);
        }
    }

    /** Nonces of which at most that many are in use at a time. */
    Nonces(Ticker ticker, int most) {
        this.ticker = ticker;
        this.most = most;
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    /** A nonce that was never given out before. */
    String next() {
        long now = ticker.nanoTime();
        // Each has a time of its own, so that the time is its name.
        long issued = last.updateAndGet(before -> Math.max(now, before + 1));
        byte[] nonce = ByteBuffer.allocate(Long.BYTES + CODE_BYTES)
                .putLong(issued)
                .put(code(issued))
                .array();
        return Base64.getUrlEncoder().encodeToString(nonce);
    }

    private byte[] code(long issued) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            byte[] whole =
                    mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(issued).array());
            return Arrays.copyOf(whole, CODE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        }
    }

    /** Returns whether that count of that nonce may still be taken. */
    boolean fresh(String nonce, long count) {
        Long issued = issued(nonce);
        return issued != null && takeable(issued, count);
    }

    /**
     * Takes a count of a nonce.
     *
     * @return whether it could be taken; false when it was taken before, the nonce is too old or none of this object's
     */
    synchronized boolean take(String nonce, long count) {
        Long issued = issued(nonce);
        if (issued == null || !takeable(issued, count)) {
            return false;
        }
        forgetOld();
        used.computeIfAbsent(issued, i -> new Counts()).take(count);
        if (used.size() > most) {
            forgottenUntil = used.pollFirstEntry().getKey();
        }
        return true;
    }

    private synchronized boolean takeable(long issued, long count) {
        if (ticker.nanoTime() - issued >= LIFE_NANOS || count < 1) {
            return false;
        }
        Counts counts = used.get(issued);
        if (counts == null) {
            return issued > forgottenUntil;
        }
        return count > counts.highest - WINDOW && !counts.isTaken(count);
    }

    /** Those that are too old are refused for their age and need not be remembered. */
    private void forgetOld() {
        used.headMap(ticker.nanoTime() - LIFE_NANOS, true).clear();
    }

    /** Returns the time at which the nonce was given out; null where this object did not do it. */
    private @Nullable Long issued(String nonce) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(nonce);
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (bytes.length != Long.BYTES + CODE_BYTES) {
            return null;
        }
        long issued = ByteBuffer.wrap(bytes).getLong();
        byte[] code = Arrays.copyOfRange(bytes, Long.BYTES, bytes.length);
        return MessageDigest.isEqual(code, code(issued)) ? issued : null;
    }
}
