package io.keelson.remoting.internal.auth;

import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Users as {@link TestRealm} has, and dora of a directory, whose password "s\u00e9same" can only be checked. */
public final class DirectoryRealm implements ScramRealm {
    private final TestRealm verified = new TestRealm();
    /** The passwords that were seen, and what became of the arrays that they were in. */
    public final List<char[]> seen = new CopyOnWriteArrayList<>();

    public final List<String> passwords = new CopyOnWriteArrayList<>();

    @Override
    public Verifier verifier(String user) {
        return verified.verifier(user);
    }

    @Override
    public Optional<RemoteCaller> authenticate(String user, Predicate<Verifier> proof) {
        return verified.authenticate(user, proof);
    }

    @Override
    public boolean passwords() {
        return true;
    }

    @Override
    public Optional<RemoteCaller> authenticate(String user, char[] password) {
        seen.add(password);
        passwords.add(new String(password));
        return user.equals("dora") && Arrays.equals(password, "s\u00e9same".toCharArray())
                ? Optional.of(new RemoteCaller(() -> user, Set.of("staff")))
                : Optional.empty();
    }
}
