package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.ClientLogin;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.util.List;

/** Logs in as nobody. */
public final class AnonymousLogin implements ClientLogin {
    @Override
    public String choose(List<String> offered) throws LoginRefusedException {
        if (!offered.contains(Mechanism.ANONYMOUS)) {
            throw new LoginRefusedException(
                    "the server lets nobody in without a user and a password: it offers " + offered);
        }
        return Mechanism.ANONYMOUS;
    }

    @Override
    public byte[] begin() {
        return new byte[0];
    }

    @Override
    public byte[] answer(byte[] challenge) throws LoginRefusedException {
        throw new LoginRefusedException("the server asks nobody for a proof");
    }

    @Override
    public void finish(byte[] last) {
        // Nothing to check.
    }
}
