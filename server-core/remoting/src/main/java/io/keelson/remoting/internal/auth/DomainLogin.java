package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.ClientLogin;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import io.keelson.remoting.internal.wire.PeerIdentity;
import java.security.SecureRandom;
import java.util.List;

/** Logs in as a server of the domain where the other end is one too, and as nobody elsewhere. */
public final class DomainLogin implements ClientLogin {
    private final DomainTrust trust;
    private final PasswordLogin proof;
    private ClientLogin chosen = new AnonymousLogin();

    /** Over a connection that is protected or within this machine, with what ties the login to it. */
    public DomainLogin(DomainTrust trust, ChannelBinding binding, SecureRandom random) {
        this.trust = trust;
        this.proof = PasswordLogin.ofDomain(trust, binding, random);
    }

    @Override
    public String choose(List<String> offered) throws LoginRefusedException {
        if (offered.contains(trust.mechanism())) {
            chosen = proof;
        }
        return chosen.choose(offered);
    }

    @Override
    public byte[] begin() {
        return chosen.begin();
    }

    @Override
    public byte[] answer(byte[] challenge) throws LoginRefusedException {
        return chosen.answer(challenge);
    }

    @Override
    public void finish(byte[] last) throws LoginRefusedException {
        chosen.finish(last);
    }

    @Override
    public PeerIdentity peer() {
        return chosen == proof ? PeerIdentity.SERVER : PeerIdentity.NOBODY;
    }
}
