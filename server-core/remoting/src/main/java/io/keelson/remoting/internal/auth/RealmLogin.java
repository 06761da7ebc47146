package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.LoginRefusedException;
import io.keelson.remoting.internal.wire.PeerIdentity;
import io.keelson.remoting.internal.wire.ServerLogin;
import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import io.keelson.remoting.spi.ScramRealm.Verifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server's side: SCRAM-SHA-256 against a realm, within TLS also the password itself where the realm can only check that, servers of
 * the domain and of those that it trusts, and nobody where that is allowed. Where the path is not protected neither a user nor a server
 * can log in.
 */
public final class RealmLogin implements ServerLogin {
    private static final int NONCE_BYTES = 18;
    private static final String REFUSED = "the user is not known or the password is wrong";

    private final @Nullable ScramRealm realm;
    private final boolean protectedPath;
    private final boolean tls;
    private final boolean anonymous;
    private final @Nullable ChannelBinding binding;
    private final List<DomainTrust> domains;
    private final @Nullable ChannelBinding domainBinding;
    private final SecureRandom random;
    private String gs2 = "";
    private String user = "";
    private String firstBare = "";
    private String serverFirst = "";
    private String nonce = "";
    private boolean plus;

    /** Trust of the server which logs in; null where a user does. */
    private @Nullable DomainTrust server;

    /**
     * Lets one client in.
     *
     * @param realm who may log in; null for no user
     * @param protectedPath whether the connection is protected by TLS or does not leave this machine
     * @param tls whether the server itself ends the client's TLS here, so that the password could be sent
     * @param anonymous whether nobody may come in
     * @param binding the server's binding of the TLS connection; null for none
     * @param domains by what servers of the domain are known, and those of others that it trusts
     * @param ends the binding to both ends of a connection within this machine; null for none
     */
    public RealmLogin(
            @Nullable ScramRealm realm,
            boolean protectedPath,
            boolean tls,
            boolean anonymous,
            @Nullable ChannelBinding binding,
            List<DomainTrust> domains,
            @Nullable ChannelBinding ends,
            SecureRandom random) {
        this.realm = realm;
        this.protectedPath = protectedPath;
        this.tls = tls;
        this.anonymous = anonymous;
        this.binding = binding;
        this.domains = List.copyOf(domains);
        this.domainBinding = binding == null ? ends : binding;
        this.random = random;
    }

    @Override
    public List<String> mechanisms() {
        List<String> offered = new ArrayList<>();
        if (realm != null && protectedPath) {
            if (binding != null) {
                offered.add(Mechanism.SCRAM_PLUS);
            }
            offered.add(Mechanism.SCRAM);
            if (tls && realm.passwords()) {
                offered.add(Mechanism.PLAIN);
            }
        }
        if (domainBinding != null && protectedPath) {
            domains.forEach(each -> offered.add(each.mechanism()));
        }
        if (anonymous) {
            offered.add(Mechanism.ANONYMOUS);
        }
        return offered;
    }

    @Override
    public Step begin(String mechanism, byte[] first) throws LoginRefusedException {
        if (mechanism.equals(Mechanism.ANONYMOUS)) {
            return new Step.Accepted(new byte[0], PeerIdentity.NOBODY);
        }
        if (mechanism.equals(Mechanism.PLAIN)) {
            return plain(first);
        }
        server = domains.stream()
                .filter(each -> mechanism.equals(each.mechanism()))
                .findFirst()
                .orElse(null);
        plus = server != null || mechanism.equals(Mechanism.SCRAM_PLUS);
        String text = ScramMessage.text(first);
        int flagEnd = text.indexOf(',');
        int headerEnd = flagEnd < 0 ? -1 : text.indexOf(',', flagEnd + 1);
        if (headerEnd < 0) {
            throw new LoginRefusedException("the login does not begin as SCRAM does");
        }
        gs2 = text.substring(0, headerEnd + 1);
        checkFlag(text.substring(0, flagEnd));
        if (headerEnd != flagEnd + 1) {
            throw new LoginRefusedException("nobody logs in for somebody else here");
        }
        firstBare = text.substring(headerEnd + 1);
        ScramMessage message = ScramMessage.parse(firstBare);
        user = ScramMessage.unescape(message.value(0, 'n'));
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        nonce = message.value(1, 'r') + Base64.getEncoder().encodeToString(bytes);
        Verifier verifier = realm().verifier(user);
        serverFirst = "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(verifier.salt()) + ",i="
                + verifier.iterations();
        return new Step.Challenge(serverFirst.getBytes(StandardCharsets.UTF_8));
    }

    private Step plain(byte[] message) throws LoginRefusedException {
        try {
            PlainMessage login = PlainMessage.read(message);
            try {
                RemoteCaller caller = realm().authenticate(login.user(), login.password())
                        .orElseThrow(() -> new LoginRefusedException(REFUSED));
                return new Step.Accepted(new byte[0], PeerIdentity.user(caller));
            } finally {
                login.wipe();
            }
        } finally {
            Arrays.fill(message, (byte) 0);
        }
    }

    /** RFC 5802, 6: who could bind and thinks that the server cannot was deceived about what it offers. */
    private void checkFlag(String flag) throws LoginRefusedException {
        ChannelBinding own = binding();
        if (plus) {
            if (own == null || !flag.equals("p=" + own.type())) {
                throw new LoginRefusedException("the login is bound to the connection in a way that is not known here");
            }
        } else if (!flag.equals("n") && !(flag.equals("y") && own == null)) {
            throw new LoginRefusedException("somebody between client and server hides what the server offers");
        }
    }

    /** Returns what ties the login that was chosen to the connection. */
    private @Nullable ChannelBinding binding() {
        return server != null ? domainBinding : binding;
    }

    private ScramRealm realm() throws LoginRefusedException {
        ScramRealm chosen = server != null ? server : realm;
        if (chosen == null) {
            throw new LoginRefusedException("no user can log in here");
        }
        return chosen;
    }

    @Override
    public Step next(byte[] answer) throws LoginRefusedException {
        if (serverFirst.isEmpty()) {
            throw new LoginRefusedException("a step of the login has come out of turn");
        }
        String last = ScramMessage.text(answer);
        ScramMessage message = ScramMessage.parse(last);
        boolean bound = MessageDigest.isEqual(message.bytes(0, 'c'), input());
        boolean continued = message.value(1, 'r').equals(nonce);
        byte[] proof = message.bytes(2, 'p');
        String auth = firstBare + "," + serverFirst + "," + last.substring(0, last.lastIndexOf(",p="));
        Verifier[] used = new Verifier[1];
        Optional<RemoteCaller> caller = realm().authenticate(user, verifier -> {
            used[0] = verifier;
            return proves(proof, verifier, auth) && bound && continued;
        });
        serverFirst = "";
        DomainTrust trust = server;
        if (caller.isEmpty() || used[0] == null) {
            throw new LoginRefusedException(
                    trust == null
                            ? REFUSED
                            : trust.domain() == null
                                    ? "its key is not this domain's, or somebody is in between"
                                    : "its secret is not the one that this domain has for domain " + trust.domain()
                                            + ", or somebody is in between");
        }
        String signature = Base64.getEncoder().encodeToString(ScramKeys.hmac(used[0].serverKey(), auth));
        return new Step.Accepted(
                ("v=" + signature).getBytes(StandardCharsets.US_ASCII),
                trust == null ? PeerIdentity.user(caller.get()) : trust.identity());
    }

    private static boolean proves(byte[] proof, Verifier verifier, String auth) {
        if (proof.length != ScramKeys.KEY_BYTES) {
            return false;
        }
        byte[] clientKey = ScramKeys.xor(proof, ScramKeys.hmac(verifier.storedKey(), auth));
        return MessageDigest.isEqual(ScramKeys.hash(clientKey), verifier.storedKey());
    }

    private byte[] input() {
        byte[] header = gs2.getBytes(StandardCharsets.UTF_8);
        ChannelBinding own = binding();
        if (!plus || own == null) {
            return header;
        }
        byte[] input = Arrays.copyOf(header, header.length + own.data().length);
        System.arraycopy(own.data(), 0, input, header.length, own.data().length);
        return input;
    }
}
