package io.keelson.boot;

import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import io.keelson.security.Realm;
import io.keelson.security.ScramVerifier;
import java.util.Optional;
import java.util.function.Predicate;

/** The users of a realm, as the native protocol lets them in. */
record RealmUsers(Realm realm) implements ScramRealm {
    @Override
    public Verifier verifier(String user) {
        return verifier(realm.scramVerifier(user));
    }

    @Override
    public Optional<RemoteCaller> authenticate(String user, Predicate<Verifier> proof) {
        return realm.authenticateByScram(user, verifier -> proof.test(verifier(verifier)))
                .map(caller -> new RemoteCaller(caller.principal(), caller.groups()));
    }

    @Override
    public boolean passwords() {
        return realm.checksPasswordsOnly();
    }

    @Override
    public Optional<RemoteCaller> authenticate(String user, char[] password) {
        return realm.authenticateWithoutVerifier(user, password)
                .map(caller -> new RemoteCaller(caller.principal(), caller.groups()));
    }

    private static Verifier verifier(ScramVerifier of) {
        return new Verifier(of.iterations(), of.salt(), of.storedKey(), of.serverKey());
    }
}
