package io.keelson.security;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The realm of a domain: its file first, then the providers of the configuration in their order; the first that knows a user decides
 * about it. See docs/design/realms.md.
 *
 * <p>Thread-safe: the doors are fixed, and each guards itself.
 */
public final class DomainRealm implements Realm, AutoCloseable {
    private static final int LONGEST = 1024;

    private final String name;
    private final int iterations;
    private final SecureRandom random = new SecureRandom();
    private final Lockout lockout;
    private final ScramVerifier nobody;
    private final Set<DigestAlgorithm> digests;
    private final RecentLogins logins;
    private final List<GuardedProvider> doors;

    /**
     * Provider that decides about a user.
     *
     * @param guarded the first provider that knows it; null: none does
     * @param account the user; null where there is none
     * @param told false where nobody can tell, as a provider that would have to be asked is away
     */
    private record Decision(
            @Nullable GuardedProvider guarded, @Nullable Account account, boolean told) {
        static final Decision NOBODY = new Decision(null, null, true);
        static final Decision UNTOLD = new Decision(null, null, false);
    }

    /** A login that was let in or not, by whom. */
    private interface Check {
        boolean right(GuardedProvider guarded, Account account) throws ProviderAwayException;
    }

    /**
     * Opens the realm and reads its file.
     *
     * @param domain the domain's directory, against which the file is resolved
     */
    public DomainRealm(SecuritySettings settings, Path domain, Ticker ticker) {
        this(settings, domain, ticker, List.of());
    }

    /** With providers to be asked after the file. */
    DomainRealm(SecuritySettings settings, Path domain, Ticker ticker, List<GuardedProvider> others) {
        this.name = settings.realmName();
        this.iterations = settings.iterations();
        this.lockout = new Lockout(settings.lockout(), ticker);
        // An EnumSet is in the order of the enum, which is that of preference.
        Set<DigestAlgorithm> enabled = EnumSet.noneOf(DigestAlgorithm.class);
        enabled.addAll(settings.digestAlgorithms());
        this.digests = Collections.unmodifiableSet(enabled);
        this.logins = new RecentLogins(random, ticker);
        byte[] keys = new byte[32];
        random.nextBytes(keys);
        this.nobody = new ScramVerifier(iterations, new byte[16], keys, keys);
        List<GuardedProvider> all = new ArrayList<>();
        all.add(GuardedProvider.file(new FileUsers(settings, domain, ticker, lockout::forget), ticker));
        all.addAll(others);
        this.doors = List.copyOf(all);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<Caller> find(String user) {
        Decision decision = decide(prepared(user), false);
        return decision.guarded == null || decision.account == null
                ? Optional.empty()
                : Optional.of(decision.guarded.caller(decision.account));
    }

    @Override
    public Optional<Caller> authenticate(String user, char[] password) {
        return authenticate(user, password, account -> true);
    }

    @Override
    public boolean checksPasswordsOnly() {
        return doors.stream().anyMatch(guarded -> !guarded.provider().keepsVerifiers());
    }

    @Override
    public Optional<Caller> authenticateWithoutVerifier(String user, char[] password) {
        return authenticate(user, password, account -> account.verifier() == null);
    }

    /** @param whose whose password is looked at; that of others costs the same, and is neither right nor wrong */
    private Optional<Caller> authenticate(String user, char[] password, Predicate<Account> whose) {
        if (password.length == 0 || password.length > LONGEST || user.length() > LONGEST) {
            return Optional.empty();
        }
        String asked = prepared(user);
        boolean locked = locked(user, asked);
        Decision known = remembered(asked);
        if (!locked
                && known.guarded != null
                && known.account != null
                && whose.test(known.account)
                && knows(known.guarded, known.account, password)) {
            known.guarded.count(true);
            return Optional.of(known.guarded.caller(known.account));
        }
        Decision decision = decide(asked, true);
        if (locked || locked(decision)) {
            // As much work as for a wrong password: else the time would tell that the name is locked, and when that
            // ends.
            pretendToMatch(decision, password);
            pretend(decision, asked, password);
            return Optional.empty();
        }
        if (decision.account != null && !whose.test(decision.account)) {
            nobody.matches(password);
            pretend(decision, asked, password);
            return Optional.empty();
        }
        Optional<Caller> caller = check(user, decision, (guarded, account) -> {
            if (!guarded.matches(account, password)) {
                return false;
            }
            logins.remember(logins.fingerprint(guarded.name(), account, password), guarded.cacheTime());
            return true;
        });
        if (caller.isEmpty()) {
            pretend(decision, asked, password);
        }
        return caller;
    }

    private boolean knows(GuardedProvider guarded, Account account, char[] password) {
        return !lockout.locked(account.name(), true)
                && logins.knows(logins.fingerprint(guarded.name(), account, password));
    }

    private boolean locked(Decision decision) {
        return decision.account != null && lockout.locked(decision.account.name(), true);
    }

    /** Costs what the check of a wrong password costs at the provider that knows the user. */
    private void pretendToMatch(Decision decision, char[] password) {
        if (decision.guarded == null) {
            return; // pretend does it
        }
        if (decision.guarded.provider().keepsVerifiers()) {
            nobody.matches(password);
        } else {
            decision.guarded.pretend(password);
        }
    }

    /** Does the rest of what a login costs that ends nowhere, so that the time does not tell whose user it was. */
    private void pretend(Decision decision, @Nullable String asked, char[] password) {
        if (decision.guarded == null || !decision.guarded.provider().keepsVerifiers()) {
            nobody.matches(password);
        }
        boolean later = false;
        for (GuardedProvider guarded : doors) {
            if (guarded == decision.guarded) {
                later = true;
            } else {
                if (later && asked != null) {
                    guarded.pretendToAsk(asked);
                }
                guarded.pretend(password);
            }
        }
    }

    @Override
    public Set<DigestAlgorithm> digests() {
        return digests;
    }

    @Override
    public Optional<Caller> authenticate(String user, DigestAlgorithm algorithm, Predicate<String> proof) {
        if (!digests.contains(algorithm) || user.length() > LONGEST) {
            return Optional.empty();
        }
        String asked = prepared(user);
        boolean locked = locked(user, asked);
        Decision decision = decide(asked, true);
        String ha1 = decision.account == null ? null : decision.account.ha1(algorithm, name);
        // For a name that nobody has the same is computed, with a hash that is nobody's.
        boolean right = proof.test(ha1 == null ? randomHash(algorithm) : ha1) && ha1 != null;
        return locked ? Optional.empty() : check(user, decision, (guarded, account) -> right);
    }

    @Override
    public ScramVerifier scramVerifier(String user) {
        Decision decision = user.length() > LONGEST ? Decision.NOBODY : decide(prepared(user), true);
        ScramVerifier own = decision.account == null ? null : decision.account.verifier();
        return own == null ? nobody.withSaltOf(user, iterations) : own;
    }

    @Override
    public Optional<Caller> authenticateByScram(String user, Predicate<ScramVerifier> proof) {
        if (user.length() > LONGEST) {
            return Optional.empty();
        }
        String asked = prepared(user);
        boolean locked = locked(user, asked);
        Decision decision = decide(asked, true);
        ScramVerifier own = decision.account == null ? null : decision.account.verifier();
        boolean right = proof.test(own == null ? nobody : own) && own != null;
        return locked || own == null && decision.account != null
                ? Optional.empty()
                : check(user, decision, (guarded, account) -> right);
    }

    @Override
    public Optional<String> proof(String user) {
        Decision decision = decide(prepared(user), false);
        if (!decision.told) {
            return Optional.empty();
        }
        ScramVerifier own = decision.account == null ? null : decision.account.verifier();
        String of = decision.guarded == null ? "" : decision.guarded.name();
        return Optional.of(own == null ? of : of + ":" + HexFormat.of().formatHex(own.storedKey()));
    }

    private String randomHash(DigestAlgorithm algorithm) {
        byte[] hash = new byte[algorithm.digest().getDigestLength()];
        random.nextBytes(hash);
        return HexFormat.of().formatHex(hash);
    }

    /** Lets in or not, and counts failures. Nobody is counted for what could not be told. */
    private Optional<Caller> check(String user, Decision decision, Check check) {
        GuardedProvider guarded = decision.guarded;
        Account account = decision.account;
        if (guarded == null || account == null) {
            return decision.told ? failed(user, false) : Optional.empty();
        }
        if (lockout.locked(account.name(), true)) {
            return Optional.empty();
        }
        boolean right;
        try {
            right = check.right(guarded, account);
        } catch (ProviderAwayException e) {
            SecurityLog.LOG.debugf("login of '%s' could not be decided: %s", account.name(), e.getMessage());
            return Optional.empty();
        }
        guarded.count(right);
        if (!right) {
            return failed(account.name(), true);
        }
        lockout.succeeded(account.name());
        return Optional.of(guarded.caller(account));
    }

    private boolean locked(String user, @Nullable String asked) {
        remembered(asked); // has the file looked at: who has another password there is unlocked
        return asked != null && lockout.locked(asked, true) || lockout.locked(user, false);
    }

    private Optional<Caller> failed(String user, boolean exists) {
        SecurityLog.LOG.debugf("login of '%s' failed", user);
        if (lockout.failed(user, exists)) {
            SecurityLog.LOG.userLocked(user, lockout.seconds(), lockout.threshold());
        }
        return Optional.empty();
    }

    /** Asks in order. Where a provider is away, those after it may not decide, unless it is said to be skipped. */
    private Decision decide(@Nullable String user, boolean fresh) {
        if (user == null) {
            return Decision.NOBODY;
        }
        Decision nobody = Decision.NOBODY;
        for (GuardedProvider guarded : doors) {
            try {
                Optional<Account> found = fresh ? guarded.ask(user) : guarded.known(user);
                if (found.isPresent()) {
                    return new Decision(guarded, found.get(), true);
                }
            } catch (ProviderAwayException e) {
                SecurityLog.LOG.debugf("nobody can tell about '%s': %s", user, e.getMessage());
                if (!guarded.skippedWhileAway()) {
                    return Decision.UNTOLD;
                }
                nobody = Decision.UNTOLD;
            }
        }
        return nobody;
    }

    /** Returns who decides, as far as that is known without asking. */
    private Decision remembered(@Nullable String user) {
        if (user != null) {
            for (GuardedProvider guarded : doors) {
                Optional<Account> found = guarded.remembered(user);
                if (found.isPresent()) {
                    return new Decision(guarded, found.get(), true);
                }
                if (!guarded.local()) {
                    break;
                }
            }
        }
        return Decision.NOBODY;
    }

    /** The form in which names are looked up; null for what is no name. */
    private static @Nullable String prepared(String user) {
        try {
            return RealmUser.name(user);
        } catch (IllegalArgumentException notAName) {
            return null;
        }
    }

    @Override
    public void refresh() {
        doors.forEach(GuardedProvider::refresh);
    }

    @Override
    public void unlock(String user) {
        lockout.forget(user);
        String known = prepared(user);
        if (known != null) {
            lockout.forget(known);
        }
    }

    @Override
    public Optional<UserEditor> editor(String provider) {
        return doors.stream()
                .filter(guarded -> guarded.name().equals(provider))
                .findFirst()
                .flatMap(guarded -> guarded.provider().editor());
    }

    @Override
    public List<ProviderRuntime> providers() {
        return ProviderRuntime.of(doors);
    }

    /** Looks which providers can be asked. May take as long as their time-outs. */
    void probe() {
        doors.forEach(GuardedProvider::probe);
    }

    /** Releases what providers hold. */
    @Override
    public void close() {
        doors.forEach(guarded -> guarded.provider().close());
    }
}
