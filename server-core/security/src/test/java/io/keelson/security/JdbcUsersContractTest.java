package io.keelson.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.security.RealmProviderSettings.Type;
import io.keelson.security.RealmProviderSettings.WhenAway;
import io.keelson.security.SecuritySettings.LockoutSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users in a database, whichever it is. */
abstract class JdbcUsersContractTest {
    private final ManualTicker ticker = new ManualTicker();
    private final List<DigestAlgorithm> digests = List.of(DigestAlgorithm.SHA_256);
    private boolean broken;

    @TempDir
    Path domain;

    private RealmProvider users;
    private UserEditor editor;

    /** A database for all tests; each begins without the tables. */
    abstract DataSource database();

    @BeforeEach
    void open() throws Exception {
        run("drop table if exists keelson_users", "drop table if exists keelson_user_groups");
        users = users(JdbcProviderSettings.DEFAULT_USER_QUERY, JdbcProviderSettings.DEFAULT_GROUPS_QUERY);
        editor = users.editor().orElseThrow();
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = database().getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private SecuritySettings realmSettings() {
        return new SecuritySettings(
                "r", Path.of("security/realm"), 4096, digests, LockoutSettings.standard(), List.of("db"));
    }

    private RealmProviderSettings settings(String userQuery, String groupsQuery) {
        return new RealmProviderSettings(
                Type.JDBC,
                WhenAway.REFUSE,
                Duration.ofMinutes(1),
                null,
                new JdbcProviderSettings("users", userQuery, groupsQuery, Duration.ofSeconds(5)),
                RealmProvidersTest.NO_LDAP);
    }

    private RealmProvider users(String userQuery, String groupsQuery) {
        return new JdbcProviderFactory()
                .make(new RealmProviderFactory.Wanted(
                        "db",
                        settings(userQuery, groupsQuery),
                        realmSettings(),
                        domain,
                        Optional.of(name -> {
                            assertThat(name).isEqualTo("users");
                            if (broken) {
                                throw new SQLException("the database is away");
                            }
                            return database().getConnection();
                        }),
                        ticker));
    }

    private DomainRealm realm(RealmProvider provider) {
        RealmProviderSettings settings = settings("?", "?");
        return new DomainRealm(
                realmSettings(), domain, ticker, List.of(GuardedProvider.of("db", settings, provider, ticker)));
    }

    @Test
    void usersThatWereAddedLogInByPasswordScramAndDigest() throws Exception {
        assertThat(editor.put("alice", "wonder".toCharArray(), List.of("staff", "admins")))
                .isTrue();
        DomainRealm realm = realm(users);
        var alice = realm.authenticate("alice", "wonder".toCharArray()).orElseThrow();
        assertThat(alice.principal().getName()).isEqualTo("alice");
        assertThat(alice.groups()).containsExactlyInAnyOrder("staff", "admins");
        assertThat(realm.authenticate("alice", "other".toCharArray())).isEmpty();
        assertThat(realm.scramVerifier("alice").matches("wonder".toCharArray())).isTrue();
        assertThat(realm.authenticateByScram("alice", verifier -> verifier.matches("wonder".toCharArray())))
                .isPresent();
        DigestVerifier digest = DigestVerifier.of(DigestAlgorithm.SHA_256, "alice", "r", "wonder".toCharArray());
        assertThat(realm.authenticate("alice", DigestAlgorithm.SHA_256, digest.ha1()::equals))
                .isPresent();
        assertThat(realm.find("alice")).isPresent();
        assertThat(realm.find("bob")).isEmpty();
    }

    @Test
    void usersAreChangedListedAndRemoved() throws Exception {
        assertThat(editor.users()).isEmpty();
        editor.put("bob", "builder".toCharArray(), List.of());
        editor.put("alice", "wonder".toCharArray(), List.of("staff"));
        assertThat(editor.put("alice", "changed".toCharArray(), List.of("b", "a", "a")))
                .isFalse();
        assertThat(editor.users())
                .containsExactly(
                        new UserEditor.User("alice", List.of("a", "b")), new UserEditor.User("bob", List.of()));
        assertThat(editor.password("bob", "better".toCharArray())).isTrue();
        assertThat(editor.password("nobody", "x".toCharArray())).isFalse();
        assertThat(editor.groups("bob", List.of("c"))).isTrue();
        assertThat(editor.groups("nobody", List.of("c"))).isFalse();
        assertThat(users.find("bob").orElseThrow().matches("better".toCharArray()))
                .isTrue();
        assertThat(users.find("bob").orElseThrow().groups()).containsExactly("c");
        assertThat(editor.remove("bob")).isTrue();
        assertThat(editor.remove("bob")).isFalse();
        assertThat(editor.users()).extracting(UserEditor.User::name).containsExactly("alice");
        assertThat(users.find("bob")).isEmpty();
    }

    @Test
    void namesAreNamesWhateverStandsInThem() throws Exception {
        List<String> hostile = List.of(
                "' or '1'='1",
                "x'; drop table keelson_users; --",
                "a%",
                "_____",
                "\\' or 1=1 --",
                "alice\\",
                "Robert\"); drop table keelson_users;--");
        editor.put("alice", "wonder".toCharArray(), List.of("staff"));
        for (String name : hostile) {
            assertThat(users.find(name)).as(name).isEmpty();
            assertThat(editor.put(name, "p".toCharArray(), List.of(name.replace(",", ""))))
                    .isTrue();
            assertThat(users.find(name).orElseThrow().name()).isEqualTo(name);
            assertThat(users.find(name).orElseThrow().groups()).containsExactly(name);
        }
        assertThat(editor.users()).hasSize(hostile.size() + 1);
        for (String name : hostile) {
            assertThat(editor.remove(name)).isTrue();
        }
        assertThat(editor.users()).containsExactly(new UserEditor.User("alice", List.of("staff")));
    }

    @Test
    void aChangeThatFailsHalfwayChangesNothing() throws Exception {
        editor.put("alice", "wonder".toCharArray(), List.of("staff"));
        run("alter table keelson_user_groups add constraint not_none check (group_name <> 'none')");
        assertThatThrownBy(() -> editor.put("alice", "changed".toCharArray(), List.of("none")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot set the user 'alice'");
        assertThat(users.find("alice").orElseThrow().matches("wonder".toCharArray()))
                .isTrue();
        assertThat(editor.users()).containsExactly(new UserEditor.User("alice", List.of("staff")));
    }

    @Test
    void tablesOfOthersAreAskedAsTheirQueriesSay() throws Exception {
        run(
                "drop table if exists people",
                "create table people (id int primary key, login varchar(100), secret varchar(2000), active int)");
        ScramVerifier verifier = ScramVerifier.of("wonder".toCharArray(), 4096, new java.security.SecureRandom());
        run("insert into people values (1, 'Alice', '" + verifier.written() + "', 1)");
        run("insert into people values (2, 'gone', '" + verifier.written() + "', 0)");
        run("insert into people values (3, 'plain', 'wonder', 1)");
        run("insert into people values (4, 'twice', '" + verifier.written() + "', 1)");
        run("insert into people values (5, 'Twice', '" + verifier.written() + "', 1)");
        run("insert into people values (6, 'null', null, 1)");
        users = users(
                "select login, secret from people where active = 1 and lower(login) = lower(?)",
                "select 'g' || id from people where login = ?");
        assertThat(users.editor()).as("whose tables they are is not known").isEmpty();
        users.probe();
        Account alice = users.find("aLICE").orElseThrow();
        assertThat(alice.name()).isEqualTo("Alice");
        assertThat(alice.groups()).containsExactly("g1");
        assertThat(alice.matches("wonder".toCharArray())).isTrue();
        assertThat(alice.toString()).doesNotContain("SCRAM");
        for (String none : List.of("gone", "plain", "twice", "null", "nobody")) {
            assertThat(users.find(none)).as(none).isEmpty();
        }
    }

    @Test
    void aDatabaseThatIsAwayIsSaidToBe() throws Exception {
        editor.put("alice", "wonder".toCharArray(), List.of());
        broken = true;
        assertThatThrownBy(() -> users.find("alice"))
                .isInstanceOf(ProviderAwayException.class)
                .hasMessageContaining("the data source 'users' does not answer: the database is away");
        assertThatThrownBy(users::probe).isInstanceOf(ProviderAwayException.class);
        assertThatThrownBy(editor::users).isInstanceOf(IOException.class);
        broken = false;
        users.probe();
        RealmProvider wrong = users("select name from no_such_table where name = ?", "select ?");
        assertThatThrownBy(wrong::probe).as("a query that cannot be right").isInstanceOf(ProviderAwayException.class);
        assertThatThrownBy(() -> wrong.find("alice")).isInstanceOf(ProviderAwayException.class);
    }
}
