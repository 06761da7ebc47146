package io.keelson.security.ldap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.unboundid.ldap.sdk.LDAPException;
import io.keelson.security.Account;
import io.keelson.security.LdapProviderSettings;
import io.keelson.security.LdapProviderSettings.GroupSource;
import io.keelson.security.ProviderAwayException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users in a real directory on loopback, from the same library as the client. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LdapUsersTest {
    @TempDir
    static Path domain;

    private static TestDirectory directory;

    private @Nullable LdapUsers users;

    @BeforeAll
    static void start() throws Exception {
        directory = new TestDirectory(domain, "dns:localhost,ip:127.0.0.1", domain.resolve("ca.pem"));
        Files.writeString(domain.resolve("password"), TestDirectory.PASSWORD + "\nnot this\n");
    }

    @AfterAll
    static void stop() {
        directory.close();
    }

    @AfterEach
    void close() {
        if (users != null) {
            users.close();
        }
    }

    /** Settings that a test changes. */
    private static final class Settings {
        private List<String> urls = List.of(directory.clear());
        private boolean startTls;
        private Path trust = Path.of("ca.pem");
        private String bindDn = TestDirectory.SERVER;
        private @Nullable Path passwordFile = Path.of("password");
        private String userFilter = "(objectClass=person)";
        private String base = "ou=people," + TestDirectory.BASE;
        private GroupSource source = GroupSource.MEMBER_OF;
        private int depth = 5;
        private int connections = 4;

        LdapProviderSettings made() {
            return new LdapProviderSettings(
                    urls,
                    startTls,
                    trust,
                    bindDn,
                    null,
                    passwordFile,
                    base,
                    "uid",
                    userFilter,
                    source,
                    "ou=groups," + TestDirectory.BASE,
                    "(objectClass=groupOfNames)",
                    "member",
                    "cn",
                    depth,
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(2),
                    connections);
        }
    }

    private LdapUsers users(Settings settings) throws LDAPException {
        close();
        LdapProviderSettings made = settings.made();
        users = new LdapUsers("people", made, new LdapDirectory(made, domain));
        return users;
    }

    private static boolean matches(LdapUsers users, String user, String password) throws ProviderAwayException {
        Optional<Account> found = users.find(user);
        return found.isPresent() && found.get().matches(password.toCharArray());
    }

    @Test
    void usersAreFoundAndTheirPasswordsAreChecked() throws Exception {
        LdapUsers users = users(new Settings());
        users.probe();
        assertThat(matches(users, "ann", "ann's password")).isTrue();
        assertThat(matches(users, "ann", "bob's password")).isFalse();
        assertThat(matches(users, "bob", "bob's password")).isTrue();
        assertThat(users.find("nobody")).isEmpty();
        assertThat(users.find("robot")).as("not what user-filter is about").isEmpty();
        Account ann = users.find("ANN").orElseThrow();
        assertThat(ann.name()).as("the name as the directory has it").isEqualTo("ann");
        assertThat(ann.verifier()).isNull();
        assertThat(matches(users, "o,leary", "comma")).isTrue();
        assertThat(users.find("o,leary").orElseThrow().groups()).containsExactly("people , others");
    }

    @Test
    void anEmptyPasswordIsNoPasswordThoughTheDirectoryTakesIt() throws Exception {
        LdapUsers users = users(new Settings());
        assertThat(users.find("ann").orElseThrow().matches(new char[0])).isFalse();
    }

    @Test
    void whatIsAfterwardsOnAConnectionIsTheServerAgain() throws Exception {
        Settings one = new Settings();
        one.connections = 1;
        LdapUsers users = users(one);
        assertThat(matches(users, "ann", "ann's password")).isTrue();
        assertThat(matches(users, "ann", "wrong")).isFalse();
        assertThat(users.find("bob")).isPresent();
        AtomicInteger right = new AtomicInteger();
        IntStream.range(0, 40).parallel().forEach(i -> {
            try {
                if (matches(users, i % 2 == 0 ? "ann" : "bob", "ann's password")) {
                    right.incrementAndGet();
                }
            } catch (ProviderAwayException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(right).hasValue(20);
    }

    @Test
    void aNameIsANameWhateverStandsInIt() throws Exception {
        LdapUsers users = users(new Settings());
        for (String hostile : List.of(
                "*",
                "a*",
                "ann)(objectClass=*",
                "*)(uid=*))(|(uid=*",
                "ann\u0000",
                "\\61nn",
                "ann))(&(1=1",
                "(uid=ann)",
                ")",
                "\\")) {
            assertThat(users.find(hostile)).as(hostile).isEmpty();
            assertThat(matches(users, hostile, "ann's password")).isFalse();
        }
    }

    @Test
    void groupsInGroupsAreFoundAndACircleEnds() throws Exception {
        Settings settings = new Settings();
        assertThat(users(settings).find("ann").orElseThrow().groups())
                .containsExactlyInAnyOrder("staff", "everybody", "company");
        settings.depth = 1;
        assertThat(users(settings).find("ann").orElseThrow().groups()).containsExactlyInAnyOrder("staff", "everybody");
        settings.depth = 0;
        assertThat(users(settings).find("ann").orElseThrow().groups()).containsExactly("staff");
        assertThat(users(settings).find("bob").orElseThrow().groups())
                .as("nobody has told bob's entry")
                .isEmpty();
        settings.source = GroupSource.SEARCH;
        assertThat(users(settings).find("bob").orElseThrow().groups()).containsExactly("clerks");
        settings.depth = 5;
        assertThat(users(settings).find("ann").orElseThrow().groups())
                .containsExactlyInAnyOrder("staff", "everybody", "company");
        settings.source = GroupSource.NONE;
        assertThat(users(settings).find("ann").orElseThrow().groups()).isEmpty();
    }

    @Test
    void whoIsThereTwiceIsNobody() throws Exception {
        directory
                .server()
                .add("dn: ou=others,ou=people," + TestDirectory.BASE, "objectClass: organizationalUnit", "ou: others");
        directory
                .server()
                .add(
                        "dn: cn=twin,ou=others,ou=people," + TestDirectory.BASE,
                        "objectClass: person",
                        "uid: twin",
                        "cn: twin",
                        "userPassword: one");
        directory.user("twin", "two");
        LdapUsers users = users(new Settings());
        assertThat(users.find("twin")).isEmpty();
    }

    @Test
    void tlsFromTheBeginningOrFromTheClear() throws Exception {
        Settings settings = new Settings();
        settings.urls = List.of(directory.secure("localhost"));
        assertThat(matches(users(settings), "ann", "ann's password")).isTrue();
        settings.urls = List.of(directory.clear());
        settings.startTls = true;
        assertThat(matches(users(settings), "ann", "ann's password")).isTrue();
    }

    @Test
    void aCertificateThatIsNotTrustedOrForAnotherHostIsRefused(@TempDir Path elsewhere) throws Exception {
        Path other = elsewhere.resolve("other.pem");
        try (TestDirectory stranger = new TestDirectory(elsewhere, "dns:directory.example.com", other)) {
            Settings settings = new Settings();
            for (boolean startTls : new boolean[] {false, true}) {
                settings.urls = List.of(startTls ? stranger.clear() : stranger.secure("127.0.0.1"));
                settings.startTls = startTls;
                settings.trust = Path.of("ca.pem");
                LdapUsers untrusted = users(settings);
                assertThatThrownBy(() -> untrusted.find("ann"))
                        .as("signed by nobody who is trusted")
                        .isInstanceOf(ProviderAwayException.class);
                settings.trust = other;
                LdapUsers misnamed = users(settings);
                assertThatThrownBy(() -> misnamed.find("ann"))
                        .as("trusted, and of another host")
                        .isInstanceOf(ProviderAwayException.class);
            }
        }
    }

    @Test
    void aDirectoryThatIsAwayIsSaidToBeAndComesBack() throws Exception {
        LdapUsers users = users(new Settings());
        Account ann = users.find("ann").orElseThrow();
        assertThat(matches(users, "bob", "bob's password")).isTrue();
        directory.away();
        try {
            assertThatThrownBy(() -> users.find("ann"))
                    .isInstanceOf(ProviderAwayException.class)
                    .hasMessageContaining("the directory at ldap://127.0.0.1")
                    .hasMessageNotContaining(TestDirectory.PASSWORD);
            assertThatThrownBy(() -> ann.matches("ann's password".toCharArray()))
                    .as("neither right nor wrong")
                    .isInstanceOf(ProviderAwayException.class);
            assertThatThrownBy(users::probe).isInstanceOf(ProviderAwayException.class);
        } finally {
            directory.back();
        }
        LdapUsers again = users(new Settings());
        again.probe();
        assertThat(matches(again, "ann", "ann's password")).isTrue();
    }

    @Test
    void connectionsThatDiedMeanwhileAreNoticed() throws Exception {
        Settings settings = new Settings();
        LdapDirectory connections = new LdapDirectory(settings.made(), domain);
        users = new LdapUsers("people", settings.made(), connections);
        LdapUsers these = users;
        for (int round = 0; round < 2; round++) {
            // Four lie in the pool when they die.
            connections.ask(one ->
                    asked(connections, () -> asked(connections, () -> asked(connections, () -> one.isConnected()))));
            directory.server().closeAllConnections(false);
            assertThat(matches(these, "ann", round == 0 ? "ann's password" : "wrong"))
                    .isEqualTo(round == 0);
        }
    }

    private static boolean asked(LdapDirectory connections, java.util.function.BooleanSupplier meanwhile) {
        try {
            return connections.ask(one -> meanwhile.getAsBoolean());
        } catch (ProviderAwayException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theNextServerIsAskedWhereTheFirstDoesNotAnswer() throws Exception {
        Settings settings = new Settings();
        settings.urls = List.of("ldap://127.0.0.1:1", directory.clear());
        assertThat(matches(users(settings), "ann", "ann's password")).isTrue();
    }

    @Test
    void aDirectoryThatSaysNothingCostsItsTimeOutsAndNoMore() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Settings settings = new Settings();
            settings.urls = List.of("ldap://127.0.0.1:" + silent.getLocalPort());
            LdapUsers users = users(settings);
            long begun = System.nanoTime();
            assertThatThrownBy(() -> users.find("ann")).isInstanceOf(ProviderAwayException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void aWrongPasswordOfTheServerItselfIsNotTheUsersFault() throws Exception {
        Files.writeString(domain.resolve("wrong"), "something else");
        Settings settings = new Settings();
        settings.passwordFile = Path.of("wrong");
        LdapUsers users = users(settings);
        assertThatThrownBy(() -> users.find("ann")).isInstanceOf(ProviderAwayException.class);
        assertThatThrownBy(users::probe).isInstanceOf(ProviderAwayException.class);
        settings.passwordFile = Path.of("no-such-file");
        LdapUsers without = users(settings);
        assertThatThrownBy(() -> without.find("ann"))
                .isInstanceOf(ProviderAwayException.class)
                .hasMessageContaining("no-such-file");
    }

    @Test
    void aBaseThatIsNotThereIsFoundOutByTheProbe() throws Exception {
        Settings settings = new Settings();
        settings.base = "ou=nobody," + TestDirectory.BASE;
        LdapUsers users = users(settings);
        assertThatThrownBy(users::probe)
                .isInstanceOf(ProviderAwayException.class)
                .hasMessageContaining("ou=nobody");
    }

    @Test
    void filtersAndNamesThatAreNoneAreRefusedAtTheStart() throws IOException {
        Settings settings = new Settings();
        settings.userFilter = "(objectClass=person";
        assertThatThrownBy(() -> users(settings)).isInstanceOf(LDAPException.class);
    }

    @Test
    void passwordsDoNotGoOverANetworkInTheClear() {
        Settings settings = new Settings();
        settings.urls = List.of("ldap://directory.example.com");
        assertThatThrownBy(settings::made).hasMessageContaining("in the clear");
        settings.urls = List.of("ldap://localhost.example.com:389");
        assertThatThrownBy(settings::made).hasMessageContaining("in the clear");
        settings.urls = List.of("ldap://localhost");
        assertThat(settings.made().toString()).doesNotContain("password");
        settings.startTls = true;
        settings.urls = List.of("ldaps://directory.example.com");
        assertThatThrownBy(settings::made).hasMessageContaining("start-tls is for ldap://");
    }
}
