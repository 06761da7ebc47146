package io.keelson.security;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
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
import org.jspecify.annotations.Nullable;

/**
 * Remembers passwords that were right, so that BASIC, which sends one with each request, does not pay for the slow hash each
 * time. What is kept is a hash under a key that only this object has, so that a copy of the heap is no easier to guess from
 * after the process has ended. Bounded; entries end after some minutes and with the state of the realm. Thread-safe.
 */
final class RecentLogins {
    private static final int MOST = 1000;
    private static final long LIFE_NANOS = Duration.ofMinutes(5).toNanos();

    /** A login that succeeded, and until when it counts. */
    private record Login(Caller caller, long until) {}

    private final SecretKeySpec key;
    private final Ticker ticker;
    private final ConcurrentHashMap<ByteBuffer, Login> logins = new ConcurrentHashMap<>();

    RecentLogins(SecureRandom random, Ticker ticker) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, "HmacSHA256");
        this.ticker = ticker;
    }

    /** Under what a login is remembered. */
    ByteBuffer fingerprint(RealmUser user, char[] password) {
        ByteBuffer text = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(user.verifier().storedKey());
            mac.update(text.duplicate());
            return ByteBuffer.wrap(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        } finally {
            Arrays.fill(text.array(), (byte) 0);
        }
    }

    @Nullable
    Caller find(ByteBuffer fingerprint) {
        Login login = logins.get(fingerprint);
        if (login == null) {
            return null;
        }
        if (ticker.nanoTime() - login.until >= 0) {
            logins.remove(fingerprint, login);
            return null;
        }
        return login.caller;
    }

    void remember(ByteBuffer fingerprint, Caller caller) {
        Iterator<ByteBuffer> any = logins.keySet().iterator();
        while (logins.size() >= MOST && any.hasNext()) {
            any.next();
            any.remove();
        }
        logins.put(fingerprint, new Login(caller, ticker.nanoTime() + LIFE_NANOS));
    }

    int size() {
        return logins.size();
    }
}
