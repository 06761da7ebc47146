package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what an operator sees of transactions and does with them: commands, REST, metrics, and the page of the console. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionsSystemIT {
    private static final String SERVER = "AdminServer";
    private static final String PASSWORD = "correct horse 7";
    private static final String LEDGER = "transfers.Ledger";

    @TempDir
    static Path parent;

    private LiveDomain domain;

    @BeforeAll
    void start() throws Exception {
        domain = LiveDomain.create(parent, 0).configure(text -> text + "transactions:\n  timeout: 5m\n");
        Path file = Files.writeString(parent.resolve("password"), PASSWORD + "\n");
        LiveServer.Said added =
                domain.cli("user", "add", "ada", "--group", "Administrators", "--password-file", file.toString());
        assertThat(added.exit()).as(added.text()).isZero();
        domain.launch(SERVER);
        domain.awaitRunning(SERVER);
        domain.deploy(
                SERVER,
                "transfers",
                WarFile.ofCompiled(
                        Path.of(TransactionsSystemIT.class
                                .getResource("/services/transfers")
                                .toURI()),
                        parent.resolve("classes"),
                        "WEB-INF/classes/"));
    }

    @AfterAll
    void stop() throws Exception {
        domain.close();
    }

    private String transfers(String how) throws Exception {
        return domain.ask(SERVER, "GET", "/transfers/" + how);
    }

    private CompletableFuture<String> holds() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return transfers("hold");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private String done(String... words) {
        LiveServer.Said said = domain.cli(words);
        assertThat(said.exit()).as(said.text()).isZero();
        return said.text();
    }

    private String refused(String... words) {
        LiveServer.Said said = domain.cli(words);
        assertThat(said.exit()).as(said.text()).isEqualTo(1);
        return said.text();
    }

    /** The id of the first transaction in a list whose line has this. */
    private String awaitId(String what) {
        Pattern line = Pattern.compile("(?m)^([0-9a-f]{8}-\\d+-\\d+) .*" + Pattern.quote(what));
        Matcher found = await().atMost(Duration.ofSeconds(30))
                .until(() -> line.matcher(done("transactions", "list")), Matcher::find);
        return found.group(1);
    }

    @Test
    void aTransactionThatRunsIsShownAndRolledBack() throws Exception {
        CompletableFuture<String> held = holds();
        String id = awaitId("transfers");
        assertThat(done("transactions", "show", id))
                .contains(
                        "application: transfers",
                        "begun-at:",
                        "transfers.TransferServlet.doGet",
                        "stack:",
                        "CountDownLatch");
        assertThat(refused("transactions", "commit", id)).contains("only its application can commit it");
        assertThat(refused("transactions", "forget", id)).contains("has no heuristic outcome");
        assertThat(refused("transactions", "show", "0-0-0")).contains("There is no transaction '0-0-0' here");
        assertThat(done("transactions", "rollback", id)).contains("rolled back");
        transfers("release");
        assertThat(held.get(30, TimeUnit.SECONDS))
                .startsWith("RollbackException")
                .contains("operator");
        assertThat(domain.manage(SERVER, "metrics").body())
                .containsPattern("keelson_transactions_ended_by_operator\\S* [1-9]");
    }

    @Test
    void aDecisionWaitsForItsResourceUntilThatIsGivenUp() throws Exception {
        assertThat(transfers("away")).isEqualTo("committed");
        String id = awaitId("the resource cannot be asked");
        assertThat(done("transactions", "show", id)).contains("state: in doubt", "--resource " + LEDGER);
        assertThat(refused("transactions", "rollback", id)).contains("is decided: it commits");
        assertThat(refused("transactions", "forget", id, "--resource", "other"))
                .contains("waits for the resource other");
        assertThat(done("transactions", "forget", id, "--resource", LEDGER)).contains("waits no more for " + LEDGER);
        assertThat(done("transactions", "list")).doesNotContain(id);
    }

    @Test
    void aHeuristicOutcomeStaysUntilItIsForgotten() throws Exception {
        assertThat(transfers("mixed")).startsWith("HeuristicMixedException");
        String id = awaitId("XA_HEURMIX");
        assertThat(done("transactions", "show", id))
                .contains("state: heuristic outcome", "Compare what the transaction did");
        assertThat(refused("transactions", "forget", id)).contains("cannot be asked to forget");
        assertThat(done("transactions", "forget", id, "--resource-is-gone", "true"))
                .contains("forgotten");
        assertThat(done("transactions", "list")).doesNotContain(id);
    }

    @Test
    void commitsAreMeasuredByPhase() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(transfers("fine")).isEqualTo("committed");
        }
        assertThat(domain.manage(SERVER, "metrics").body())
                .containsPattern("keelson_transactions_prepare_seconds_count\\S* [1-9]")
                .containsPattern("keelson_transactions_commit_seconds_count\\S* [1-9]");
        assertThat(domain.manage(SERVER, "openapi.json").body())
                .contains("rolls back a transaction that runs, or what is in doubt of one");
    }

    @Test
    @Tag("browser")
    void theConsoleHasThem() throws Exception {
        CompletableFuture<String> held = holds();
        assertThat(transfers("away")).isEqualTo("committed");
        assertThat(transfers("mixed")).startsWith("HeuristicMixedException");
        String running = awaitId("transfers");
        String inDoubt = awaitId("the resource cannot be asked");
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address(SERVER))) {
            browser.open("");
            browser.awaitText("h1", "Keelson");
            browser.logIn("ada", PASSWORD);
            browser.awaitText("h1", "Overview");
            browser.awaitText("nav", "Transactions");
            browser.go("#/transactions", "Transactions");
            browser.awaitText("section[aria-label=Running] tbody", running + " AdminServer transfers");
            browser.awaitText("section[aria-label=\"In doubt\"] tbody", inDoubt);
            browser.awaitText("section[aria-label=\"Heuristic outcomes\"] tbody", "XA_HEURMIX");
            browser.accessible("the transactions");
            browser.picture("transactions");
            browser.press("More about " + running);
            browser.awaitText("dialog", "transfers.TransferServlet.doGet");
            browser.accessible("a transaction");
            browser.picture("a-transaction");
            browser.press("Close");
            browser.awaitNoDialog();
            browser.press("Rollback " + running);
            browser.awaitText("dialog", "This rolls back a transaction that runs");
            browser.press("Rollback");
            browser.awaitNoDialog();
            browser.awaitText("section[aria-label=Running]", "No server has any.");
        }
        transfers("release");
        assertThat(held.get(30, TimeUnit.SECONDS)).startsWith("RollbackException");
        done("transactions", "forget", inDoubt, "--resource", LEDGER);
        done("transactions", "forget", awaitId("XA_HEURMIX"), "--resource-is-gone", "true");
    }
}
