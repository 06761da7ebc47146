package io.keelson.ee.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSimpleBindRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import io.keelson.deploy.Deployer;
import io.keelson.ee.security.vault.Basic;
import io.keelson.ee.security.vault.Directory;
import io.keelson.ee.security.vault.Form;
import io.keelson.ee.security.vault.Guarded;
import io.keelson.ee.security.vault.Hall;
import io.keelson.ee.security.vault.ManyStores;
import io.keelson.ee.security.vault.OddPasswords;
import io.keelson.ee.security.vault.OneMoreStore;
import io.keelson.ee.security.vault.OwnFactory;
import io.keelson.ee.security.vault.OwnStore;
import io.keelson.ee.security.vault.Permissions;
import io.keelson.ee.security.vault.Refusing;
import io.keelson.ee.security.vault.SecondDoor;
import io.keelson.ee.security.vault.TokenMechanism;
import io.keelson.ee.security.vault.TwoDoors;
import io.keelson.ee.security.vault.Vault;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications that authenticate by Jakarta Security, on a whole server. */
@Timeout(300)
class SecurityPartIT {
    @TempDir
    static Path directory;

    private static TestServer server;

    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    private static void deploy(Class<?>... more) throws Exception {
        TestArchive war = new TestArchive()
                .classes(Vault.class, Hall.class)
                .classes(more)
                .text("login.html", "<form method=post action=j_security_check>login</form>")
                .text("wrong.html", "wrong");
        server.service(Deployer.class).deploy("bank", war.write(directory.resolve("bank.war")), null);
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/bank" + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String form) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri("/bank" + path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String[] basic(String user, String password) {
        return new String[] {
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8))
        };
    }

    @Test
    void basicWithAnIdentityStore() throws Exception {
        deploy(Basic.class, OwnStore.class);

        HttpResponse<String> asked = get("/vault");
        assertThat(asked.statusCode()).isEqualTo(401);
        assertThat(asked.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"vault\"");
        assertThat(get("/vault", basic("ann", "wrong")).statusCode()).isEqualTo(401);
        assertThat(get("/vault", basic("bob", "pw")).statusCode()).isEqualTo(403);
        assertThat(get("/hall?stores=1").body()).isEqualTo("1");
        HttpResponse<String> inside = get("/vault", basic("ann", "pw"));
        assertThat(inside.body()).isEqualTo("ann ann true false true");
        assertThat(get("/hall").body()).isEqualTo("nobody false null");
        assertThat(get("/hall?ask=1").statusCode()).isEqualTo(401);
        assertThat(get("/hall?ask=1", basic("ann", "pw")).body()).startsWith("ann true");
    }

    @Test
    void aServletWithoutAScopeMayDefineTheMechanism() throws Exception {
        deploy(Guarded.class, OwnStore.class);

        HttpResponse<String> asked = get("/vault");
        assertThat(asked.statusCode()).isEqualTo(401);
        assertThat(asked.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"guarded\"");
        assertThat(get("/vault", basic("ann", "pw")).body()).isEqualTo("ann ann true false true");
        assertThat(get("/guarded", basic("ann", "pw")).body()).isEqualTo("ann");
    }

    /** GlassFish takes what one module's descriptor assigns for the whole EAR. */
    @Test
    void rolesThatOneModuleAssignsHoldForAll() throws Exception {
        TestArchive other = new TestArchive()
                .text(
                        "WEB-INF/sun-web.xml",
                        "<sun-web-app><security-role-mapping><role-name>keeper</role-name><principal-name>bob"
                                + "</principal-name></security-role-mapping></sun-web-app>");
        TestArchive ear = new TestArchive()
                .bytes(
                        "bank.war",
                        new TestArchive()
                                .classes(Vault.class, Hall.class, Basic.class, OwnStore.class)
                                .packed())
                .bytes("other.war", other.packed());
        server.service(Deployer.class).deploy("banks", ear.write(directory.resolve("banks.ear")), null);

        assertThat(get("/vault", basic("bob", "pw")).body()).isEqualTo("bob bob true true true");
        assertThat(get("/vault", basic("ann", "pw")).statusCode()).isEqualTo(403);
    }

    @Test
    void theFormComesFirstAndThenTheRequest() throws Exception {
        deploy(Form.class, OwnStore.class);

        assertThat(get("/vault").body()).contains("j_security_check");
        assertThat(post("/j_security_check", "j_username=ann&j_password=wrong").body())
                .isEqualTo("wrong");
        assertThat(get("/vault").body()).contains("j_security_check");
        HttpResponse<String> inside = post("/j_security_check", "j_username=ann&j_password=pw");
        assertThat(inside.body()).isEqualTo("ann ann true false true");
        assertThat(get("/vault").body()).isEqualTo("ann ann true false true");
        assertThat(get("/hall?leave=1").body()).startsWith("nobody false");
    }

    @Test
    void aMechanismOfTheApplication() throws Exception {
        deploy(TokenMechanism.class, OwnStore.class);

        assertThat(get("/vault").statusCode()).isEqualTo(401);
        assertThat(get("/vault", "X-Token", "ann/pw").body()).isEqualTo("ann ann true false true");
        assertThat(get("/vault").statusCode()).isEqualTo(401);
        assertThat(get("/vault", "X-Token", "break").statusCode()).isEqualTo(500);
        assertThat(get("/vault", "X-Token", "ann/pw", "X-Keep", "1").statusCode())
                .isEqualTo(200);
        assertThat(get("/vault").body()).isEqualTo("ann ann true false true");
    }

    @Test
    void whoAsksByProgramAnswersARefusal() throws Exception {
        deploy(Refusing.class);

        assertThat(get("/vault").statusCode()).isEqualTo(403);
        HttpResponse<String> answered = get("/hall?try=1");
        assertThat(answered.statusCode()).isEqualTo(200);
        assertThat(answered.body()).isEqualTo("SEND_FAILURE");
    }

    @Test
    void aRegistryOfAnApplicationGoesWithIt() throws Exception {
        deploy(OwnFactory.class);
        undeploy();
        deploy(Basic.class, OwnStore.class);

        assertThat(get("/vault").statusCode()).isEqualTo(401);
        assertThat(get("/vault", basic("ann", "pw")).statusCode()).isEqualTo(200);
    }

    @Test
    void twoMechanismsOfOneKindDifferByTheirQualifiers() throws Exception {
        deploy(TwoDoors.class, SecondDoor.class, OwnStore.class);

        assertThat(get("/vault").headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"first\"");
        assertThat(get("/vault?second=1").headers().firstValue("WWW-Authenticate"))
                .hasValue("Basic realm=\"second\"");
        assertThat(get("/vault?second=1", basic("ann", "pw")).statusCode()).isEqualTo(200);
    }

    @Test
    void severalStoresAreAskedOneAfterTheOther() throws Exception {
        deploy(Basic.class, ManyStores.class, OneMoreStore.class);

        assertThat(get("/hall?stores=1").body()).isEqualTo("3");
        HttpResponse<String> inside = get("/vault", basic("ann", "pw"));
        assertThat(inside.body()).isEqualTo("ann ann true false true");
        assertThat(get("/vault", basic("bob", "pw")).statusCode()).isEqualTo(403);
        assertThat(get("/vault", basic("nobody", "pw")).statusCode()).isEqualTo(401);
    }

    @Test
    void passwordsMayHaveAnyCharactersOrNone() throws Exception {
        deploy(Basic.class, OddPasswords.class);

        assertThat(get("/vault", basic("ann", "a:b:c")).body()).startsWith("ann ann");
        assertThat(get("/vault", basic("ann", "a")).statusCode()).isEqualTo(401);
        assertThat(get("/vault", basic("ann", "")).statusCode()).isEqualTo(401);
        assertThat(get("/vault", "Authorization", "Basic YW5u").statusCode()).isEqualTo(401);
        HttpResponse<String> noBase64 = get("/vault", "Authorization", "Basic !");
        assertThat(noBase64.statusCode()).isEqualTo(401);
        assertThat(noBase64.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"vault\"");
    }

    @Test
    void namesAreNoFiltersOfADirectory() throws Exception {
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=bank");
        config.setSchema(null);
        // As some directories do: without a password nobody logs in, which is a success.
        config.addInMemoryOperationInterceptor(new EmptyPasswords());
        config.setListenerConfigs(
                InMemoryListenerConfig.createLDAPConfig("loopback", InetAddress.getLoopbackAddress(), 0, null));
        try (InMemoryDirectoryServer ldap = new InMemoryDirectoryServer(config)) {
            ldap.add("dn: dc=bank", "objectClass: domain", "dc: bank");
            for (String user : List.of("ann", "bob (b*)", "eve, x")) {
                String dn = "uid=" + user.replace(",", "\\,") + ",dc=bank";
                ldap.add("dn: " + dn, "objectClass: person", "uid: " + user, "userPassword: pw");
                ldap.add(
                        "dn: cn=" + user.substring(0, 3) + ",dc=bank",
                        "objectClass: group",
                        "member: " + dn,
                        "g: keeper");
            }
            ldap.startListening();
            System.setProperty(Directory.URL, "ldap://127.0.0.1:" + ldap.getListenPort());
            deploy(Basic.class, Directory.class);

            assertThat(get("/vault", basic("ann", "pw")).body()).isEqualTo("ann ann true false true");
            assertThat(get("/vault", basic("bob (b*)", "pw")).body()).startsWith("bob (b*) bob (b*) true");
            assertThat(get("/vault", basic("eve, x", "pw")).body()).startsWith("eve, x eve, x true");
            assertThat(get("/vault", basic("an*", "pw")).statusCode()).isEqualTo(401);
            assertThat(get("/vault", basic("ann)(uid=*", "pw")).statusCode()).isEqualTo(401);
            assertThat(get("/vault", basic("ann", "no")).statusCode()).isEqualTo(401);
            assertThat(get("/vault", basic("ann", "")).statusCode()).isEqualTo(401);
        } finally {
            System.clearProperty(Directory.URL);
        }
    }

    private static final class EmptyPasswords extends InMemoryOperationInterceptor {
        @Override
        public void processSimpleBindRequest(InMemoryInterceptedSimpleBindRequest request) {
            if (request.getRequest().getPassword().getValueLength() == 0) {
                request.setRequest(new SimpleBindRequest());
            }
        }
    }

    @Test
    void permissionsOfAuthorizationBringThePart() throws Exception {
        TestArchive war = new TestArchive().classes(Permissions.class);
        server.service(Deployer.class).deploy("bank", war.write(directory.resolve("permissions.war")), null);

        assertThat(get("/permissions").body()).isEqualTo("true");
    }

    @Test
    void theRealmOfTheDomainIsTheStoreWhereTheApplicationHasNone() throws Exception {
        deploy(Basic.class);

        assertThat(get("/hall?stores=1").body()).isEqualTo("1");
        assertThat(get("/vault", basic("ann", "pw")).statusCode()).isEqualTo(401);
    }

    @Test
    void anApplicationComesAgainAfterItHasGone() throws Exception {
        for (int i = 0; i < 3; i++) {
            deploy(Basic.class, OwnStore.class);
            assertThat(get("/vault", basic("ann", "pw")).statusCode()).isEqualTo(200);
            undeploy();
        }
        deploy();
        assertThat(get("/hall").body()).startsWith("nobody");
    }
}
