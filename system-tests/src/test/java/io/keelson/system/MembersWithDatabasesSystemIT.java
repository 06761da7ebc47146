package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.appclient.transaction.RemoteTransactions;
import io.keelson.appclient.transaction.TransactionEntry;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two members of a cluster over databases: what each caches, transaction logs that the other one reaches, transactions of both. */
@Timeout(240)
class MembersWithDatabasesSystemIT {
    private static final String[] MEMBERS = {"server-1", "server-2"};
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};

    @TempDir
    Path parent;

    private Process database;
    private int port;

    @BeforeEach
    void startDatabase() throws Exception {
        port = FreePorts.next();
        database = DatabaseProcess.start(port, parent);
    }

    @AfterEach
    void stopDatabase() throws Exception {
        database.destroyForcibly().waitFor();
    }

    private String url(String name) {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/./" + name + ";DB_CLOSE_DELAY=-1";
    }

    private static String sql(LiveDomain domain, String source, String text) throws Exception {
        return domain.ask(
                "server-2",
                "GET",
                "/members/do/sql?source=jdbc/" + source + "&text=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
    }

    private static long count(LiveDomain domain, String source, String text) throws Exception {
        return Long.parseLong(sql(domain, source, text));
    }

    private String source(String name, String more) {
        return "  " + name + ": {jndi-names: [jdbc/" + name + "], url: \"" + url(name) + "\", user: sa" + more + "}\n";
    }

    @Test
    void membersShareWhatIsInDatabasesAndWhatIsDecidedOfThem() throws Exception {
        WarFile application = WarFile.ofSources("members", parent.resolve("classes"));
        try (LiveDomain domain = LiveDomain.create(parent, 2)) {
            String xa = ", global-transactions-protocol: two-phase-commit";
            domain.configure(text -> text + "\ntransactions: {log: jdbc, log-data-source: jdbc/logs}\ndata-sources:\n"
                    + source("logs", "") + source("a", xa) + source("b", xa));
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            for (String each : MEMBERS) {
                domain.deploy(each, "members", application);
            }
            domain.deploy("server-2", "sales", WarFile.ofSources("sales", parent.resolve("sales")));
            caches(domain);
            logs(domain);
            clients(domain);
            calls(domain);
        }
    }

    /** A client's transaction that began at one member takes part in what the client calls at the other one. */
    private void clients(LiveDomain domain) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {parent.resolve("sales").toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            Context first = context(domain, "server-1");
            Context second = context(domain, "server-2");
            RemoteTransactions transactions = (RemoteTransactions) first.lookup(RemoteTransactions.NAME);
            Object sales = second.lookup("sales");
            Method add = loader.loadClass("sales.Sales").getMethod("add", String.class, String.class, boolean.class);
            for (boolean refused : new boolean[] {false, true}) {
                byte[] id = transactions.begin(60);
                TransactionEntry.current(id);
                add.invoke(sales, "jdbc/a", "by client " + refused, false);
                add.invoke(sales, "jdbc/b", "by client " + refused, refused);
                TransactionEntry.current(null);
                assertThat(transactions.commit(id))
                        .startsWith(refused ? RemoteTransactions.ROLLED_BACK : RemoteTransactions.COMMITTED);
                long rows = refused ? 0 : 1;
                assertThat(sales(domain, "by client " + refused)).containsExactly(rows, rows);
            }
            first.close();
            second.close();
        } finally {
            TransactionEntry.current(null);
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static Context context(LiveDomain domain, String server) throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        environment.put(Context.PROVIDER_URL, "keelson://" + domain.address(server));
        return new InitialContext(environment);
    }

    /** A transaction goes with a call to the other member, which has no part of its own in the decision. */
    private static void calls(LiveDomain domain) throws Exception {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !call(domain, "probe", "refused").contains("NameNotFound"));
        assertThat(call(domain, "called", "")).isEqualTo("called");
        assertThat(sales(domain, "called")).containsExactly(1L, 1L);
        String at = URLEncoder.encode("keelson://" + domain.address("server-2"), StandardCharsets.UTF_8);
        assertThat(call(domain, "looked up there", "&at=" + at)).isEqualTo("called");
        assertThat(sales(domain, "looked up there")).containsExactly(1L, 1L);

        assertThat(call(domain, "refused", "refused"))
                .contains("RollbackException")
                .contains("server-2");
        assertThat(sales(domain, "refused")).containsExactly(0L, 0L);

        assertThatThrownBy(() -> call(domain, "halted", "halted")).isInstanceOf(IOException.class);
        domain.process("server-1").waitFor();
        // The other member takes the log, finds the decision, and follows it in the database and in itself.
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(sales(domain, "halted")).containsExactly(1L, 1L));
    }

    private static String call(LiveDomain domain, String text, String how) throws Exception {
        return domain.ask(
                "server-1",
                "GET",
                "/members/do/call?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8) + "&how=" + how);
    }

    private static List<Long> sales(LiveDomain domain, String text) throws Exception {
        String sql = "select count(*) from sales where name = '" + text + "'";
        return List.of(count(domain, "a", sql), count(domain, "b", sql));
    }

    private static void caches(LiveDomain domain) throws Exception {
        assertThat(domain.ask("server-1", "GET", "/members/do/add?text=pen")).isEqualTo("added");
        assertThat(domain.ask("server-2", "GET", "/members/do/text")).isEqualTo("pen");
        assertThat(domain.ask("server-2", "GET", "/members/do/cached")).isEqualTo("true");

        assertThat(domain.ask("server-1", "GET", "/members/do/change?text=ink")).isEqualTo("changed");

        await().atMost(Duration.ofSeconds(30))
                .until(() -> domain.ask("server-2", "GET", "/members/do/text").equals("ink"));
        assertThat(domain.ask("server-2", "GET", "/members/do/cached")).isEqualTo("true");
    }

    private static void logs(LiveDomain domain) throws Exception {
        for (String each : List.of("a", "b")) {
            assertThat(sql(domain, each, "create table sales(name varchar(100) primary key)"))
                    .isEqualTo("done");
        }
        for (String each : MEMBERS) {
            assertThat(domain.ask(each, "GET", "/members/do/both?text=" + each)).isEqualTo("both");
            assertThat(Files.exists(domain.directory().resolve("servers/" + each + "/transactions/decisions.log")))
                    .isFalse();
        }
        assertThat(count(domain, "a", "select count(*) from sales")).isEqualTo(2);
        assertThat(count(domain, "b", "select count(*) from sales")).isEqualTo(2);
        String lease = "select log_lease from keelson_transaction_logs where log_name like '%/server-1'";
        long epoch = count(domain, "logs", lease);

        domain.signal("server-1", "KILL");
        domain.process("server-1").waitFor();

        domain.awaitSaid("server-2", "KLS-110416", "KLS-110417: Nothing of server server-1 is in doubt any more");
        assertThat(count(domain, "logs", lease)).isGreaterThan(epoch);
        domain.forget("server-1"); // it has said before that it runs
        domain.launch("server-1");
        domain.awaitRunning("server-1");
        assertThat(domain.ask("server-1", "GET", "/members/do/both?text=again")).isEqualTo("both");
        assertThat(count(domain, "b", "select count(*) from sales")).isEqualTo(3);
    }
}
