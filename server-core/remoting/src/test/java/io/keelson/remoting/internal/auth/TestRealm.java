package io.keelson.remoting.internal.auth;

import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A realm of one user, ada with the password "pencil". */
public final class TestRealm implements ScramRealm {
    private static final byte[] SALT = "saltsaltsaltsalt".getBytes(StandardCharsets.US_ASCII);
    private final byte[] salted = ScramKeys.salted("pencil".toCharArray(), SALT, 4096);

    @Override
    public Verifier verifier(String user) {
        return new Verifier(4096, SALT, ScramKeys.hash(ScramKeys.clientKey(salted)), ScramKeys.serverKey(salted));
    }

    @Override
    public Optional<RemoteCaller> authenticate(String user, Predicate<Verifier> proof) {
        boolean right = proof.test(verifier(user));
        return right && user.equals("ada")
                ? Optional.of(new RemoteCaller(() -> user, Set.of("users")))
                : Optional.empty();
    }
}
