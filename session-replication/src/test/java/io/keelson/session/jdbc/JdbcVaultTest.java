package io.keelson.session.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.marshal.SessionRecord;
import io.keelson.session.store.VaultSessionStore;
import io.keelson.session.store.VaultStoreContractTest;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows in H2. */
class JdbcVaultTest extends VaultStoreContractTest {
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final List<String> torn = new ArrayList<>();

    @Override
    protected SessionStore make(int mostInMemory) {
        return new VaultSessionStore(StoreType.JDBC, vault("shop"), mostInMemory);
    }

    private JdbcVault vault(String application) {
        return new JdbcVault(
                application, () -> DriverManager.getConnection(url), "wl_servlet_sessions", false, torn::add);
    }

    @AfterEach
    void dropTheDatabase() throws SQLException {
        run("shutdown");
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static SessionRecord record(String id, byte value) {
        return new SessionRecord(id, 1, 2, 3, null, null, Map.of("a", new byte[] {value}));
    }

    @Test
    void aRowIsChangedFromTheVersionThatItsWriterKnew() throws Exception {
        JdbcVault one = vault("shop");
        JdbcVault two = vault("shop");
        assertThat(one.write(0, record("x", (byte) 1))).isTrue();
        assertThat(two.write(0, record("x", (byte) 2))).isFalse();
        assertThat(two.write(1, record("x", (byte) 2))).isTrue();
        assertThat(one.write(1, record("x", (byte) 3))).isFalse();
        assertThat(one.version("x")).isEqualTo(2);
        assertThat(one.read("x").record().attributes().get("a")).containsExactly(2);
        one.delete("x");
        assertThat(two.version("x")).isZero();
        assertThat(two.write(2, record("x", (byte) 3))).isFalse();
    }

    /** The data source leads to another database since: the first statement there finds no table. */
    @Test
    void theTableIsMadeAgainWhereItIsNotThereAnyMore() throws Exception {
        JdbcVault vault = vault("shop");
        assertThat(vault.write(0, record("x", (byte) 1))).isTrue();
        run("drop table wl_servlet_sessions");
        assertThat(vault.write(0, record("y", (byte) 1))).isTrue();
        run("drop table wl_servlet_sessions");
        assertThat(vault.read("y")).isNull();
        run("drop table wl_servlet_sessions");
        run("create table wl_servlet_sessions(kls_key int)");
        assertThatThrownBy(() -> vault.read("y")).hasMessageContaining("KLS_VERSION");
    }

    @Test
    void applicationsDoNotSeeEachOther() throws Exception {
        JdbcVault shop = vault("shop");
        JdbcVault other = vault("other");
        assertThat(shop.write(0, record("x", (byte) 1))).isTrue();
        assertThat(other.read("x")).isNull();
        assertThat(other.expired(Long.MAX_VALUE - 1, 10)).isEmpty();
        assertThat(shop.expired(Long.MAX_VALUE - 1, 10)).containsExactly("x");
        assertThat(shop.expired(3001, 10)).isEmpty();
        assertThat(shop.expired(3002, 10)).containsExactly("x");
    }

    @Test
    void serversThatStartTogetherMakeOneTable() {
        List<CompletableFuture<Void>> servers = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(() -> {
                    try {
                        vault("shop").probe();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }))
                .toList();
        servers.forEach(CompletableFuture::join);
    }

    @Test
    void aTableThatCannotBeMadeIsSaidWithTheStatement() throws Exception {
        run("drop table wl_servlet_sessions");
        run("create user joe password 'joe'");
        JdbcVault vault = new JdbcVault(
                "shop",
                () -> DriverManager.getConnection(url.substring(0, url.indexOf(';')), "joe", "joe"),
                "wl_servlet_sessions",
                false,
                torn::add);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(vault::probe)
                .withMessageContaining("make it by: create table wl_servlet_sessions (kls_key varchar(64)");
        run("create table wl_servlet_sessions (wl_id varchar(100))");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> vault("shop").probe())
                .withMessageContaining("cannot be used");
    }

    @Test
    void aDamagedRowIsLeftOutReportedOnceAndGoesWithItsTime() throws Exception {
        SessionState state = begin(ID);
        state.put("a", 1);
        end(state);
        store.close();
        run("update wl_servlet_sessions set kls_record = X'4b4c535301aabb'");
        store = make(-1);
        store.open(host);
        assertThat(store.find(ID)).isNull();
        assertThat(store.find(ID)).isNull();
        assertThat(torn).singleElement().asString().startsWith("the row ");
        run("update wl_servlet_sessions set kls_expires = 0");
        store.bringIdle();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from wl_servlet_sessions")) {
            rows.next();
            assertThat(rows.getInt(1)).isZero();
        }
    }

    @Test
    void aNameThatIsNoneGetsIntoNoStatement() {
        for (String name : List.of("x; drop table y", "x y", "", "1x", "a.b.c.d", "x\"")) {
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new SessionTable(name, 1));
        }
        assertThat(new SessionTable("shop.sessions$1", 1).name()).isEqualTo("shop.sessions$1");
    }
}
