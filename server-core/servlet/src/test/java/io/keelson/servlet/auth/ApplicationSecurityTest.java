package io.keelson.servlet.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.Caller;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.security.CertificateSettings;
import io.keelson.security.Realm;
import io.keelson.servlet.FakeHttp;
import io.keelson.servlet.TestDeployment;
import io.keelson.servlet.TestWar;
import io.keelson.servlet.descriptor.WebDescriptors;
import io.keelson.servlet.fixture.ManualTicker;
import io.keelson.servlet.spi.security.RequestAuthorization;
import io.keelson.servlet.spi.security.WebAccess;
import io.keelson.servlet.spi.security.WebConstraints;
import jakarta.servlet.ServletException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationSecurityTest {
    private static final String BASIC =
            "<login-config><auth-method>BASIC</auth-method><realm-name>the \"shop\"</realm-name></login-config>";
    private static final String FORM =
            "<login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>/in.jsp?x=1</form-login-page>"
                    + "<form-error-page>/no.jsp</form-error-page></form-login-config></login-config>";

    @TempDir
    Path directory;

    private final FakeRealm realm = new FakeRealm();
    private final ManualTicker ticker = new ManualTicker();
    private CertificateSettings certificates = CertificateSettings.standard();
    private OptionalInt confidentialPort = OptionalInt.empty();
    private final SecureTransport transport = new SecureTransport() {
        @Override
        public OptionalInt confidentialPort() {
            return confidentialPort;
        }

        @Override
        public boolean asksForCertificates() {
            return false;
        }
    };
    private WebSecurity security;
    private String weblogic = "";
    private final FakePolicies policies = new FakePolicies();

    /** Decides by the ends of paths, once it has been told to. */
    private static final class FakePolicies implements RequestAuthorization {
        private boolean decides;

        @Override
        public void enter() {}

        @Override
        public void leave() {}

        @Override
        public void started(WebConstraints constraints) {}

        @Override
        public boolean decides() {
            return decides;
        }

        @Override
        public boolean permits(@Nullable Caller caller, String path, String method) {
            return path.endsWith("/open")
                    || caller != null && path.endsWith("/" + caller.principal().getName());
        }

        @Override
        public boolean permitsTransport(@Nullable Caller caller, String path, String method, boolean secure) {
            return secure ? !path.startsWith("/plain/") : !path.startsWith("/tls/");
        }

        @Override
        public boolean holds(@Nullable Caller caller, String role, @Nullable String servlet) {
            return role.equals("clerk of " + servlet);
        }
    }

    private static final class FakeRealm implements Realm {
        private final Map<String, Set<String>> users =
                Map.of("ann", Set.of("clerk"), "bob", Set.of("boss"), "jürgen", Set.of("clerk"));

        @Override
        public String name() {
            return "keelson";
        }

        @Override
        public Optional<Caller> authenticate(String user, char[] password) {
            return new String(password).equals(user + ":pw") ? find(user) : Optional.empty();
        }

        @Override
        public Optional<Caller> find(String user) {
            return Optional.ofNullable(users.get(user)).map(groups -> new Caller(() -> user, groups));
        }
    }

    private void secure(String webXml) throws Exception {
        TestWar war = new TestWar(directory.resolve("war")).webXml(webXml);
        if (!weblogic.isEmpty()) {
            war.file("WEB-INF/weblogic.xml", "<weblogic-web-app>" + weblogic + "</weblogic-web-app>");
        }
        try (TestDeployment deployment = war.deployment()) {
            WebDescriptors.read(deployment);
            security = ApplicationSecurity.create(
                    SecurityModel.of("shop", WebDescriptors.merge(deployment)),
                    realm,
                    ticker,
                    certificates,
                    transport,
                    SingleSignOn.off(),
                    null,
                    policies);
        }
    }

    private static String constraint(String pattern, String methods, String rest) {
        return "<security-constraint><web-resource-collection><web-resource-name>n</web-resource-name><url-pattern>"
                + pattern + "</url-pattern>" + methods + "</web-resource-collection>" + rest + "</security-constraint>";
    }

    private static String roles(String... roles) {
        StringBuilder xml = new StringBuilder("<auth-constraint>");
        for (String role : roles) {
            xml.append("<role-name>").append(role).append("</role-name>");
        }
        return xml.append("</auth-constraint>").toString();
    }

    private static FakeHttp basic(FakeHttp http, String user) {
        String pair = user + ":" + user + ":pw";
        return http.header(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    /** 200 where the chain would run, else the status of the answer. */
    private int ask(FakeRequest exchange) throws Exception {
        return security.permit(exchange, exchange.http.response()) ? 200 : exchange.http.status;
    }

    private int ask(String user, String method, String path) throws Exception {
        FakeHttp http = new FakeHttp(path).method(method);
        return ask(new FakeRequest(user.equals("-") ? http : basic(http, user)));
    }

    @Test
    void withoutConstraintsEverythingIsOpenButPrivateDirectories() throws Exception {
        secure("");
        assertThat(ask("-", "GET", "/x")).isEqualTo(200);
        assertThat(ask("-", "GET", "/WEB-INF/web.xml")).isEqualTo(404);
        assertThat(ask("-", "GET", "/meta-inf/x")).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        // exact before longer prefix before shorter prefix before extension before default
        "-, GET, /a/b/c.do, 401",
        "ann, GET, /a/b/c.do, 200",
        "bob, GET, /a/b/c.do, 403",
        "bob, GET, /a/x.do, 200",
        "ann, GET, /a/x.do, 403",
        "ann, GET, /a, 403",
        "bob, GET, /x.do, 200",
        "-, GET, /x.do, 401",
        "-, GET, /exact, 200",
        "-, GET, /none, 403",
        "bob, GET, /none, 403",
        "-, GET, /other, 401",
        "jürgen, GET, /other, 200",
        // one constraint without auth-constraint opens what another closes
        "-, GET, /mixed, 200",
        // an empty auth-constraint closes what any other opens
        "ann, GET, /shut, 403",
        // only the methods that are named; the others are uncovered
        "-, POST, /post, 401",
        "-, GET, /post, 200",
        "-, GET, /omit, 200",
        "-, PATCH, /omit, 401",
    })
    void constraintsCombine(String user, String method, String path, int status) throws Exception {
        secure(BASIC
                + constraint("/a/b/*", "", roles("clerk"))
                + constraint("/a/*", "", roles("boss"))
                + constraint("*.do", "", roles("boss"))
                + constraint("/exact", "", "")
                + constraint("/none", "", roles())
                + constraint("/", "", roles("**"))
                + constraint("/mixed", "", roles("clerk"))
                + constraint("/mixed", "", "")
                + constraint("/shut", "", roles("clerk"))
                + constraint("/shut", "", roles())
                + constraint("/post", "<http-method>POST</http-method>", roles("clerk"))
                + constraint("/omit", "<http-method-omission>GET</http-method-omission>", roles("clerk")));
        assertThat(ask(user, method, path)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "-, /shut/open, 200",
        "-, /none/open, 200",
        "-, /x, 401",
        "-, /none/x, 403",
        "ann, /none/ann, 200",
        "ann, /none/x, 403",
        "ann, /clerks/ann, 200",
        "ann, /clerks/bob, 403",
        "-, /clerks/bob, 401",
        "-, /tls/open, 302",
        "-, /WEB-INF/open, 404",
    })
    void aPolicyDecidesInPlaceOfConstraints(String user, String path, int status) throws Exception {
        confidentialPort = OptionalInt.of(8443);
        secure(BASIC + constraint("/none/*", "", roles()) + constraint("/clerks/*", "", roles("clerk")));
        assertThat(ask("ann", "GET", "/clerks/bob")).isEqualTo(200);
        policies.decides = true;
        assertThat(ask(user, "GET", path)).isEqualTo(status);
    }

    @Test
    void aPolicyDecidesAboutRolesAndResources() throws Exception {
        secure(BASIC + constraint("/clerks/*", "", roles("clerk")));
        WebAccess access = (WebAccess) security;
        assertThat(access.permits(null, "/clerks/open", "GET")).isFalse();
        policies.decides = true;
        assertThat(access.permits(null, "/clerks/open", "GET")).isTrue();
        assertThat(security.isUserInRole(null, "clerk of till", "till")).isTrue();
        assertThat(security.isUserInRole(null, "clerk of till", null)).isFalse();
        assertThat(security.isUserInRole(null, "*", "till")).isFalse();
    }

    @Test
    void aTransportThatAPolicyNeverPermitsIsRefused() throws Exception {
        secure(BASIC);
        policies.decides = true;
        assertThat(ask("-", "GET", "/tls/open")).isEqualTo(403);
    }

    @Test
    void uncoveredMethodsCanBeDenied() throws Exception {
        secure("<deny-uncovered-http-methods/>" + BASIC
                + constraint("/post", "<http-method>POST</http-method>", roles("clerk")));
        assertThat(ask("ann", "POST", "/post")).isEqualTo(200);
        assertThat(ask("ann", "GET", "/post")).isEqualTo(403);
        assertThat(ask("-", "GET", "/elsewhere")).isEqualTo(200);
    }

    @Test
    void aStarStandsForTheDeclaredRoles() throws Exception {
        secure(BASIC + "<security-role><role-name>clerk</role-name></security-role>"
                + constraint("/*", "", roles("*")));
        assertThat(ask("ann", "GET", "/")).isEqualTo(200);
        assertThat(ask("bob", "GET", "/")).isEqualTo(403);
    }

    @Test
    void basicAsksInUtf8AndTellsWhoCalls() throws Exception {
        secure(BASIC + constraint("/*", "", roles("clerk")));
        FakeRequest nobody = new FakeRequest(new FakeHttp("/"));
        assertThat(ask(nobody)).isEqualTo(401);
        assertThat(nobody.http.response("WWW-Authenticate"))
                .isEqualTo("Basic realm=\"the \\\"shop\\\"\", charset=\"UTF-8\"");
        FakeRequest juergen = new FakeRequest(basic(new FakeHttp("/"), "jürgen"));
        assertThat(ask(juergen)).isEqualTo(200);
        assertThat(juergen.caller.principal().getName()).isEqualTo("jürgen");
        assertThat(juergen.scheme).isEqualTo("BASIC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic !!!", "Basic YW5u", "Basic YW5uOndyb25n", "Bearer x", "Basic"})
    void basicRefusesWhatIsNotRight(String field) throws Exception {
        secure(BASIC + constraint("/*", "", roles("clerk")));
        assertThat(ask(new FakeRequest(new FakeHttp("/").header("Authorization", field))))
                .isEqualTo(401);
    }

    @Test
    void transportGuaranteeRedirectsOrRefuses() throws Exception {
        String xml = constraint(
                "/*",
                "",
                "<user-data-constraint><transport-guarantee>CONFIDENTIAL</transport-guarantee></user-data-constraint>");
        secure(xml);
        assertThat(ask("-", "GET", "/a")).isEqualTo(403);
        confidentialPort = OptionalInt.of(7002);
        secure(xml);
        FakeRequest plain = new FakeRequest(new FakeHttp("/a"));
        plain.http.query = "b=c";
        assertThat(ask(plain)).isEqualTo(302);
        assertThat(plain.http.response("Location")).isEqualTo("https://host:7002/shop/a?b=c");
        FakeRequest tls = new FakeRequest(new FakeHttp("/a"));
        tls.http.secure = true;
        assertThat(ask(tls)).isEqualTo(200);
    }

    private FakeRequest showing(String commonName) throws Exception {
        Instant now = Instant.now();
        FakeRequest exchange = new FakeRequest(new FakeHttp("/"));
        exchange.shown = List.of(CertificateWriter.selfSigned(
                new CertificateWriter.Content(commonName, List.of(), false, now, now.plusSeconds(60)),
                CertificateWriter.newKey()));
        return exchange;
    }

    @Test
    void clientCertificatesNameUsersOfTheRealm() throws Exception {
        secure("<login-config><auth-method>CLIENT-CERT</auth-method></login-config>"
                + constraint("/*", "", roles("clerk")));
        for (String user : List.of("ann", "jürgen")) {
            FakeRequest known = showing(user);
            assertThat(ask(known)).isEqualTo(200);
            assertThat(known.caller.principal().getName()).isEqualTo(user);
            assertThat(known.scheme).isEqualTo("CLIENT_CERT");
        }
        assertThat(ask(showing("bob"))).as("another role").isEqualTo(403);
        assertThat(ask(showing("nobody"))).isEqualTo(403);
        assertThat(ask(new FakeRequest(new FakeHttp("/")))).as("no certificate").isEqualTo(403);
    }

    @Test
    void clientCertificatesNameUsersByAnotherAttributeUpToADelimiter() throws Exception {
        certificates = new CertificateSettings("CN", "@");
        String xml = "<login-config><auth-method>CLIENT-CERT</auth-method></login-config>"
                + constraint("/*", "", roles("clerk"));
        secure(xml);
        assertThat(ask(showing("ann@example.com"))).isEqualTo(200);
        assertThat(ask(showing("ann"))).isEqualTo(200);
        certificates = new CertificateSettings("E", "@");
        secure(xml);
        assertThat(ask(showing("ann"))).as("no e-mail in it").isEqualTo(403);
    }

    @Test
    void formLeadsBackToThePostThatHadToWait() throws Exception {
        secure(FORM + constraint("/*", "", roles("clerk")));
        FakeRequest post = new FakeRequest(new FakeHttp("/order").method("POST").header("Content-Type", "text/x"));
        post.http.header("Cookie", "a=b").query = "q=1";
        post.http.requestBody = "the body".getBytes(StandardCharsets.UTF_8);
        assertThat(ask(post)).isEqualTo(200);
        assertThat(post.http.forwardedTo).isEqualTo("/in.jsp?x=1");
        assertThat(post.http.forwardedMethod)
                .as("a page that cannot be posted to")
                .isEqualTo("GET");
        assertThat(post.http.response("Cache-Control")).isEqualTo("no-store");

        FakeRequest page = new FakeRequest(new FakeHttp("/in.jsp"));
        assertThat(security.permit(page, page.http.response()))
                .as("the login page is reachable")
                .isTrue();

        FakeRequest wrong = login(post.session, "ann", "wrong");
        assertThat(wrong.http.forwardedTo).isEqualTo("/no.jsp");
        assertThat(post.session.login()).isNull();

        FakeRequest right = login(post.session, "ann", "ann:pw");
        assertThat(right.http.status).isEqualTo(303);
        assertThat(right.http.response("Location")).isEqualTo("/shop/order?q=1");
        assertThat(right.http.sessionIdChanges).as("fixation").isEqualTo(1);

        FakeRequest back = new FakeRequest(new FakeHttp("/order"));
        back.http.query = "q=1";
        back.session = post.session;
        assertThat(security.permit(back, back.http.response())).isTrue();
        assertThat(back.restored.method()).isEqualTo("POST");
        assertThat(new String(back.restored.body(), StandardCharsets.UTF_8)).isEqualTo("the body");
        assertThat(back.restored.headers()).containsExactly(Map.entry("Content-Type", "text/x"));
        assertThat(back.scheme).isEqualTo("FORM");

        FakeRequest again = new FakeRequest(new FakeHttp("/order"));
        again.http.query = "q=1";
        again.session = post.session;
        assertThat(security.permit(again, again.http.response())).isTrue();
        assertThat(again.restored).as("once").isNull();
    }

    private FakeRequest login(SessionLogin session, String user, String password) throws Exception {
        FakeRequest exchange = new FakeRequest(new FakeHttp("/j_security_check")
                .method("POST")
                .parameter("j_username", user)
                .parameter("j_password", password));
        exchange.session = session;
        assertThat(security.permit(exchange, exchange.http.response())).isFalse();
        return exchange;
    }

    /** Servlet 6.1, 13.6.3: a login whose page needs TLS must be submitted by TLS, too. */
    @Test
    void formTakesNoPasswordInTheClearWhereItsPageNeedsTls() throws Exception {
        confidentialPort = OptionalInt.of(7002);
        for (String pattern : List.of("/in.jsp", "/*", "/j_security_check")) {
            secure(FORM
                    + constraint("/order", "", roles("clerk"))
                    + constraint(
                            pattern,
                            "",
                            "<user-data-constraint><transport-guarantee>CONFIDENTIAL</transport-guarantee>"
                                    + "</user-data-constraint>"));
            FakeRequest clear = login(new SessionLogin(), "ann", "ann:pw");
            assertThat(clear.http.status).as(pattern).isEqualTo(403);
            assertThat(clear.session.login()).isNull();
            FakeRequest tls = new FakeRequest(new FakeHttp("/j_security_check")
                    .method("POST")
                    .parameter("j_username", "ann")
                    .parameter("j_password", "ann:pw"));
            tls.http.secure = true;
            assertThat(ask(tls)).as(pattern).isEqualTo(303);
        }
    }

    @Test
    void formNeverLeadsToAnotherHost() throws Exception {
        secure(FORM + constraint("/*", "", roles("clerk")));
        FakeRequest evil = new FakeRequest(new FakeHttp("/evil.example/x"));
        evil.http.uri = "//evil.example/x";
        ask(evil);
        assertThat(evil.session.saved().target()).isEqualTo("/evil.example/x");
    }

    @Test
    void formKeepsNoLargeBodyAndTakesNoPasswordFromAUrl() throws Exception {
        secure(FORM + constraint("/*", "", roles("clerk")));
        FakeRequest large = new FakeRequest(new FakeHttp("/order").method("POST"));
        large.http.requestBody = new byte[FormMechanism.MOST_BODY + 1];
        assertThat(ask(large)).isEqualTo(413);
        assertThat(large.session).isNull();
        FakeRequest get = new FakeRequest(
                new FakeHttp("/j_security_check").parameter("j_username", "ann").parameter("j_password", "ann:pw"));
        assertThat(ask(get)).isEqualTo(405);
    }

    @Test
    void formKeepsThePageThatWasAskedForWhileItsPartsAreFetched() throws Exception {
        secure(FORM + constraint("/*", "", roles("clerk")));
        FakeRequest page = new FakeRequest(new FakeHttp("/page"));
        ask(page);
        FakeRequest style = new FakeRequest(new FakeHttp("/style.css").header("Sec-Fetch-Dest", "style"));
        style.session = page.session;
        ask(style);
        assertThat(login(page.session, "ann", "ann:pw").http.response("Location"))
                .isEqualTo("/shop/page");
    }

    @Test
    void formLeadsBackWithoutTheSessionIdThatHasEnded() throws Exception {
        secure(FORM + constraint("/*", "", roles("clerk")));
        FakeRequest asked = new FakeRequest(new FakeHttp("/a/b").method("POST"));
        asked.http.uri = "/shop/a;jsessionid=old/b;x=1;jsessionid=old";
        asked.http.sessionIdFromUrl = "old";
        ask(asked);
        assertThat(login(asked.session, "ann", "ann:pw").http.response("Location"))
                .isEqualTo("/shop/a/b;x=1");
    }

    @Test
    void whatWaitsForLoginsIsBounded() throws Exception {
        secure(FORM + constraint("/*", "", roles("clerk")));
        FakeRequest first = new FakeRequest(new FakeHttp("/order").method("POST"));
        first.http.requestBody = new byte[FormMechanism.MOST_BODY];
        ask(first);
        for (int i = 0; i < 300; i++) {
            FakeRequest other = new FakeRequest(new FakeHttp("/order").method("POST"));
            other.http.requestBody = new byte[FormMechanism.MOST_BODY];
            ask(other);
        }
        assertThat(first.session.saved().method()).isEqualTo("GET");
        assertThat(first.session.saved().body()).isEmpty();
        assertThat(login(first.session, "ann", "ann:pw").http.response("Location"))
                .isEqualTo("/shop/order");
    }

    @Test
    void theApplicationSaysHowLargeABodyMayWait() throws Exception {
        weblogic = "<session-descriptor><max-save-post-size>4</max-save-post-size></session-descriptor>";
        secure(FORM + constraint("/*", "", roles("clerk")));
        FakeRequest small = new FakeRequest(new FakeHttp("/order").method("POST"));
        small.http.requestBody = new byte[4];
        assertThat(ask(small)).isEqualTo(200);
        FakeRequest large = new FakeRequest(new FakeHttp("/order").method("POST"));
        large.http.requestBody = new byte[5];
        assertThat(ask(large)).isEqualTo(413);
    }

    @Test
    void noSharedCacheKeepsWhatNeedsALogin() throws Exception {
        secure(BASIC + constraint("/secret", "", roles("clerk")));
        FakeRequest secret = new FakeRequest(basic(new FakeHttp("/secret"), "ann"));
        assertThat(ask(secret)).isEqualTo(200);
        assertThat(secret.http.response("Cache-Control")).isEqualTo("private");
        FakeRequest open = new FakeRequest(new FakeHttp("/open"));
        assertThat(ask(open)).isEqualTo(200);
        assertThat(open.http.response("Cache-Control")).isNull();
    }

    @Test
    void aLoginConfigWithoutMethodMeansBasic() throws Exception {
        secure("<login-config><realm-name>shop</realm-name></login-config>" + constraint("/*", "", roles("clerk")));
        assertThat(ask("-", "GET", "/")).isEqualTo(401);
        assertThat(ask("ann", "GET", "/")).isEqualTo(200);
    }

    @Test
    void aFormInSmallLettersNeedsItsPagesToo() {
        assertThatThrownBy(() -> secure("<login-config><auth-method>form</auth-method></login-config>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("form-login-config");
    }

    @Test
    void aStarMayStandForEverybodyWhoIsAuthenticated() throws Exception {
        String xml = BASIC + "<security-role><role-name>clerk</role-name></security-role>"
                + constraint("/*", "", roles("*"));
        secure(xml);
        assertThat(ask("bob", "GET", "/")).isEqualTo(403);
        weblogic = "<container-descriptor><allow-all-roles>true</allow-all-roles></container-descriptor>";
        secure(xml);
        assertThat(ask("bob", "GET", "/")).isEqualTo(200);
        assertThat(ask("-", "GET", "/")).isEqualTo(401);
    }

    @Test
    void aServletRunsAsTheUserThatItIsGiven() throws Exception {
        weblogic =
                "<run-as-role-assignment><role-name>buyer</role-name><run-as-principal-name>bob</run-as-principal-name>"
                        + "</run-as-role-assignment><servlet-descriptor><servlet-name>s</servlet-name>"
                        + "<run-as-principal-name>ann</run-as-principal-name></servlet-descriptor>";
        String runAs = "<run-as><role-name>buyer</role-name></run-as>";
        secure("<servlet><servlet-name>s</servlet-name>" + runAs + "</servlet><servlet><servlet-name>t</servlet-name>"
                + runAs + "</servlet>");
        assertThat(security.runAs("s").orElseThrow().principal().getName()).isEqualTo("ann");
        assertThat(security.runAs("t").orElseThrow().principal().getName()).isEqualTo("bob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DIGEST", "MAGIC"})
    void mechanismsThatAreNotThereAreRefusedWithTheirLine(String method) {
        assertThatThrownBy(() -> secure("<login-config><auth-method>" + method + "</auth-method></login-config>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("WEB-INF/web.xml:2:")
                .hasMessageContaining(method);
    }

    @Test
    void loginAndLogoutByCode() throws Exception {
        secure("");
        FakeRequest exchange = new FakeRequest(new FakeHttp("/"));
        exchange.session = new SessionLogin();
        assertThatThrownBy(() -> security.login(exchange, "ann", "wrong")).isInstanceOf(ServletException.class);
        assertThat(exchange.caller).isNull();
        security.login(exchange, "ann", "ann:pw");
        assertThat(exchange.caller.principal().getName()).isEqualTo("ann");
        assertThat(exchange.http.sessionIdChanges).isEqualTo(1);
        assertThatThrownBy(() -> security.login(exchange, "bob", "bob:pw")).hasMessageContaining("ann");
        FakeRequest next = new FakeRequest(new FakeHttp("/"));
        next.session = exchange.session;
        assertThat(security.authenticate(next, next.http.response())).isTrue();
        security.logout(next, next.http.response());
        assertThat(next.caller).isNull();
        assertThat(next.session.login()).isNull();
    }

    @Test
    void rolesByAssignmentElseByName() throws Exception {
        weblogic = "<security-role-assignment><role-name>buyer</role-name><principal-name>bob</principal-name>"
                + "<principal-name>clerk</principal-name></security-role-assignment>"
                + "<run-as-role-assignment><role-name>buyer</role-name><run-as-principal-name>bob</run-as-principal-name>"
                + "</run-as-role-assignment>";
        secure("<servlet><servlet-name>s</servlet-name><run-as><role-name>buyer</role-name></run-as>"
                + "<security-role-ref><role-name>code</role-name><role-link>buyer</role-link></security-role-ref></servlet>"
                + "<servlet><servlet-name>t</servlet-name><run-as><role-name>nobody</role-name></run-as></servlet>");
        Caller ann = realm.find("ann").orElseThrow();
        Caller bob = realm.find("bob").orElseThrow();
        assertThat(security.isUserInRole(ann, "buyer", null)).as("by group").isTrue();
        assertThat(security.isUserInRole(bob, "buyer", null)).as("by name").isTrue();
        assertThat(security.isUserInRole(ann, "code", "s")).as("by reference").isTrue();
        assertThat(security.isUserInRole(ann, "code", "t")).isFalse();
        assertThat(security.isUserInRole(ann, "clerk", null))
                .as("group of the role's name")
                .isTrue();
        assertThat(security.isUserInRole(ann, "ann", null))
                .as("user of the role's name")
                .isTrue();
        assertThat(security.isUserInRole(ann, "boss", null)).isFalse();
        assertThat(security.isUserInRole(ann, "*", null)).isFalse();
        assertThat(security.isUserInRole(ann, "**", null)).isTrue();
        assertThat(security.isUserInRole(null, "**", null)).isFalse();
        assertThat(security.runAs("s").orElseThrow().principal().getName()).isEqualTo("bob");
        Caller role = security.runAs("t").orElseThrow();
        assertThat(security.isUserInRole(role, "nobody", null)).isTrue();
        assertThat(security.runAs("x")).isEmpty();
    }
}
