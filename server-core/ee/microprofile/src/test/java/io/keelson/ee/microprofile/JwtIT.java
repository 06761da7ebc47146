package io.keelson.ee.microprofile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.microprofile.shop.SecureApi;
import io.keelson.ee.microprofile.shop.Secured;
import io.keelson.ee.microprofile.shop.SecuredSession;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tokens as the login of an application on a whole server. */
@Timeout(300)
class JwtIT {
    private static final String ISSUER = "https://issuer.example.org";

    @TempDir
    static Path directory;

    private static TestServer server;
    private static KeyPair keys;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        keys = pair();
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

    private static KeyPair pair() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static TestArchive shop(String config) {
        return new TestArchive()
                .classes(SecureApi.class, Secured.class, SecuredSession.class)
                .text("WEB-INF/classes/META-INF/microprofile-config.properties", config);
    }

    private static TestArchive shop() {
        return shop("mp.jwt.verify.publickey.location=/META-INF/key.pem\nmp.jwt.verify.issuer=" + ISSUER + "\n")
                .text("WEB-INF/classes/META-INF/key.pem", publicKey());
    }

    private static String publicKey() {
        String key = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(keys.getPublic().getEncoded());
        return "-----BEGIN PUBLIC KEY-----\n" + key + "\n-----END PUBLIC KEY-----\n";
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    private static JWTClaimsSet.Builder claims(String... groups) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .subject("24400320")
                .claim("upn", "ann@example.org")
                .claim("groups", List.of(groups))
                .claim("shop", "pens")
                .jwtID("a-1")
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(600)));
    }

    private static String signed(JWTClaimsSet.Builder claims, KeyPair by) throws Exception {
        SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).build(), claims.build());
        token.sign(new RSASSASigner(by.getPrivate()));
        return token.serialize();
    }

    private HttpResponse<String> get(String path, String token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void aTokenIsTheCallerWithItsClaims() throws Exception {
        deploy("shop", shop());

        HttpResponse<String> answer = get("/shop/api/who", signed(claims("clerk"), keys));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ann@example.org ann@example.org 24400320 pens [clerk] MP-JWT");
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(get("/shop/api/who/session", signed(claims("clerk"), keys)).body())
                .isEqualTo("session of ann@example.org");
    }

    @Test
    void theConfigurationMayLieBesideTheClasses() throws Exception {
        deploy(
                "shop",
                new TestArchive()
                        .classes(SecureApi.class, Secured.class, SecuredSession.class)
                        .text("META-INF/microprofile-config.properties", "mp.jwt.verify.publickey.location=/key.pem\n")
                        .text("WEB-INF/classes/key.pem", publicKey()));

        assertThat(get("/shop/api/who", signed(claims("clerk"), keys)).statusCode())
                .isEqualTo(200);
        assertThat(get("/shop/api/who", signed(claims("clerk"), pair())).statusCode())
                .isEqualTo(401);
    }

    @Test
    void rolesDecide() throws Exception {
        deploy("shop", shop());

        assertThat(get("/shop/api/who", signed(claims("guest"), keys)).statusCode())
                .isEqualTo(403);
        assertThat(get("/shop/api/who/manager", signed(claims("clerk"), keys)).statusCode())
                .isEqualTo(403);
        assertThat(get("/shop/api/who/manager", signed(claims("owner"), keys)).body())
                .isEqualTo("manager");
        assertThat(get("/shop/api/who/nobody", signed(claims("clerk"), keys)).statusCode())
                .isEqualTo(403);
        assertThat(get("/shop/api/who/all", null).body()).isEqualTo("all null");
    }

    @Test
    void withoutATokenTheCallerIsAsked() throws Exception {
        deploy("shop", shop());

        HttpResponse<String> answer = get("/shop/api/who", null);
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    }

    @Test
    void aTokenIsOfOneRequest() throws Exception {
        deploy("shop", shop());

        assertThat(get("/shop/api/who", signed(claims("clerk"), keys)).statusCode())
                .isEqualTo(200);
        assertThat(get("/shop/api/who/all", null).body()).isEqualTo("all null");
        assertThat(get("/shop/api/who", null).statusCode()).isEqualTo(401);
    }

    @Test
    void wrongTokensAreRefused() throws Exception {
        deploy("shop", shop());

        String good = signed(claims("clerk"), keys);
        assertRefused(signed(claims("clerk"), pair()));
        assertRefused(signed(claims("clerk").issuer("https://other.example.org"), keys));
        assertRefused(
                signed(claims("clerk").expirationTime(Date.from(Instant.now().minusSeconds(3600))), keys));
        assertRefused(signed(claims("clerk").expirationTime(null), keys));
        assertRefused(new PlainJWT(claims("clerk").build()).serialize());
        assertRefused(good.substring(0, good.lastIndexOf('.') + 1));
        assertRefused("no.token.at-all");
        assertRefused("x");
    }

    private void assertRefused(String token) throws Exception {
        HttpResponse<String> answer = get("/shop/api/who", token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer error=\"invalid_token\"");
        assertThat(answer.body()).doesNotContain(token);
        assertThat(get("/shop/api/who/all", token).statusCode()).isEqualTo(401);
    }

    @Test
    void anAudienceAndACookieMayBeAskedFor() throws Exception {
        String key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
        deploy(
                "shop",
                shop("mp.jwt.verify.publickey=" + key + "\nmp.jwt.verify.issuer=" + ISSUER
                        + "\nmp.jwt.verify.audiences=pens\nmp.jwt.token.header=Cookie\nmp.jwt.token.cookie=ticket\n"));

        assertThat(cookie(signed(claims("clerk").audience("pens"), keys)).statusCode())
                .isEqualTo(200);
        assertThat(cookie(signed(claims("clerk").audience("books"), keys)).statusCode())
                .isEqualTo(401);
    }

    private HttpResponse<String> cookie(String token) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri("/shop/api/who"))
                        .header("Cookie", "ticket=" + token)
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void aDescriptorAndItsConstraintsCount() throws Exception {
        deploy(
                "shop",
                shop().text(
                                "WEB-INF/web.xml",
                                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">"
                                        + "<security-constraint><web-resource-collection><web-resource-name>all"
                                        + "</web-resource-name><url-pattern>/api/who/all</url-pattern>"
                                        + "</web-resource-collection><auth-constraint><role-name>clerk</role-name>"
                                        + "</auth-constraint></security-constraint><login-config><auth-method>MP-JWT"
                                        + "</auth-method></login-config><security-role><role-name>clerk</role-name>"
                                        + "</security-role></web-app>"));

        assertThat(get("/shop/api/who/all", null).statusCode()).isEqualTo(401);
        assertThat(get("/shop/api/who/all", signed(claims("guest"), keys)).statusCode())
                .isEqualTo(403);
        assertThat(get("/shop/api/who/all", signed(claims("clerk"), keys)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void applicationsHaveKeysOfTheirOwn() throws Exception {
        deploy("shop", shop());
        KeyPair others = pair();
        String key = Base64.getEncoder().encodeToString(others.getPublic().getEncoded());
        deploy("other", shop("mp.jwt.verify.publickey=" + key + "\nmp.jwt.verify.issuer=" + ISSUER + "\n"));

        assertThat(get("/shop/api/who", signed(claims("clerk"), keys)).statusCode())
                .isEqualTo(200);
        assertThat(get("/other/api/who", signed(claims("clerk"), keys)).statusCode())
                .isEqualTo(401);
        assertThat(get("/other/api/who", signed(claims("clerk"), others)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void withoutAKeyTheDeploymentFails() {
        assertThatThrownBy(() -> deploy("shop", shop("mp.jwt.verify.issuer=" + ISSUER + "\n")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("mp.jwt.verify.publickey.location");
    }

    @Test
    void aKeyThatIsNoneFailsTheDeployment() {
        assertThatThrownBy(() -> deploy("shop", shop("mp.jwt.verify.publickey.location=/META-INF/absent.pem\n")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("mp.jwt.verify.publickey.location");
    }

    @Test
    void redeploymentsAreFlat() throws Exception {
        redeploy(10);
    }

    @Test
    @Tag("soak")
    void soAreFifty() throws Exception {
        redeploy(50);
    }

    private void redeploy(int times) throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            deploy("shop", shop());
            assertThat(get("/shop/api/who", signed(claims("clerk"), keys)).statusCode())
                    .isEqualTo(200);
            assertThat(get("/shop/api/who/all", null).statusCode()).isEqualTo(200);
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        server.service(Deployer.class).undeploy("shop");
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }
}
