package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.ClientLogin;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import io.keelson.remoting.internal.wire.PeerIdentity;
import java.security.SecureRandom;
import java.util.List;

/** Logs in as a server where the other end is one too, of this domain or of one that it trusts, and as nobody elsewhere. */
public final class DomainLogin implements ClientLogin {
    private final List<DomainTrust> trusts;
    private final ChannelBinding binding;
    private final SecureRandom random;
    private ClientLogin chosen = new AnonymousLogin();
    private PeerIdentity peer = PeerIdentity.NOBODY;

    /**
     * Over a connection that is protected or within this machine.
     *
     * @param trusts in the order in which they are preferred
     * @param binding what ties the login to the connection
     */
    public DomainLogin(List<DomainTrust> trusts, ChannelBinding binding, SecureRandom random) {
        this.trusts = List.copyOf(trusts);
        this.binding = binding;
        this.random = random;
    }

    @Override
    public String choose(List<String> offered) throws LoginRefusedException {
        for (DomainTrust each : trusts) {
            if (offered.contains(each.mechanism())) {
                chosen = PasswordLogin.ofDomain(each, binding, random);
                peer = each.identity();
                break;
            }
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
        return peer;
    }
}
