package io.keelson.boot;

import io.keelson.kernel.context.Caller;
import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import io.keelson.security.CertificateUsers;
import io.keelson.security.Realm;
import io.keelson.security.ScramVerifier;
import java.util.Optional;
import java.util.function.Predicate;
import javax.security.auth.x500.X500Principal;

/**
 * The users of a realm, as protocols of remote calls let them in.
 *
 * @param certificates finds the users of certificates
 */
record RealmUsers(Realm realm, CertificateUsers certificates) implements ScramRealm {
    @Override
    public Verifier verifier(String user) {
        return verifier(realm.scramVerifier(user));
    }

    @Override
    public Optional<RemoteCaller> authenticate(String user, Predicate<Verifier> proof) {
        return realm.authenticateByScram(user, verifier -> proof.test(verifier(verifier)))
                .map(RealmUsers::caller);
    }

    @Override
    public boolean passwords() {
        return realm.checksPasswordsOnly();
    }

    @Override
    public Optional<RemoteCaller> authenticate(String user, char[] password) {
        return realm.authenticateWithoutVerifier(user, password).map(RealmUsers::caller);
    }

    @Override
    public String name() {
        return realm.name();
    }

    @Override
    public Optional<RemoteCaller> login(String user, char[] password) {
        return realm.authenticate(user, password).map(RealmUsers::caller);
    }

    @Override
    public Optional<RemoteCaller> find(String user) {
        return realm.find(user).map(RealmUsers::caller);
    }

    @Override
    public Optional<RemoteCaller> find(X500Principal subject) {
        return certificates.user(subject).flatMap(this::find);
    }

    private static RemoteCaller caller(Caller caller) {
        return new RemoteCaller(caller.principal(), caller.groups());
    }

    private static Verifier verifier(ScramVerifier of) {
        return new Verifier(of.iterations(), of.salt(), of.storedKey(), of.serverKey());
    }
}
