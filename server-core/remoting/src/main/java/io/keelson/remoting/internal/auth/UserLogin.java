package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.ClientLogin;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.text.Normalizer;
import java.util.List;

/**
 * Logs in as a user by the strongest that the server offers: SCRAM bound to TLS, SCRAM, and within TLS where the client allows it the
 * password itself. A realm that cannot check SCRAM for this user refuses it, and then the caller may try {@link Plain#FIRST}.
 */
public final class UserLogin implements ClientLogin {
    private final PasswordLogin scram;
    private final String user;
    private final char[] password;
    private final Plain plain;
    private boolean byPlain;
    private volatile boolean plainLeft;

    /** Policy for sending the password itself. */
    public enum Plain {
        /** Never: the client forbids it, or the connection is not protected by TLS. */
        NEVER,
        /** Last choice: it is sent where nothing stronger is offered. */
        LAST,
        /** First choice: it is sent where it is offered at all, as SCRAM was refused before. */
        FIRST
    }

    /**
     * Logs in once.
     *
     * @param scram the login by SCRAM
     * @param password not kept longer than the login; its owner wipes it
     * @param plain must be {@link Plain#NEVER} on a connection without TLS
     */
    public UserLogin(PasswordLogin scram, String user, char[] password, Plain plain) {
        this.scram = scram;
        this.user = user;
        this.password = password;
        this.plain = plain;
    }

    @Override
    public String choose(List<String> offered) throws LoginRefusedException {
        boolean plainOffered = offered.contains(Mechanism.PLAIN);
        boolean scramOffered = offered.contains(Mechanism.SCRAM) || offered.contains(Mechanism.SCRAM_PLUS);
        if (plainOffered && plain != Plain.NEVER && (plain == Plain.FIRST || !scramOffered)) {
            byPlain = true;
            scram.forget();
            return Mechanism.PLAIN;
        }
        if (plainOffered && !scramOffered) {
            throw new LoginRefusedException(
                    "the server wants the password itself, which is given over TLS only (keelsons://), and where the"
                            + " client does not forbid it");
        }
        plainLeft = plainOffered && plain == Plain.LAST;
        return scram.choose(offered);
    }

    /** Returns whether SCRAM was chosen and the server offers to look at the password itself, which this client would give. */
    public boolean plainLeft() {
        return plainLeft;
    }

    @Override
    public byte[] begin() {
        return byPlain
                ? new PlainMessage(Normalizer.normalize(user, Normalizer.Form.NFKC), password).bytes()
                : scram.begin();
    }

    @Override
    public byte[] answer(byte[] challenge) throws LoginRefusedException {
        if (byPlain) {
            throw new LoginRefusedException("the server asks on, and has the password already");
        }
        return scram.answer(challenge);
    }

    @Override
    public void finish(byte[] last) throws LoginRefusedException {
        if (!byPlain) { // by PLAIN it has proved by its certificate who it is
            scram.finish(last);
        }
    }
}
