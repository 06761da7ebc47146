package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.access.AuditFile;
import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Auditor;
import io.keelson.admin.access.Gate;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.access.RoleGroups;
import io.keelson.admin.access.SessionSettings;
import io.keelson.admin.access.Sessions;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ManagementToken;
import io.keelson.admin.machine.Enrolment;
import io.keelson.admin.machine.EnrolmentToken;
import io.keelson.admin.machine.MachineSetup;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Router;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManager;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.management.Role;
import io.keelson.net.spi.TlsSession;
import io.keelson.net.tls.CertificateRequest;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.security.RealmEditor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManagementHandlerTest {
    private static final String APPLICATIONS = "/management/v1/deployments";
    private static final String BINARY = "application/octet-stream";
    private static final String JSON = "application/json";

    private final FakeDeployer deployer = new FakeDeployer();

    @TempDir
    Path domain;

    private Path uploads;
    private String authorization;
    private RealmEditor realm;
    private ManagementHandler handler;
    private final ScheduledExecutorService scheduler = Threads.scheduler("test");

    @BeforeEach
    void handler() throws IOException {
        uploads = domain.resolve("tmp/uploads");
        Path tokenFile = domain.resolve("security/management-token");
        ManagementToken.create(tokenFile);
        ManagementToken token = ManagementToken.read(tokenFile);
        authorization = token.authorization();
        realm = new RealmEditor(domain.resolve("security/realm"), 4096, "r", List.of());
        List<Route> routes = new ArrayList<>(new DeploymentsResource(deployer, uploads, 100).routes());
        routes.addAll(new UsersResource(realm, Optional.empty()).routes());
        routes.add(Route.of("GET", "broken", Role.MONITOR, call -> {
            throw new IllegalStateException("secret of the server");
        }));
        Passwords passwords = new Passwords(Optional.empty(), RoleGroups.standard(), Ticker.system());
        handler = new ManagementHandler(
                new Gate(
                        token,
                        domain,
                        passwords,
                        new Sessions(SessionSettings.standard(), passwords, Ticker.system()),
                        List.of("Admin.Example.org")),
                new Router("/management/v1", routes),
                new Auditor(new AuditLog(new AuditFile(domain.resolve("audit.log"), 1 << 20, 2), "s", Ticker.system())),
                new NoWorkManager(),
                scheduler,
                "server-1");
    }

    @AfterEach
    void endScheduler() {
        scheduler.shutdownNow();
    }

    private static final class NoWorkManager implements WorkManager {
        @Override
        public String name() {
            return "administration";
        }

        @Override
        public boolean offer(Runnable work) {
            work.run();
            return true;
        }

        @Override
        public int load() {
            return 0;
        }
    }

    private FakeExchange send(FakeExchange exchange) {
        handler.handle(exchange.header("Authorization", authorization));
        assertThat(exchange.ended).as("every exchange is ended").isTrue();
        return exchange;
    }

    private FakeExchange send(String method, String target) {
        return send(new FakeExchange(method, target));
    }

    private FakeExchange refused(FakeExchange exchange) {
        handler.handle(exchange);
        assertThat(exchange.ended).isTrue();
        assertThat(exchange.handedOver).as("refused on the muxer thread").isFalse();
        return exchange;
    }

    // who may

    @Test
    void withoutATokenIsRefusedWithAChallenge() {
        FakeExchange exchange = refused(new FakeExchange("GET", APPLICATIONS));
        assertThat(exchange.status).isEqualTo(401);
        assertThat(exchange.answerHeader("WWW-Authenticate")).isEqualTo("Bearer realm=\"keelson\"");
        assertThat(exchange.answerHeader("Content-Type")).isEqualTo("application/problem+json");
        assertThat(exchange.answer()).contains("\"status\":401");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer x", "Bearer ", "Basic YWI=", "Basic !", "Basic /////w==", "x", ""})
    void aWrongTokenIsRefused(String credentials) {
        FakeExchange exchange = refused(new FakeExchange("GET", APPLICATIONS).header("Authorization", credentials));
        assertThat(exchange.status).isEqualTo(401);
        assertThat(exchange.answerHeader("WWW-Authenticate")).contains("invalid_token");
        assertThat(exchange.answer()).doesNotContain(authorization.substring(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "5", "[]", "{", "", "DEEP", "{} junk", "{}{}", "{\"groups\":[]} ,", "{},"})
    void aBodyThatIsNoObjectIsRefused(String body) throws Exception {
        String sent = body.equals("DEEP") ? "{\"a\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}" : body;
        FakeExchange exchange = send(new FakeExchange("PUT", "/management/v1/security/users/bob").body(JSON, sent));
        assertThat(exchange.status).isEqualTo(400);
        assertThat(exchange.answer()).contains("The body is not a JSON object");
    }

    private FakeExchange fromElsewhere() throws IOException {
        FakeExchange exchange = new FakeExchange("GET", APPLICATIONS);
        exchange.client = InetAddress.getByName("192.0.2.7");
        return exchange;
    }

    @Test
    void theTokenDoesNotCountInTheClearFromElsewhere() throws Exception {
        FakeExchange exchange = refused(fromElsewhere().header("Authorization", authorization));
        assertThat(exchange.status).isEqualTo(403);
        assertThat(exchange.answer()).contains("over TLS only");
        FakeExchange secured = fromElsewhere();
        secured.secure = true;
        assertThat(send(secured).status).as("a domain of one machine").isEqualTo(200);
    }

    @Test
    void inADomainOfSeveralMachinesItCountsOnlyWithTheCertificateOfOne() throws Exception {
        DomainDirectory whole = DomainDirectory.create(domain.resolve("whole"));
        MachineSetup.init(whole, "alpha", List.of("192.0.2.1"), 7443, Ticker.system());
        Enrolment enrolment =
                new Enrolment(whole, ThisMachine.read(whole).orElseThrow(), Duration.ofDays(90), Ticker.system());
        EnrolmentToken token = enrolment.expect("beta", List.of("192.0.2.7"), 5556, "192.0.2.1:7443");
        X509Certificate beta = first(enrolment
                .enroll(
                        "beta",
                        token.secret(),
                        CertificateRequest.write("machine:beta", CertificateWriter.newKey()),
                        () -> {})
                .chain());
        Files.createDirectories(domain.resolve("security"));
        for (String file : List.of("ca.pem", "machine.pem", "machine.key")) {
            Files.copy(
                    whole.path().resolve("security").resolve(file),
                    domain.resolve("security").resolve(file));
        }
        KeyPair own = CertificateWriter.newKey();
        Instant now = Instant.now();
        X509Certificate stranger = CertificateWriter.selfSigned(
                new CertificateWriter.Content(
                        "machine:beta", List.of(), false, now.minusSeconds(60), now.plusSeconds(3600)),
                own);
        assertThat(shown(beta).status).isEqualTo(200);
        assertThat(shown(stranger).status).isEqualTo(403);
        assertThat(shown().status).isEqualTo(403);
        FakeExchange proxied = fromElsewhere();
        proxied.secure = true; // a front has the TLS: nobody here has seen a certificate
        assertThat(send(proxied).answer()).contains("together with the certificate of a machine");
        assertThat(send("GET", APPLICATIONS).status).as("from this machine").isEqualTo(200);

        enrolment.remove("beta");
        Files.copy(whole.path().resolve("security/revoked"), domain.resolve("security/revoked"));
        assertThat(shown(beta).status).isEqualTo(403);
    }

    private FakeExchange shown(X509Certificate... certificates) throws Exception {
        FakeExchange exchange = fromElsewhere();
        exchange.secure = true;
        exchange.tls = new TlsSession("TLSv1.3", "TLS_AES_128_GCM_SHA256", 128, "00", List.of(certificates));
        return send(exchange);
    }

    private static X509Certificate first(String pem) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void twoTokensAreRefused() {
        assertThat(refused(new FakeExchange("GET", APPLICATIONS)
                                .header("Authorization", authorization)
                                .header("Authorization", authorization))
                        .status)
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:7001",
                "127.0.0.1.evil.example",
                "localhost.evil.example:7001",
                "10.0.0.1",
                "[::2]:7001",
                "["
            })
    void aHostThatWasReboundIsRefusedEvenWithTheToken(String authority) {
        FakeExchange exchange = new FakeExchange("GET", APPLICATIONS).header("Authorization", authorization);
        exchange.authority = authority;
        assertThat(refused(exchange).status).isEqualTo(403);
    }

    @Test
    void aRequestWithoutHostIsRefused() {
        FakeExchange exchange = new FakeExchange("GET", APPLICATIONS).header("Authorization", authorization);
        exchange.authority = null;
        assertThat(refused(exchange).status).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:80",
                "127.0.0.1:7001",
                "127.1.2.3",
                "[::1]:7001",
                "admin.example.ORG:7001"
            })
    void namesOfTheServerAreAccepted(String authority) {
        FakeExchange exchange = new FakeExchange("GET", APPLICATIONS);
        exchange.authority = authority;
        assertThat(send(exchange).status).isEqualTo(200);
    }

    @Test
    void pagesOfOtherOriginsAreRefused() {
        for (String origin :
                List.of("http://evil.example", "null", "https://localhost:7001", "http://localhost:7002")) {
            assertThat(refused(new FakeExchange("DELETE", APPLICATIONS + "/x")
                                    .header("Authorization", authorization)
                                    .header("Origin", origin))
                            .status)
                    .as(origin)
                    .isEqualTo(403);
        }
        assertThat(send(new FakeExchange("GET", APPLICATIONS).header("Origin", "http://localhost:7001")).status)
                .isEqualTo(200);
    }

    @Test
    void overloadIsSaid() {
        FakeExchange exchange = new FakeExchange("GET", APPLICATIONS);
        exchange.full = true;
        assertThat(send(exchange).status).isEqualTo(503);
    }

    // what is where

    @Test
    void unknownAddressesAreNotFound() {
        for (String path : List.of(
                "/management",
                "/management/",
                "/management/v1",
                "/management/v1/",
                "/management/v2/deployments",
                APPLICATIONS + "/",
                APPLICATIONS + "/a/b",
                "/management/v1/../v1/deployments")) {
            assertThat(send("GET", path).status).as(path).isIn(404, 400);
        }
        assertThat(send("GET", APPLICATIONS + "/nothing").status).isEqualTo(404);
    }

    @Test
    void otherMethodsAreTold() {
        FakeExchange exchange = send("PATCH", APPLICATIONS + "/x");
        assertThat(exchange.status).isEqualTo(405);
        assertThat(exchange.answerHeader("Allow")).isEqualTo("DELETE, GET, HEAD, OPTIONS, PUT");
        assertThat(send("OPTIONS", APPLICATIONS).answerHeader("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(send("HEAD", APPLICATIONS).status).isEqualTo(200);
    }

    @Test
    void anErrorOfTheServerShowsNothingInsideAndSaysHowToReadItsLog() {
        FakeExchange exchange = send("GET", "/management/v1/broken");
        assertThat(exchange.status).isEqualTo(500);
        assertThat(exchange.answer())
                .doesNotContain("secret")
                .doesNotContain("Exception")
                .contains("the server server-1")
                .contains("'keelson log --server server-1 --request " + exchange.id() + "'");
    }

    // deployments

    @Test
    void applicationClientsAreListed() throws IOException {
        deployer.clients = List.of("till", "desk");
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "archive")).status)
                .isEqualTo(201);

        assertThat(send("GET", APPLICATIONS).answer()).contains("\"clients\":[\"till\",\"desk\"]");
    }

    @Test
    void whatDoesNotServeIsListed() throws IOException {
        deployer.outOfService = List.of("servlet till failed");
        FakeExchange deployed = send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "archive"));

        assertThat(deployed.answer()).contains("\"out-of-service\":[\"servlet till failed\"]");
    }

    @Test
    void deploysReplacesListsAndRemoves() throws IOException {
        FakeExchange first = send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "archive 1"));
        assertThat(first.status).isEqualTo(201);
        assertThat(first.answerHeader("Location")).isEqualTo(APPLICATIONS + "/shop");
        assertThat(first.answer())
                .contains("\"name\":\"shop\"", "\"state\":\"RUNNING\"", "\"context-root\":\"/shop\"")
                .doesNotContain("failure");
        FakeExchange second =
                send(new FakeExchange("PUT", APPLICATIONS + "/shop?context-root=%2Fa%2Fb").body(BINARY, "archive 2"));
        assertThat(second.status).isEqualTo(200);
        assertThat(second.answer()).contains("\"context-root\":\"/a/b\"");
        assertThat(deployer.contents).containsEntry("shop", "archive 2");
        assertThat(send("GET", APPLICATIONS).answer())
                .contains("{\"deployments\":[{\"name\":\"shop\"")
                .doesNotContain("\"clients\"");
        assertThat(send("GET", APPLICATIONS + "/shop?version=2").status).isEqualTo(404);
        assertThat(send("DELETE", APPLICATIONS + "/shop?version=2").status).isEqualTo(404);
        for (String none : List.of("soon", "-1", "99999999", "999999999999")) {
            FakeExchange refused = send(
                    new FakeExchange("PUT", APPLICATIONS + "/shop?retire-timeout=" + none).body(BINARY, "archive"));
            assertThat(refused.status).as(none).isEqualTo(400);
            assertThat(refused.answer()).contains("retire-timeout");
        }
        assertThat(send("POST", APPLICATIONS + "/shop/redeploy").status).isEqualTo(200);
        assertThat(send("DELETE", APPLICATIONS + "/shop").status).isEqualTo(204);
        assertThat(send("DELETE", APPLICATIONS + "/shop").status).isEqualTo(404);
        assertNothingLeft();
    }

    private void assertNothingLeft() throws IOException {
        if (Files.exists(uploads)) {
            try (var files = Files.list(uploads)) {
                assertThat(files).isEmpty();
            }
        }
    }

    @Test
    void aFailureNamesWhatIsAtFaultAndItsCauses() throws IOException {
        deployer.failure =
                new DeploymentException("WEB-INF/web.xml:3: no such tag", new ClassNotFoundException("org.Missing"));
        FakeExchange exchange = send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "x"));
        assertThat(exchange.status).isEqualTo(422);
        assertThat(exchange.answerHeader("Content-Type")).isEqualTo("application/problem+json");
        assertThat(exchange.answer())
                .contains("WEB-INF/web.xml:3: no such tag", "java.lang.ClassNotFoundException: org.Missing")
                .doesNotContain("\\tat");
        assertNothingLeft();
    }

    @Test
    void anUploadThatBreaksOffDeploysNothingAndLeavesNothing() throws IOException {
        FakeExchange exchange = new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "x".repeat(50));
        exchange.breakAfter = 20;
        send(exchange);
        assertThat(exchange.status).isEqualTo(400);
        assertThat(deployer.applications).isEmpty();
        assertNothingLeft();
    }

    @Test
    void aHugeBodyIsRefused() throws IOException {
        FakeExchange announced = send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "x".repeat(101)));
        assertThat(announced.status).isEqualTo(413);
        FakeExchange whole = send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "x".repeat(100)));
        assertThat(whole.status).isEqualTo(201);
        assertThat(whole.limit)
                .as("the channel's own limit is for other requests")
                .isEqualTo(100);
        assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/java-archive", "application/x-www-form-urlencoded"})
    void whatClientsSayOfAnArchiveIsTaken(String type) {
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(type, "archive")).status)
                .isEqualTo(201);
        assertThat(deployer.contents).containsEntry("shop", "archive");
    }

    @Test
    void anEmptyBodyIsRefused() throws IOException {
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/shop")).status).isEqualTo(400);
        assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"multipart/form-data; boundary=x", "text/plain"})
    void whatABrowsersFormSendsIsRefused(String type) {
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(type, "x")).status)
                .isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                ".hidden",
                "%2e%2e",
                "..%2f..%2fetc",
                "a%2fb",
                "a%5cb",
                "a%00b",
                "a%0ab",
                "%",
                "%zz",
                "a%2",
                "%ff",
                "a b",
                "x;y"
            })
    void namesThatAreNoneAreRefused(String name) {
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/" + name).body(BINARY, "x")).status)
                .isEqualTo(400);
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/" + "x".repeat(101)).body(BINARY, "x")).status)
                .isEqualTo(400);
        assertThat(deployer.contents).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "context-root=x",
                "context-root=",
                "context-root=/x/",
                "context-root=//x",
                "context-root=/../x",
                "context-root=/x%00",
                "context-root=/a;b",
                "context-root=/a&context-root=/b",
                "contextroot=/x",
                "context-root=/%0d%0a"
            })
    void contextRootsThatAreNoneAreRefused(String query) {
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/shop?" + query).body(BINARY, "x")).status)
                .isEqualTo(400);
        assertThat(deployer.contents).isEmpty();
    }

    @Test
    void aDirectoryOfTheMachineIsUsedWhereItIs() throws IOException {
        Path exploded = Files.createDirectory(domain.resolve("exploded"));
        FakeExchange exchange =
                send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(JSON, "{\"path\":\"" + exploded + "\"}"));
        assertThat(exchange.status).isEqualTo(201);
        assertThat(deployer.contents).containsEntry("shop", "directory " + exploded);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{\"path\":1}",
                "{\"path\":\"relative\"}",
                "{\"path\":\"/no/such/directory\"}",
                "{\"path\":\"/\\u0000\"}",
                "{\"path\":\"/tmp\",\"x\":1}"
            })
    void directoriesThatAreNoneAreRefused(String body) {
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(JSON, body)).status)
                .isEqualTo(400);
    }

    @Test
    void whatAKilledServerLeftIsTidiedUp() throws IOException {
        Files.createDirectories(uploads);
        Files.writeString(uploads.resolve("upload-1.war"), "half");
        new DeploymentsResource(deployer, uploads, 100).tidy();
        assertNothingLeft();
    }

    // users

    @Test
    void usersAreAddedChangedListedAndRemoved() throws IOException {
        String users = "/management/v1/security/users";
        assertThat(send(new FakeExchange("PUT", users + "/j%C3%BCrgen")
                                .body(JSON, "{\"password\":\"geheim\",\"groups\":[\"staff\"]}"))
                        .status)
                .isEqualTo(201);
        assertThat(send(new FakeExchange("PUT", users + "/j%C3%BCrgen").body(JSON, "{\"groups\":[\"a\",\"b\"]}"))
                        .status)
                .isEqualTo(204);
        assertThat(send(new FakeExchange("PUT", users + "/j%C3%BCrgen").body(JSON, "{\"password\":\"neu\"}")).status)
                .isEqualTo(204);
        assertThat(realm.users()).containsExactly(new RealmEditor.User("jürgen", List.of("a", "b")));
        assertThat(send("GET", users).answer())
                .contains("\"groups\":[\"a\",\"b\"]")
                .doesNotContain("SCRAM");
        assertThat(send("DELETE", users + "/j%C3%BCrgen").status).isEqualTo(204);
        assertThat(send("DELETE", users + "/j%C3%BCrgen").status).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x|{\"password\":\"\"}|400",
                "x|{\"password\":1}|400",
                "x|{}|400",
                "x|{\"groups\":\"a\"}|400",
                "x|{\"groups\":[1]}|400",
                "x|{\"groups\":[]}|404",
                "x|{\"pass\":\"y\"}|400",
                "a%3Ab|{\"password\":\"y\"}|400",
                "a%0Ab|{\"password\":\"y\"}|400",
                "x|{\"password\":\"y\",\"groups\":[\"a,b\"]}|400"
            })
    void usersThatAreNoneAreRefused(String name, String body, int status) throws IOException {
        assertThat(send(new FakeExchange("PUT", "/management/v1/security/users/" + name).body(JSON, body)).status)
                .isEqualTo(status);
        assertThat(realm.users()).isEmpty();
    }

    @Test
    void aHugeJsonBodyIsRefused() {
        assertThat(send(new FakeExchange("PUT", "/management/v1/security/users/x")
                                .body(JSON, "{\"password\":\"" + "x".repeat(70_000) + "\"}"))
                        .status)
                .isEqualTo(413);
        assertThat(send(new FakeExchange("PUT", "/management/v1/security/users/x").body("text/plain", "{}")).status)
                .isEqualTo(415);
    }

    @Test
    void anArchiveThatTheDiskDoesNotTakeIsAnsweredWithTheReason() throws IOException {
        Files.createDirectories(domain.resolve("tmp"));
        Files.createFile(uploads); // no directory can be made there

        FakeExchange exchange = send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "archive"));

        assertThat(exchange.status).isEqualTo(507);
        assertThat(exchange.answer()).contains("'shop' cannot be kept in", "look at the disk");
    }

    @Test
    void anApplicationThatAnotherRequestRemovedMeanwhileIsNotFound() {
        send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "archive"));
        deployer.removedByAnother = true;

        FakeExchange exchange = send("DELETE", APPLICATIONS + "/shop");

        assertThat(exchange.status).isEqualTo(404);
    }

    @Test
    void theTemporaryFileOfAnUploadIsNotShown() {
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "archive"))
                        .answer())
                .contains("\"source\":\"upload\"");
        deployer.failure =
                new DeploymentException("the archive " + uploads.resolve("upload-12.war") + " cannot be read");
        assertThat(send(new FakeExchange("PUT", APPLICATIONS + "/shop").body(BINARY, "archive"))
                        .answer())
                .contains("the archive that was uploaded cannot be read");
    }
}
