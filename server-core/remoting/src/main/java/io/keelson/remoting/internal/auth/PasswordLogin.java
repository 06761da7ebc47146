package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.ClientLogin;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of SCRAM-SHA-256. The password is used to compute a proof and never sent; the server has to prove that
 * it knows the verifier.
 */
public final class PasswordLogin implements ClientLogin {
    private static final int FEWEST_ITERATIONS = 4096;
    private static final int MOST_ITERATIONS = 10_000_000;
    private static final int NONCE_BYTES = 18;

    private final String bound;
    private final @Nullable String unbound;
    private final String user;
    private final char[] password;
    private final boolean protectedPath;
    private final @Nullable ChannelBinding binding;
    private final String nonce;
    private String gs2 = "n,,";
    private String firstBare = "";
    private byte[] serverSignature = {};

    /**
     * Logs in once.
     *
     * @param password is copied, and the copy wiped when it has been used
     * @param protectedPath whether the connection is protected by TLS or does not leave this machine
     * @param binding what ties the login to its TLS connection; null for nothing
     */
    public PasswordLogin(
            String user,
            char[] password,
            boolean protectedPath,
            @Nullable ChannelBinding binding,
            SecureRandom random) {
        this(Mechanism.SCRAM_PLUS, Mechanism.SCRAM, user, password, protectedPath, binding, random);
    }

    /** A server's login by its domain's key; never without a binding. */
    static PasswordLogin ofDomain(DomainTrust trust, ChannelBinding binding, SecureRandom random) {
        return new PasswordLogin(trust.mechanism(), null, trust.server(), trust.password(), true, binding, random);
    }

    private PasswordLogin(
            String bound,
            @Nullable String unbound,
            String user,
            char[] password,
            boolean protectedPath,
            @Nullable ChannelBinding binding,
            SecureRandom random) {
        this.bound = bound;
        this.unbound = unbound;
        this.user = user;
        this.password = password.clone();
        this.protectedPath = protectedPath;
        this.binding = binding;
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        this.nonce = Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public String choose(List<String> offered) throws LoginRefusedException {
        if (!protectedPath) {
            throw new LoginRefusedException("no user and password are given over a connection that is neither"
                    + " protected by TLS nor within this machine; use keelsons://");
        }
        if (binding != null && offered.contains(bound)) {
            gs2 = "p=" + binding.type() + ",,";
            return bound;
        }
        if (unbound != null && offered.contains(unbound)) {
            gs2 = binding == null ? "n,," : "y,,";
            return unbound;
        }
        throw new LoginRefusedException("the server lets no user log in on this connection: it offers " + offered);
    }

    /** Wipes the copy of the password: another login is used. */
    void forget() {
        Arrays.fill(password, '\0');
    }

    @Override
    public byte[] begin() {
        firstBare = "n=" + ScramMessage.escape(Normalizer.normalize(user, Normalizer.Form.NFKC)) + ",r=" + nonce;
        return utf8(gs2 + firstBare);
    }

    @Override
    public byte[] answer(byte[] challenge) throws LoginRefusedException {
        String serverFirst = ScramMessage.text(challenge);
        ScramMessage message = ScramMessage.parse(serverFirst);
        String both = message.value(0, 'r');
        byte[] salt = message.bytes(1, 's');
        int iterations = iterations(message.value(2, 'i'));
        if (!both.startsWith(nonce) || both.length() == nonce.length()) {
            throw new LoginRefusedException("the server's nonce does not continue the client's");
        }
        byte[] bindingInput = input();
        String withoutProof = "c=" + Base64.getEncoder().encodeToString(bindingInput) + ",r=" + both;
        String auth = firstBare + "," + serverFirst + "," + withoutProof;
        byte[] salted = salted(salt, iterations);
        byte[] clientKey = ScramKeys.clientKey(salted);
        byte[] proof = ScramKeys.xor(clientKey, ScramKeys.hmac(ScramKeys.hash(clientKey), auth));
        serverSignature = ScramKeys.hmac(ScramKeys.serverKey(salted), auth);
        Arrays.fill(salted, (byte) 0);
        return utf8(withoutProof + ",p=" + Base64.getEncoder().encodeToString(proof));
    }

    private byte[] salted(byte[] salt, int iterations) throws LoginRefusedException {
        char[] prepared =
                Normalizer.normalize(new String(password), Normalizer.Form.NFKC).toCharArray();
        try {
            return ScramKeys.salted(prepared, salt, iterations);
        } catch (IllegalArgumentException e) {
            throw new LoginRefusedException("the server's challenge cannot be used: " + e.getMessage());
        } finally {
            Arrays.fill(prepared, '\0');
            Arrays.fill(password, '\0');
        }
    }

    /** Returns what the binding is computed from; without one the header alone. */
    private byte[] input() {
        byte[] header = utf8(gs2);
        if (binding == null || !gs2.startsWith("p=")) {
            return header;
        }
        byte[] input = Arrays.copyOf(header, header.length + binding.data().length);
        System.arraycopy(binding.data(), 0, input, header.length, binding.data().length);
        return input;
    }

    private static int iterations(String text) throws LoginRefusedException {
        try {
            int iterations = Integer.parseInt(text);
            if (iterations >= FEWEST_ITERATIONS && iterations <= MOST_ITERATIONS) {
                return iterations;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new LoginRefusedException("the server asks for " + text + " iterations, which are not between "
                + FEWEST_ITERATIONS + " and " + MOST_ITERATIONS);
    }

    @Override
    public void finish(byte[] last) throws LoginRefusedException {
        byte[] claimed = ScramMessage.parse(ScramMessage.text(last)).bytes(0, 'v');
        if (serverSignature.length == 0 || !MessageDigest.isEqual(claimed, serverSignature)) {
            throw new LoginRefusedException("the server does not know the user's password: it is not the one it seems");
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
