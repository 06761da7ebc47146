package io.keelson.cache.infinispan;

import io.keelson.cache.spi.CacheEngine.Challenge;
import io.keelson.cache.spi.CacheEngine.Logins;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import java.util.function.BiFunction;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.security.auth.Subject;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;
import org.infinispan.server.core.security.sasl.SubjectSaslServer;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677) against the keys that the realm stores. Elytron's own needs the salted
 * password, which the realm does not have. Of one login, and of one thread at a time.
 */
final class ScramServer implements SaslServer {
    static final String MECHANISM = "SCRAM-SHA-256";

    private static final int LONGEST = 4_096;
    private static final int NONCE_BYTES = 18;

    private final Logins logins;
    private final BiFunction<String, Set<String>, Subject> subjects;
    private final SecureRandom random = new SecureRandom();
    private @Nullable Begun begun;
    private @Nullable String user;
    private @Nullable Subject subject;
    private boolean failed;

    /** The first half of a login. */
    private record Begun(String user, String header, String nonce, String messages) {}

    ScramServer(Logins logins, BiFunction<String, Set<String>, Subject> subjects) {
        this.logins = logins;
        this.subjects = subjects;
    }

    @Override
    public String getMechanismName() {
        return MECHANISM;
    }

    @Override
    public byte[] evaluateResponse(byte[] response) throws SaslException {
        if (failed || subject != null) {
            throw new SaslException("the login has ended");
        }
        if (response.length > LONGEST) {
            failed = true;
            throw new SaslException("a message of a login is longer than " + LONGEST + " bytes");
        }
        String message = new String(response, StandardCharsets.UTF_8);
        boolean done = false;
        try {
            Begun now = begun;
            String answer = now == null ? first(message) : last(now, message);
            done = true;
            return answer.getBytes(StandardCharsets.UTF_8);
        } finally {
            failed = !done;
        }
    }

    /** {@code n,a=authzid,n=user,r=nonce}: channel binding is not offered, and nobody acts for somebody else. */
    private String first(String message) throws SaslException {
        String[] parts = message.split(",", -1);
        if (parts.length < 4 || !parts[0].equals("n") && !parts[0].equals("y")) {
            throw new SaslException("a login begins with something else than SCRAM without channel binding");
        }
        if (!parts[2].startsWith("n=") || !parts[3].startsWith("r=") || parts[3].length() < 3) {
            throw new SaslException("the first message of a login has no user or no nonce");
        }
        String name = unescaped(parts[2].substring(2));
        if (!parts[1].isEmpty() && !parts[1].equals("a=" + parts[2].substring(2))) {
            throw new SaslException("a user cannot act for another");
        }
        byte[] own = new byte[NONCE_BYTES];
        random.nextBytes(own);
        String nonce =
                parts[3].substring(2) + Base64.getEncoder().withoutPadding().encodeToString(own);
        Challenge challenge = logins.challenge(name);
        String answer = "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(challenge.salt()) + ",i="
                + challenge.iterations();
        String header = parts[0] + ',' + parts[1] + ',';
        begun = new Begun(name, header, nonce, message.substring(header.length()) + ',' + answer);
        return answer;
    }

    private static String unescaped(String name) throws SaslException {
        String plain = name.replace("=2C", ",").replace("=3D", "\0");
        if (plain.indexOf('=') >= 0 || name.isEmpty()) {
            throw new SaslException("the name of a user in a login is malformed");
        }
        return plain.replace('\0', '=');
    }

    /** {@code c=header,r=nonce,p=proof}. */
    private String last(Begun now, String message) throws SaslException {
        int end = message.lastIndexOf(",p=");
        String bare = end < 0 ? "" : message.substring(0, end);
        String expected = "c=" + Base64.getEncoder().encodeToString(now.header().getBytes(StandardCharsets.UTF_8))
                + ",r=" + now.nonce();
        byte[] proof;
        try {
            proof = end < 0 ? new byte[0] : Base64.getDecoder().decode(message.substring(end + 3));
        } catch (IllegalArgumentException e) {
            throw new SaslException("the proof of a login is not base64", e);
        }
        byte[] signed = (now.messages() + ',' + bare).getBytes(StandardCharsets.UTF_8);
        byte[][] verifier = new byte[1][];
        boolean whole =
                MessageDigest.isEqual(bare.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
        Set<String> groups = logins.login(now.user(), (storedKey, serverKey) -> {
            verifier[0] = hmac(serverKey, signed);
            return whole && proves(storedKey, signed, proof);
        });
        byte[] signature = verifier[0];
        if (groups == null || signature == null) {
            throw new SaslException("user or password are wrong");
        }
        user = now.user();
        subject = subjects.apply(now.user(), groups);
        return "v=" + Base64.getEncoder().encodeToString(signature);
    }

    private static boolean proves(byte[] storedKey, byte[] signed, byte[] proof) {
        byte[] signature = hmac(storedKey, signed);
        if (proof.length != signature.length) {
            return false;
        }
        byte[] clientKey = new byte[proof.length];
        for (int i = 0; i < proof.length; i++) {
            clientKey[i] = (byte) (proof[i] ^ signature[i]);
        }
        try {
            return MessageDigest.isEqual(MessageDigest.getInstance("SHA-256").digest(clientKey), storedKey);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    private static byte[] hmac(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        }
    }

    @Override
    public boolean isComplete() {
        return subject != null;
    }

    @Override
    public String getAuthorizationID() {
        String name = user;
        if (name == null) {
            throw new IllegalStateException("the login has not ended");
        }
        return name;
    }

    @Override
    public byte[] unwrap(byte[] incoming, int offset, int length) throws SaslException {
        throw new SaslException(MECHANISM + " has no layer of its own");
    }

    @Override
    public byte[] wrap(byte[] outgoing, int offset, int length) throws SaslException {
        throw new SaslException(MECHANISM + " has no layer of its own");
    }

    @Override
    public @Nullable Object getNegotiatedProperty(String name) {
        if (subject == null) {
            throw new IllegalStateException("the login has not ended");
        }
        return switch (name) {
            case Sasl.QOP -> "auth";
            case SubjectSaslServer.SUBJECT -> subject;
            default -> null;
        };
    }

    @Override
    public void dispose() {
        begun = null;
    }
}
