package io.keelson.security;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A directory: users with passwords that nobody can read, in names that do not tell upper from lower case. Counts what it is asked. */
final class FakeProvider implements RealmProvider {
    private final Map<String, String> passwords = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> groups = new ConcurrentHashMap<>();
    final List<String> asked = new ArrayList<>();
    volatile boolean away;
    volatile boolean closed;

    FakeProvider with(String user, String password, String... in) {
        passwords.put(user, password);
        groups.put(user, Set.of(in));
        return this;
    }

    void remove(String user) {
        passwords.remove(user);
    }

    /** Returns what was asked since the last time. */
    List<String> asked() {
        List<String> copy = List.copyOf(asked);
        asked.clear();
        return copy;
    }

    private void ask(String what) throws ProviderAwayException {
        asked.add(what);
        if (away) {
            throw new ProviderAwayException("the directory is away", null);
        }
    }

    @Override
    public Optional<Account> find(String user) throws ProviderAwayException {
        ask("find");
        return passwords.keySet().stream()
                .filter(name -> name.equalsIgnoreCase(user))
                .findFirst()
                .map(FakeAccount::new);
    }

    @Override
    public boolean keepsVerifiers() {
        return false;
    }

    @Override
    public void pretend(char[] password) {
        asked.add("check");
    }

    @Override
    public void probe() throws ProviderAwayException {
        ask("probe");
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class FakeAccount implements Account {
        private final String name;

        FakeAccount(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Set<String> groups() {
            return groups.get(name);
        }

        @Override
        public boolean matches(char[] password) throws ProviderAwayException {
            ask("check");
            return String.valueOf(password).equals(passwords.get(name));
        }

        @Override
        public @Nullable ScramVerifier verifier() {
            return null;
        }

        @Override
        public @Nullable String ha1(DigestAlgorithm algorithm, String realm) {
            return null;
        }
    }
}
