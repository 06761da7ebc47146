package io.keelson.session.hotrod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.grid.GridConnector.Access;
import io.keelson.session.grid.GridConnector.Address;
import io.keelson.session.grid.GridConnector.Login;
import io.keelson.session.grid.GridVault;
import io.keelson.session.marshal.SessionRecord;
import io.keelson.session.store.VaultSessionStore;
import io.keelson.session.store.VaultStoreContractTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries on a real Hot Rod server. */
class HotRodVaultTest extends VaultStoreContractTest {
    private static GridServer server;

    /** Each test has an application of its own on the grid that they share. */
    private final String shop = "shop-" + UUID.randomUUID();

    private final List<String> torn = new ArrayList<>();
    private final List<HotRodGrid> grids = new ArrayList<>();

    @BeforeAll
    static void startTheGrid() throws IOException {
        server = GridServer.start();
    }

    @AfterAll
    static void stopTheGrid() {
        server.close();
    }

    @AfterEach
    void closeTheConnections() {
        grids.forEach(HotRodGrid::close);
    }

    private static Access access(Login login, int port, String cache) {
        return access(login, port, cache, false, null);
    }

    private static Access access(Login login, int port, String cache, boolean tls, Path trust) {
        return new Access(
                "g",
                List.of(new Address("localhost", port)),
                cache,
                login,
                tls,
                trust,
                Duration.ofSeconds(2),
                Duration.ofSeconds(5));
    }

    private GridVault vault(String application) {
        return vault(application, access(null, server.port(), GridServer.CACHE));
    }

    private GridVault vault(String application, Access access) {
        HotRodGrid grid = new HotRodGrid(access);
        grids.add(grid);
        return new GridVault(grid, application, false, torn::add);
    }

    @Override
    protected SessionStore make(int mostInMemory) {
        return new VaultSessionStore(StoreType.CACHE, vault(shop), mostInMemory);
    }

    private static SessionRecord record(String id, byte value) {
        return new SessionRecord(id, 1, 2, 600, null, null, Map.of("a", new byte[] {value}));
    }

    @Test
    void anEntryIsChangedFromTheVersionThatItsWriterKnew() throws Exception {
        GridVault one = vault(shop);
        GridVault other = vault(shop);
        assertThat(one.write(0, record("x", (byte) 1))).isTrue();
        assertThat(other.write(0, record("x", (byte) 2))).isFalse();
        assertThat(other.write(1, record("x", (byte) 3))).isTrue();
        assertThat(one.write(1, record("x", (byte) 4))).isFalse();
        assertThat(one.version("x")).isEqualTo(2);
        assertThat(one.read("x").record().attributes().get("a")).containsExactly(3);
        assertThat(vault("blog").read("x")).isNull();
        assertThat(torn).isEmpty();
    }

    @Test
    void ofSeveralWritersOneWins() throws Exception {
        GridVault one = vault(shop);
        GridVault other = vault(shop);
        assertThat(one.write(0, record("x", (byte) 0))).isTrue();
        for (int version = 1; version <= 50; version++) {
            long expected = version;
            List<CompletableFuture<Boolean>> wins = IntStream.of(1, 2)
                    .mapToObj(who -> CompletableFuture.supplyAsync(() -> {
                        try {
                            return (who == 1 ? one : other).write(expected, record("x", (byte) who));
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    }))
                    .toList();
            assertThat(wins.stream().filter(CompletableFuture::join).count()).isEqualTo(1);
        }
    }

    @Test
    void theEndOfASessionIsKnownToOthers() throws Exception {
        GridVault one = vault(shop);
        GridVault other = vault(shop);
        assertThat(one.write(0, record("x", (byte) 1))).isTrue();
        assertThat(other.read("x")).isNotNull();
        one.delete("x");
        assertThat(other.read("x")).isNull();
        assertThat(other.version("x")).isZero();
        assertThat(other.write(1, record("x", (byte) 2)))
                .as("what has ended does not come back")
                .isFalse();
        assertThat(other.write(0, record("x", (byte) 3)))
                .as("a new one of that id")
                .isTrue();
    }

    @Test
    void whatTheGridHasLostIsWrittenAgain() throws Exception {
        SessionState state = begin(ID);
        state.put("a", "1");
        end(state);
        server.end();
        server.empty();
        server.begin();
        assertThat(vault(shop).version(ID)).as("a server that has not had it").isZero();
        state = join(ID);
        assertThat(state.attributes()).containsEntry("a", "1");
        state.put("b", "2");
        end(state);
        again(-1);
        assertThat(join(ID).attributes()).isEqualTo(Map.of("a", "1", "b", "2"));
    }

    @Test
    void whileItIsAwayRequestsGoOnFromMemory() throws Exception {
        SessionState state = begin(ID);
        state.put("a", "1");
        end(state);
        server.end();
        state = join(ID);
        state.put("b", "2");
        end(state);
        assertThat(store.status().state()).isEqualTo(StoreStatus.State.AWAY);
        assertThat(store.status().reason()).contains("the grid 'g'");
        assertThat(store.status().behind()).isEqualTo(1);
        SessionState begun = begin("another");
        begun.put("c", "3");
        end(begun);

        server.begin();
        for (int i = 0; i < 20 && store.status().state() == StoreStatus.State.AWAY; i++) {
            host.pass(Duration.ofSeconds(10));
        }
        assertThat(store.status().state()).isEqualTo(StoreStatus.State.AVAILABLE);
        assertThat(store.status().behind()).isZero();
        again(-1);
        assertThat(join(ID).attributes()).isEqualTo(Map.of("a", "1", "b", "2"));
        assertThat(join("another").attributes()).isEqualTo(Map.of("c", "3"));
    }

    @Test
    void whatIsNotWholeIsReportedOnceAndLeftOut() throws Exception {
        GridVault vault = vault(shop);
        assertThat(vault.write(0, record("x", (byte) 1))).isTrue();
        grids.get(grids.size() - 1).use(cache -> {
            for (byte[] key : cache.keySet()) {
                byte[] bytes = cache.get(key);
                bytes[bytes.length - 1] ^= 1;
                cache.put(key, bytes);
            }
            return true;
        });
        assertThat(vault.read("x")).isNull();
        assertThat(vault.read("x")).isNull();
        assertThat(torn).singleElement().asString().contains("check sum");
    }

    @Test
    void aCacheThatIsNotThereIsNamed() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(
                        () -> vault(shop, access(null, server.port(), "none")).probe())
                .withMessageContaining("has no cache 'none'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DIGEST-MD5", "SCRAM-SHA-256", "SCRAM-SHA-384", "SCRAM-SHA-512"})
    void theGridIsToldWhoComes(String mechanism) throws Exception {
        try (GridServer careful = GridServer.startAuthenticated(mechanism)) {
            Login right = new Login(GridServer.USER, GridServer.PASSWORD, mechanism);
            GridVault vault = vault(shop, access(right, careful.port(), GridServer.CACHE));
            assertThat(vault.write(0, record("x", (byte) 1))).isTrue();
            assertThat(vault.read("x")).isNotNull();

            Login wrong = new Login(GridServer.USER, "not-the-secret", mechanism);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> vault(shop, access(wrong, careful.port(), GridServer.CACHE))
                            .probe())
                    .satisfies(e -> assertThat(stack(e)).doesNotContain("not-the-secret"));
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> vault(shop, access(null, careful.port(), GridServer.CACHE))
                            .probe());
            assertThat(access(right, 1, "c").toString()).doesNotContain(GridServer.PASSWORD);
        }
    }

    @Test
    void whatGoesOverIsEncryptedWhereTheGridIsTrusted(@TempDir Path directory) throws Exception {
        Path keys = directory.resolve("keys.p12");
        Path certificate = directory.resolve("grid.pem");
        keytool(
                keys,
                "-genkeypair -alias grid -keyalg EC -groupname secp256r1 -dname CN=grid -validity 2 -ext san=dns:localhost");
        keytool(keys, "-exportcert -alias grid -rfc -file " + certificate);
        try (GridServer encrypted = GridServer.startEncrypted(keys)) {
            GridVault vault = vault(shop, access(null, encrypted.port(), GridServer.CACHE, true, certificate));
            assertThat(vault.write(0, record("x", (byte) 1))).isTrue();
            assertThat(vault.read("x")).isNotNull();
            assertThatExceptionOfType(IOException.class)
                    .as("of the JDK nobody has signed that")
                    .isThrownBy(() -> vault(shop, access(null, encrypted.port(), GridServer.CACHE, true, null))
                            .probe());
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> vault(shop, access(null, encrypted.port(), GridServer.CACHE))
                            .probe());
        }
    }

    private static void keytool(Path keys, String arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(
                List.of("-storetype", "PKCS12", "-keystore", keys.toString(), "-storepass", GridServer.PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static String stack(Throwable e) {
        java.io.StringWriter all = new java.io.StringWriter();
        e.printStackTrace(new java.io.PrintWriter(all, true));
        return all.toString();
    }
}
