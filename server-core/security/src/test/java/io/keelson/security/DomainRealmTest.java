package io.keelson.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.security.SecuritySettings.LockoutSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A realm that has its file only; see {@link RealmProvidersTest} for others. */
class DomainRealmTest {
    private final ManualTicker ticker = new ManualTicker();

    @TempDir
    Path domain;

    private List<DigestAlgorithm> digests = List.of();
    private RealmEditor editor;
    private DomainRealm realm;

    @BeforeEach
    void realm() throws IOException {
        editor = editor();
        editor.put("alice", "wonder".toCharArray(), List.of("staff", "admins"));
        realm = open();
    }

    private RealmEditor editor() {
        return new RealmEditor(domain.resolve("security/realm"), 4096, "r", digests);
    }

    private DomainRealm open() {
        return new DomainRealm(
                new SecuritySettings(
                        "r", Path.of("security/realm"), 4096, digests, LockoutSettings.standard(), List.of()),
                domain,
                ticker);
    }

    private boolean login(String user, String password) {
        return realm.authenticate(user, password.toCharArray()).isPresent();
    }

    @Test
    void knowsUsersByTheirPasswords() {
        var caller = realm.authenticate("alice", "wonder".toCharArray()).orElseThrow();
        assertThat(caller.principal().getName()).isEqualTo("alice");
        assertThat(caller.groups()).containsExactlyInAnyOrder("staff", "admins");
        assertThat(login("alice", "Wonder")).isFalse();
        assertThat(login("alice", "")).isFalse();
        assertThat(login("bob", "wonder")).isFalse();
        assertThat(login("", "wonder")).isFalse();
        assertThat(login("al\u0000ice", "wonder")).isFalse();
        assertThat(login("alice", "x".repeat(5000))).isFalse();
        assertThat(realm.find("alice")).isPresent();
        assertThat(realm.find("bob")).isEmpty();
    }

    @Test
    void aRepeatedLoginDoesNotPayForTheHashAgainAndAWrongOneAlwaysDoes() {
        login("alice", "wonder");
        long start = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            assertThat(login("alice", "wonder")).isTrue();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("a thousand slow hashes would take seconds")
                .isLessThan(Duration.ofSeconds(1));
        assertThat(login("alice", "wrong")).isFalse();
    }

    @Test
    void seesChangesOfTheFileWithinASecond() throws IOException {
        login("alice", "wonder");
        editor.password("alice", "changed".toCharArray());
        ticker.advance(Duration.ofSeconds(2));
        assertThat(login("alice", "wonder"))
                .as("a remembered login ends with the password")
                .isFalse();
        assertThat(login("alice", "changed")).isTrue();
        editor.remove("alice");
        ticker.advance(Duration.ofSeconds(2));
        assertThat(login("alice", "changed")).isFalse();
        assertThat(realm.find("alice")).isEmpty();
    }

    @Test
    void aBadLineLeavesOutItsUserOnly() throws IOException {
        Path file = domain.resolve("security/realm");
        String good = Files.readString(file);
        Files.writeString(
                file,
                "nonsense\nbob:staff:SCRAM-SHA-256$1:x$y:z\n:x:y\n" + good
                        + good.lines()
                                .filter(l -> l.startsWith("alice"))
                                .findFirst()
                                .orElseThrow() + "\n");
        Files.write(
                file,
                new byte[] {(byte) 0xff, (byte) 0xfe, ':', ':', 'x', '\n'},
                java.nio.file.StandardOpenOption.APPEND);
        realm = open();
        assertThat(login("alice", "wonder")).isTrue();
        assertThat(realm.find("bob")).isEmpty();
        assertThat(RealmFile.read(file).stream()
                        .filter(l -> l.problem() != null)
                        .map(RealmFile.Line::problem))
                .containsExactly(
                        "expected name:groups:verifier",
                        "salt or keys of the verifier are not base64",
                        "a user's name has 1 to 200 characters and neither begins nor ends with a space",
                        "the user is already defined in line 6",
                        "a character is not allowed in names and passwords");
    }

    @Test
    void withoutAFileNobodyLogsInUntilThereIsOne() throws IOException {
        Files.delete(domain.resolve("security/realm"));
        realm = open();
        assertThat(login("alice", "wonder")).isFalse();
        editor.put("alice", "wonder".toCharArray(), List.of());
        ticker.advance(Duration.ofSeconds(2));
        assertThat(login("alice", "wonder")).isTrue();
    }

    @Test
    void aFileThatCannotBeReadLeavesTheUsersAsTheyWere() throws IOException {
        Path file = domain.resolve("security/realm");
        Files.delete(file);
        Files.createDirectory(file);
        ticker.advance(Duration.ofSeconds(2));
        assertThat(login("alice", "wonder")).isTrue();
    }

    @Test
    void fiveFailuresLockForHalfAnHourEvenAgainstTheRightPassword() {
        for (int i = 0; i < 5; i++) {
            assertThat(login("alice", "wrong")).isFalse();
        }
        assertThat(login("alice", "wonder")).isFalse();
        ticker.advance(Duration.ofMinutes(29));
        assertThat(login("alice", "wonder")).isFalse();
        ticker.advance(Duration.ofMinutes(2));
        assertThat(login("alice", "wonder")).isTrue();
    }

    /** Who guesses needs not wait for the next change of whatever user: neither locks nor counts end by it. */
    @Test
    void aChangeOfTheFileLeavesLocksAndCountsOfOthers() throws IOException {
        editor.put("carol", "singer".toCharArray(), List.of());
        ticker.advance(Duration.ofSeconds(2));
        for (int i = 0; i < 5; i++) {
            assertThat(login("alice", "wrong")).isFalse();
            assertThat(login("nobody", "wrong")).isFalse();
        }
        for (int i = 0; i < 4; i++) {
            assertThat(login("carol", "wrong")).isFalse();
        }
        editor.put("bob", "builder".toCharArray(), List.of());
        editor.groups("alice", List.of("Operators"));
        realm.refresh();
        ticker.advance(Duration.ofSeconds(2));
        assertThat(login("bob", "builder")).isTrue();
        assertThat(login("alice", "wonder")).as("locked still").isFalse();
        assertThat(login("carol", "wrong")).as("the fifth").isFalse();
        assertThat(login("carol", "singer")).isFalse();
        ticker.advance(Duration.ofMinutes(31));
        assertThat(login("alice", "wonder")).isTrue();
        assertThat(login("carol", "singer")).isTrue();
    }

    @Test
    void anAdministratorUnlocksByName() {
        for (int i = 0; i < 5; i++) {
            assertThat(login("alice", "wrong")).isFalse();
        }
        realm.unlock("alice");
        assertThat(login("alice", "wonder")).isTrue();
    }

    /** Also where nobody but who is locked tries to log in. */
    @Test
    void anotherPasswordUnlocksItsUserAndWhoHadTriedTheNameOfANewOne() throws IOException {
        for (int i = 0; i < 5; i++) {
            assertThat(login("alice", "wrong")).isFalse();
            assertThat(login("bob", "wrong")).isFalse();
        }
        editor.password("alice", "wonder".toCharArray());
        editor.put("bob", "builder".toCharArray(), List.of());
        ticker.advance(Duration.ofSeconds(2));
        assertThat(login("bob", "builder")).isTrue();
        assertThat(login("alice", "wonder")).isTrue();
    }

    /** Processor time, with a hash that costs much: a locked name and a wrong password lie far from no work at all. */
    @Test
    void aLockedNameCostsWhatAWrongPasswordCosts() {
        DomainRealm slow = new DomainRealm(
                new SecuritySettings(
                        "r", Path.of("security/realm"), 40_000, digests, LockoutSettings.standard(), List.of()),
                domain,
                ticker);
        long wrong = 0;
        for (int i = 0; i < 5; i++) {
            wrong = cost(slow, "nobody");
        }
        assertThat(cost(slow, "nobody")).as("locked").isGreaterThan(wrong / 4);
    }

    private static long cost(DomainRealm realm, String user) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        assertThat(realm.authenticate(user, "wrong".toCharArray())).isEmpty();
        return threads.getCurrentThreadCpuTime() - before;
    }

    @Test
    void failuresOfLongAgoDoNotCountAndASuccessForgetsThem() {
        for (int i = 0; i < 8; i++) {
            assertThat(login("alice", "wrong")).isFalse();
            ticker.advance(Duration.ofSeconds(90));
        }
        assertThat(login("alice", "wonder")).isTrue();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                assertThat(login("alice", "wrong")).isFalse();
            }
            ticker.advance(Duration.ofMinutes(6));
            assertThat(login("alice", "wonder")).isTrue();
        }
    }

    @Test
    void aNameThatNobodyHasIsLockedAlike() {
        Lockout lockout = new Lockout(LockoutSettings.standard(), ticker);
        for (int i = 0; i < 4; i++) {
            assertThat(lockout.failed("nobody", false)).isFalse();
        }
        assertThat(lockout.failed("nobody", false)).isTrue();
        assertThat(lockout.locked("nobody", false)).isTrue();
        assertThat(lockout.locked("nobody", true)).isFalse();
    }

    @Test
    void floodsOfUnknownNamesAreForgottenAndDoNotUnlockUsers() {
        Lockout lockout = new Lockout(LockoutSettings.standard(), ticker);
        for (int i = 0; i < 5; i++) {
            lockout.failed("alice", true);
        }
        for (int i = 0; i < 50_000; i++) {
            lockout.failed("name-" + i, false);
        }
        assertThat(lockout.locked("alice", true)).isTrue();
    }

    @Test
    void rememberedLoginsAreBoundedAndEnd() {
        RecentLogins logins = new RecentLogins(new java.security.SecureRandom(), ticker);
        RealmUser user = new RealmUser(
                "alice",
                java.util.Set.of(),
                ScramVerifier.of("x".toCharArray(), 4096, new java.security.SecureRandom()),
                List.of());
        Duration life = Duration.ofMinutes(5);
        for (int i = 0; i < 3000; i++) {
            logins.remember(logins.fingerprint("file", user, ("p" + i).toCharArray()), life);
        }
        assertThat(logins.size()).isEqualTo(1000);
        assertThat(logins.knows(logins.fingerprint("file", user, "p2999".toCharArray())))
                .isTrue();
        assertThat(logins.knows(logins.fingerprint("other", user, "p2999".toCharArray())))
                .as("a password is that of one provider's user")
                .isFalse();
        ticker.advance(Duration.ofMinutes(6));
        assertThat(logins.knows(logins.fingerprint("file", user, "p2999".toCharArray())))
                .isFalse();
    }

    private boolean digest(String user, DigestAlgorithm algorithm, String ha1) {
        return realm.authenticate(user, algorithm, ha1::equals).isPresent();
    }

    private static String ha1(DigestAlgorithm algorithm, String text) {
        return HexFormat.of().formatHex(algorithm.digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void letsUsersInByAProofOfTheirVerifier() {
        ScramVerifier own = realm.scramVerifier("alice");
        assertThat(own.matches("wonder".toCharArray())).isTrue();
        assertThat(realm.authenticateByScram(
                        "alice", verifier -> verifier.written().equals(own.written())))
                .isPresent();
        assertThat(realm.authenticateByScram("alice", verifier -> false)).isEmpty();
        assertThat(realm.authenticateByScram("bob", verifier -> true)).isEmpty();
    }

    @Test
    void aVerifierThatIsMadeUpLooksLikeOne() {
        ScramVerifier bob = realm.scramVerifier("bob");
        assertThat(bob.iterations()).isEqualTo(realm.scramVerifier("alice").iterations());
        assertThat(bob.salt())
                .hasSameSizeAs(realm.scramVerifier("alice").salt())
                .isEqualTo(realm.scramVerifier("bob").salt())
                .isNotEqualTo(realm.scramVerifier("eve").salt());
    }

    @Test
    void failedProofsLockAUserForPasswordsToo() {
        for (int i = 0; i < 5; i++) {
            assertThat(realm.authenticateByScram("alice", verifier -> false)).isEmpty();
        }
        assertThat(login("alice", "wonder")).isFalse();
        assertThat(realm.authenticateByScram("alice", verifier -> true)).isEmpty();
    }

    @Test
    void keepsNothingForDigestUnlessItIsEnabled() throws IOException {
        assertThat(realm.digests()).isEmpty();
        assertThat(Files.readString(domain.resolve("security/realm"))).doesNotContain("DIGEST");
        assertThat(digest("alice", DigestAlgorithm.MD5, ha1(DigestAlgorithm.MD5, "alice:r:wonder")))
                .isFalse();
    }

    @Test
    void checksDigestsOfPasswordsThatWereSetSinceItWasEnabled() throws IOException {
        digests = List.of(DigestAlgorithm.MD5, DigestAlgorithm.SHA_256);
        editor = editor();
        realm = open();
        assertThat(realm.digests()).containsExactly(DigestAlgorithm.SHA_256, DigestAlgorithm.MD5);
        String md5 = ha1(DigestAlgorithm.MD5, "alice:r:wonder");
        assertThat(digest("alice", DigestAlgorithm.MD5, md5)).as("set before").isFalse();
        editor.password("alice", "wonder".toCharArray());
        ticker.advance(Duration.ofSeconds(2));
        assertThat(digest("alice", DigestAlgorithm.MD5, md5)).isTrue();
        assertThat(digest("alice", DigestAlgorithm.SHA_256, ha1(DigestAlgorithm.SHA_256, "alice:r:wonder")))
                .isTrue();
        assertThat(digest("alice", DigestAlgorithm.SHA_256, md5)).isFalse();
        assertThat(digest("bob", DigestAlgorithm.MD5, md5)).isFalse();
        assertThat(realm.authenticate("alice", "wonder".toCharArray())).isPresent();
        editor.groups("alice", List.of("other"));
        ticker.advance(Duration.ofSeconds(2));
        assertThat(realm.authenticate("alice", DigestAlgorithm.MD5, md5::equals)
                        .orElseThrow()
                        .groups())
                .containsExactly("other");
    }

    @Test
    void aNewPasswordEndsTheDigestOfTheOldOne() throws IOException {
        digests = List.of(DigestAlgorithm.MD5);
        editor().password("alice", "wonder".toCharArray());
        realm = open();
        digests = List.of();
        editor().password("alice", "changed".toCharArray());
        ticker.advance(Duration.ofSeconds(2));
        assertThat(digest("alice", DigestAlgorithm.MD5, ha1(DigestAlgorithm.MD5, "alice:r:wonder")))
                .isFalse();
    }

    @Test
    void failedDigestsLockAUserForPasswordsToo() throws IOException {
        digests = List.of(DigestAlgorithm.SHA_256);
        editor().password("alice", "wonder".toCharArray());
        realm = open();
        for (int i = 0; i < 5; i++) {
            assertThat(digest("alice", DigestAlgorithm.SHA_256, "guess")).isFalse();
        }
        assertThat(digest("alice", DigestAlgorithm.SHA_256, ha1(DigestAlgorithm.SHA_256, "alice:r:wonder")))
                .isFalse();
        assertThat(login("alice", "wonder")).isFalse();
    }

    @Test
    void aDigestOfAnotherRealmIsNone() throws IOException {
        digests = List.of(DigestAlgorithm.MD5);
        new RealmEditor(domain.resolve("security/realm"), 4096, "other", digests)
                .password("alice", "wonder".toCharArray());
        realm = open();
        assertThat(digest("alice", DigestAlgorithm.MD5, ha1(DigestAlgorithm.MD5, "alice:other:wonder")))
                .isFalse();
    }

    @Test
    void digestsAreOfNormalisedPasswords() {
        DigestVerifier verifier = DigestVerifier.of(DigestAlgorithm.MD5, "alice", "r", "e\u0301".toCharArray());
        assertThat(verifier.ha1()).isEqualTo(ha1(DigestAlgorithm.MD5, "alice:r:\u00e9"));
        assertThat(DigestVerifier.parse(verifier.written())).isEqualTo(verifier);
    }
}
