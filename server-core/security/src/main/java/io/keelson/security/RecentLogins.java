package io.keelson.security;

import io.keelson.base.time.Ticker;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Remembers passwords that were right, so that BASIC, which sends one with each request, does not pay for the slow hash each
 * time, nor somebody else be asked. What is kept is a hash under a key that only this object has, so that a copy of the heap is no easier
 * to guess from after the process has ended. Bounded; entries end after some minutes. Thread-safe.
 */
final class RecentLogins {
    private static final int MOST = 1000;

    private final SecretKeySpec key;
    private final Ticker ticker;
    private final ConcurrentHashMap<ByteBuffer, Long> logins = new ConcurrentHashMap<>();

    RecentLogins(SecureRandom random, Ticker ticker) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, "HmacSHA256");
        this.ticker = ticker;
    }

    /** Under what a login is remembered: it is another one when provider, user, password or verifier is. */
    ByteBuffer fingerprint(String provider, Account account, char[] password) {
        ByteBuffer text = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            ScramVerifier verifier = account.verifier();
            mac.update(framed(provider.getBytes(StandardCharsets.UTF_8)));
            mac.update(framed(account.name().getBytes(StandardCharsets.UTF_8)));
            mac.update(framed(verifier == null ? new byte[0] : verifier.storedKey()));
            mac.update(text.duplicate());
            return ByteBuffer.wrap(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        } finally {
            Arrays.fill(text.array(), (byte) 0);
        }
    }

    private static byte[] framed(byte[] bytes) {
        return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    /** Returns whether that login succeeded, not long ago. */
    boolean knows(ByteBuffer fingerprint) {
        Long until = logins.get(fingerprint);
        if (until == null) {
            return false;
        }
        if (ticker.nanoTime() - until >= 0) {
            logins.remove(fingerprint, until);
            return false;
        }
        return true;
    }

    /** Remembers a login that succeeded, for some time. */
    void remember(ByteBuffer fingerprint, Duration life) {
        if (life.isZero()) {
            return;
        }
        Iterator<ByteBuffer> any = logins.keySet().iterator();
        while (logins.size() >= MOST && any.hasNext()) {
            any.next();
            any.remove();
        }
        logins.put(fingerprint, ticker.nanoTime() + life.toNanos());
    }

    int size() {
        return logins.size();
    }
}
