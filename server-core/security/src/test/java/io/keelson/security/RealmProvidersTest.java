package io.keelson.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.context.Caller;
import io.keelson.security.RealmProviderSettings.Type;
import io.keelson.security.RealmProviderSettings.WhenAway;
import io.keelson.security.SecuritySettings.LockoutSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several providers of one realm: the file, which has root, and directories. */
class RealmProvidersTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** What a provider of another type has of it. */
    static final LdapProviderSettings NO_LDAP = new LdapProviderSettings(
            List.of(),
            false,
            null,
            null,
            null,
            null,
            null,
            "uid",
            "(objectClass=person)",
            LdapProviderSettings.GroupSource.NONE,
            null,
            "(objectClass=group)",
            "member",
            "cn",
            0,
            MINUTE,
            MINUTE,
            1);

    private final ManualTicker ticker = new ManualTicker();
    private final FakeProvider first = new FakeProvider().with("Ann", "ann's", "staff");
    private final FakeProvider second = new FakeProvider().with("bob", "bob's", "clerks");

    @TempDir
    Path domain;

    private DomainRealm realm;

    @BeforeEach
    void open() throws IOException {
        new RealmEditor(domain.resolve("security/realm"), 4096, "r", List.of())
                .put("root", "emergency".toCharArray(), List.of("Administrators"));
        realm = realm(WhenAway.REFUSE, MINUTE, null);
    }

    private DomainRealm realm(WhenAway whenAway, Duration cacheTime, @Nullable String prefix) {
        JdbcProviderSettings unused = new JdbcProviderSettings(
                "x",
                JdbcProviderSettings.DEFAULT_USER_QUERY,
                JdbcProviderSettings.DEFAULT_GROUPS_QUERY,
                Duration.ofSeconds(5));
        RealmProviderSettings settings =
                new RealmProviderSettings(Type.JDBC, whenAway, cacheTime, prefix, unused, NO_LDAP);
        return new DomainRealm(
                new SecuritySettings(
                        "r", Path.of("security/realm"), 4096, List.of(), LockoutSettings.standard(), List.of()),
                domain,
                ticker,
                List.of(
                        GuardedProvider.of("first", settings, first, ticker),
                        GuardedProvider.of("second", settings, second, ticker)));
    }

    private boolean login(String user, String password) {
        return realm.authenticate(user, password.toCharArray()).isPresent();
    }

    private ProviderRuntime runtime(int position) {
        return realm.providers().get(position - 1);
    }

    @Test
    void theFirstThatKnowsAUserDecides() throws IOException {
        assertThat(login("root", "emergency")).isTrue();
        assertThat(login("Ann", "ann's")).isTrue();
        assertThat(login("bob", "bob's")).isTrue();
        second.with("ann", "another", "Administrators");
        assertThat(login("Ann", "another"))
                .as("the second is not asked for a user of the first")
                .isFalse();
        assertThat(login("nobody", "ann's")).isFalse();
        Caller bob = realm.find("bob").orElseThrow();
        assertThat(bob.groups()).containsExactly("clerks");
        assertThat(realm.find("nobody")).isEmpty();
        first.with("root", "from outside", "x");
        assertThat(login("root", "from outside")).as("the file comes first").isFalse();
        assertThat(realm.providers())
                .extracting(ProviderRuntime::name, ProviderRuntime::position)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("file", 1),
                        org.assertj.core.groups.Tuple.tuple("first", 2),
                        org.assertj.core.groups.Tuple.tuple("second", 3));
        assertThat(runtime(2).accepted()).isEqualTo(1);
        assertThat(runtime(2).refused()).isEqualTo(1);
    }

    @Test
    void aProviderThatIsAwayLetsNobodyInAndLocksNobodyOut() {
        first.away = true;
        for (int i = 0; i < 20; i++) {
            assertThat(login("Ann", "ann's")).isFalse();
            assertThat(login("bob", "bob's"))
                    .as("bob may be a user of the first")
                    .isFalse();
        }
        assertThat(login("root", "emergency")).as("the emergency administrator").isTrue();
        assertThat(realm.find("Ann")).isEmpty();
        assertThat(realm.proof("Ann"))
                .as("nobody can tell whether the password is the same")
                .isEmpty();
        assertThat(runtime(2).state()).isEqualTo(ProviderRuntime.State.AWAY);
        assertThat(runtime(2).lastFailure()).isEqualTo("the directory is away");
        assertThat(runtime(3).state()).isEqualTo(ProviderRuntime.State.RUNNING);
        assertThat(first.asked()).as("who is away is not asked by each login").hasSize(1);
        first.away = false;
        assertThat(login("Ann", "ann's")).as("not until it was found back").isFalse();
        realm.probe();
        assertThat(runtime(2).state()).isEqualTo(ProviderRuntime.State.RUNNING);
        assertThat(login("Ann", "ann's"))
                .as("failures while it was away are not counted")
                .isTrue();
        assertThat(login("bob", "bob's")).isTrue();
    }

    @Test
    void aProbeFindsOutBeforeAnybodyLogsIn() {
        first.away = true;
        realm.probe();
        assertThat(runtime(2).state()).isEqualTo(ProviderRuntime.State.AWAY);
    }

    @Test
    void aProviderThatMayBeSkippedLeavesItToTheNext() {
        realm = realm(WhenAway.SKIP, MINUTE, null);
        first.away = true;
        assertThat(login("bob", "bob's")).isTrue();
        assertThat(login("Ann", "ann's")).isFalse();
        for (int i = 0; i < 10; i++) {
            login("Ann", "ann's");
        }
        first.away = false;
        realm.probe();
        assertThat(login("Ann", "ann's")).isTrue();
    }

    @Test
    void whatWasRightIsRememberedForAWhileAndNoLonger() {
        assertThat(login("Ann", "ann's")).isTrue();
        first.asked();
        assertThat(login("Ann", "ann's")).isTrue();
        assertThat(first.asked()).as("a request with BASIC asks nobody").isEmpty();
        assertThat(login("Ann", "wrong")).isFalse();
        assertThat(first.asked()).contains("check");
        first.away = true;
        assertThat(login("Ann", "ann's")).as("remembered").isTrue();
        ticker.advance(MINUTE.plusSeconds(1));
        assertThat(login("Ann", "ann's")).isFalse();
        first.away = false;
        realm.probe();
        first.remove("Ann");
        assertThat(login("Ann", "ann's")).isFalse();
        assertThat(realm.find("Ann")).isEmpty();
    }

    @Test
    void aUserThatIsRemovedIsGoneAfterTheTimeOfTheCache() {
        assertThat(login("Ann", "ann's")).isTrue();
        first.remove("Ann");
        assertThat(realm.find("Ann")).isPresent();
        ticker.advance(MINUTE.plusSeconds(1));
        assertThat(realm.find("Ann")).isEmpty();
        assertThat(login("Ann", "ann's")).isFalse();
    }

    @Test
    void nothingIsRememberedWhereThatIsTurnedOff() {
        realm = realm(WhenAway.REFUSE, Duration.ZERO, null);
        assertThat(login("Ann", "ann's")).isTrue();
        first.asked();
        assertThat(login("Ann", "ann's")).isTrue();
        assertThat(first.asked()).containsExactly("find", "check");
        first.remove("Ann");
        assertThat(realm.find("Ann")).isEmpty();
    }

    @Test
    void aFailedLoginAsksTheSameWhoeverItIs() {
        List<String> names = List.of("root", "Ann", "bob", "nobody");
        List<List<String>> asked = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (String name : names) {
                assertThat(login(name, "wrong")).isFalse();
                List<String> all =
                        new ArrayList<>(first.asked().stream().sorted().toList());
                all.addAll(second.asked().stream().sorted().toList());
                asked.add(all);
            }
        }
        assertThat(asked)
                .as("who asks twice for a user that is known gets it from no cache")
                .allMatch(List.of("check", "find", "check", "find")::equals);
    }

    @Test
    void failuresAreCountedByTheNameThatTheProviderHas() {
        for (String typed : List.of("ann", "Ann", "aNn", "anN", "ANN")) {
            assertThat(login(typed, "wrong")).isFalse();
        }
        first.asked();
        assertThat(login("aNN", "ann's"))
                .as("another way to write the name is no way around the lock")
                .isFalse();
        assertThat(login("Ann", "ann's")).isFalse();
        ticker.advance(Duration.ofMinutes(31));
        assertThat(realm.authenticate("aNN", "ann's".toCharArray())
                        .orElseThrow()
                        .principal()
                        .getName())
                .isEqualTo("Ann");
    }

    @Test
    void groupsOfAProviderMayBeKeptApart() {
        first.with("eve", "eve's", "Administrators");
        assertThat(realm.find("eve").orElseThrow().groups()).containsExactly("Administrators");
        realm = realm(WhenAway.REFUSE, MINUTE, "outside-");
        assertThat(realm.find("eve").orElseThrow().groups()).containsExactly("outside-Administrators");
        assertThat(realm.find("root").orElseThrow().groups()).containsExactly("Administrators");
    }

    @Test
    void usersWithoutVerifiersCannotLogInByScram() {
        assertThat(realm.scramVerifier("Ann").salt())
                .hasSize(16)
                .isEqualTo(realm.scramVerifier("Ann").salt());
        assertThat(realm.authenticateByScram("Ann", verifier -> true)).isEmpty();
        assertThat(realm.authenticateByScram("root", verifier -> true)).isPresent();
    }

    /** Whoever tries SCRAM first and then the password itself has one try, whoever keeps the user. */
    @Test
    void whoHasNoVerifierLogsInByThePasswordAndIsCountedOnce() {
        assertThat(realm.checksPasswordsOnly()).isTrue();
        for (int i = 0; i < 4; i++) {
            assertThat(realm.authenticateByScram("Ann", verifier -> false)).isEmpty();
            assertThat(realm.authenticateWithoutVerifier("Ann", "wrong".toCharArray()))
                    .isEmpty();
            assertThat(realm.authenticateByScram("root", verifier -> false)).isEmpty();
            assertThat(realm.authenticateWithoutVerifier("root", "emergency".toCharArray()))
                    .as("she has a verifier")
                    .isEmpty();
        }
        assertThat(realm.authenticateWithoutVerifier("ann", "ann's".toCharArray())
                        .orElseThrow()
                        .groups())
                .containsExactly("staff");
        assertThat(login("root", "emergency")).isTrue();
        assertThat(realm.authenticateWithoutVerifier("root", "emergency".toCharArray()))
                .as("not by what is remembered either")
                .isEmpty();
        for (int i = 0; i < 5; i++) {
            assertThat(realm.authenticateWithoutVerifier("bob", "wrong".toCharArray()))
                    .isEmpty();
        }
        assertThat(realm.authenticateWithoutVerifier("bob", "bob's".toCharArray()))
                .as("locked")
                .isEmpty();
        assertThat(login("bob", "bob's")).isFalse();
        assertThat(realm.authenticateWithoutVerifier("nobody", "x".toCharArray()))
                .isEmpty();
        assertThat(realm.authenticateWithoutVerifier("Ann", new char[0])).isEmpty();
    }

    @Test
    void anEmptyPasswordIsNeverAsked() {
        first.with("empty", "");
        first.asked();
        assertThat(login("empty", "")).isFalse();
        assertThat(first.asked()).isEmpty();
    }

    @Test
    void changesOfTheFileAreSeenWithOthersThereToo() throws IOException {
        RealmEditor editor = (RealmEditor) realm.editor("file").orElseThrow();
        editor.put("root", "other".toCharArray(), List.of());
        realm.refresh();
        assertThat(login("root", "emergency")).isFalse();
        assertThat(login("root", "other")).isTrue();
        assertThat(realm.editor("first")).isEqualTo(Optional.empty());
    }

    @Test
    void providersEndWithTheRealm() {
        realm.close();
        assertThat(first.closed).isTrue();
        assertThat(second.closed).isTrue();
    }

    @Test
    void settingsThatCannotBeMeantAreRefused() {
        assertThatThrownBy(() -> new SecuritySettings(
                        "r", Path.of("x"), 4096, List.of(), LockoutSettings.standard(), List.of("a", "a")))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> new SecuritySettings(
                        "r", Path.of("x"), 4096, List.of(), LockoutSettings.standard(), List.of("file")))
                .hasMessageContaining("always asked first");
        assertThatThrownBy(() -> new JdbcProviderSettings("x", "select 1", "select ?", MINUTE))
                .hasMessageContaining("user-query has one ?");
        JdbcProviderSettings nowhere = new JdbcProviderSettings(null, "?", "?", MINUTE);
        assertThatThrownBy(() -> new RealmProviderSettings(Type.JDBC, WhenAway.REFUSE, MINUTE, null, nowhere, NO_LDAP))
                .hasMessageContaining("jdbc.data-source");
        assertThatThrownBy(() -> new RealmProviderSettings(Type.LDAP, WhenAway.REFUSE, MINUTE, null, nowhere, NO_LDAP))
                .hasMessageContaining("ldap.urls and ldap.user-base");
    }

    /** The directory is asked the same, so that the time does not tell that a name is locked. */
    @Test
    void aLockedNameIsAskedForAndCheckedAsAWrongPasswordIs() {
        List<String> wrong = List.of();
        for (int i = 0; i < 5; i++) {
            assertThat(realm.authenticate("Ann", "wrong".toCharArray())).isEmpty();
            wrong = first.asked();
        }
        assertThat(wrong).contains("check");
        assertThat(realm.authenticate("Ann", "ann's".toCharArray())).isEmpty();
        assertThat(first.asked()).isEqualTo(wrong);
        assertThat(realm.authenticate("ann", "wrong".toCharArray())).isEmpty();
        assertThat(first.asked()).isEqualTo(wrong);
    }
}
