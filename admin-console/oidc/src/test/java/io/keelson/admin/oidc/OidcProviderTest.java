package io.keelson.admin.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.access.IdentityException;
import io.keelson.admin.access.IdentityProvider.Flow;
import io.keelson.admin.access.IdentityProvider.Identity;
import io.keelson.admin.access.OidcSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The exchange with a provider on loopback, and each way in which a token can be no good. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OidcProviderTest {
    private static final URI BACK = URI.create("http://localhost:7001/management/v1/login/oidc/return");

    @TempDir
    Path domain;

    private TestProvider there;
    private OidcProvider provider;

    @BeforeEach
    void start() throws Exception {
        there = new TestProvider();
        Files.writeString(domain.resolve("secret"), TestProvider.SECRET + "\n");
        provider = new OidcProvider(settings(there.issuer(), TestProvider.CLIENT, "groups"), domain);
    }

    @AfterEach
    void stop() {
        there.close();
    }

    private static OidcSettings settings(String issuer, @Nullable String client, String groupsClaim) {
        return new OidcSettings(
                issuer,
                "the provider",
                client,
                null,
                Path.of("secret"),
                List.of("profile", "groups"),
                "preferred_username",
                groupsClaim,
                null,
                List.of("RS256", "ES256"),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                null);
    }

    private static Flow flow() {
        return new Flow("s".repeat(43), "n".repeat(43), "v".repeat(43), BACK);
    }

    /** Returns what a browser does: goes there, and brings what it is sent back with. */
    private static Map<String, String> browse(URI to) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(to).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        URI back = URI.create(answer.headers().firstValue("Location").orElseThrow());
        assertThat(back.toString()).startsWith(BACK.toString());
        return TestProvider.parameters(back.getRawQuery());
    }

    private Identity logIn(Flow flow) throws Exception {
        Map<String, String> brought = browse(provider.begin(flow));
        assertThat(brought.get("state")).isEqualTo(flow.state());
        return provider.finish(flow, brought.get("code"));
    }

    private void refused(String why, Consumer<Map<String, Object>> bend) {
        Map<String, Object> before = new HashMap<>(there.claims);
        bend.accept(there.claims);
        assertThatThrownBy(() -> logIn(flow()))
                .as(why)
                .isInstanceOfSatisfying(
                        IdentityException.class, e -> assertThat(e.away()).isFalse());
        there.claims.clear();
        there.claims.putAll(before);
    }

    @Test
    void whoLogsInThereIsKnownByNameAndGroups() throws Exception {
        Identity ann = logIn(flow());
        assertThat(ann.user()).isEqualTo("ann");
        assertThat(ann.groups()).containsExactlyInAnyOrder("Operators", "staff");
        assertThat(ann.toString()).doesNotContain(ann.token());
        assertThat(there.refused()).isEmpty();
        URI end = provider.end(ann.token(), URI.create("http://localhost:7001/console/"))
                .orElseThrow();
        assertThat(TestProvider.parameters(end.getRawQuery()))
                .containsEntry("id_token_hint", ann.token())
                .containsEntry("post_logout_redirect_uri", "http://localhost:7001/console/");
    }

    @Test
    void claimsThatAreNotGoodAreRefused() {
        long now = System.currentTimeMillis() / 1000;
        refused("another issuer", claims -> claims.put("iss", there.issuer() + "/other"));
        refused("another client", claims -> claims.put("aud", "somebody else"));
        refused("several, and for another", claims -> {
            claims.put("aud", List.of(TestProvider.CLIENT, "somebody else"));
            claims.put("azp", "somebody else");
        });
        refused("several, and not said for whom", claims -> claims.put("aud", List.of(TestProvider.CLIENT, "x")));
        refused("over", claims -> claims.put("exp", now - 60));
        refused("over by its own account", claims -> claims.put("exp", "-"));
        refused("not yet", claims -> claims.put("nbf", now + 600));
        refused("of another login", claims -> claims.put("nonce", "m".repeat(43)));
        refused("of no login", claims -> claims.put("nonce", "-"));
        refused("of nobody", claims -> claims.put("sub", "-"));
        refused("without a name", claims -> claims.put("preferred_username", "-"));
        refused("with a name that is none", claims -> claims.put("preferred_username", " ann"));
        refused("with a name that hides something", claims -> claims.put("preferred_username", "ann\u202e"));
    }

    @Test
    void tokensThatAreForgedAreRefused() throws Exception {
        there.signer = (header, said) -> {
            header.put("alg", "none");
            header.remove("kid");
            return TestProvider.unsigned(header, said) + ".";
        };
        refused("signed by nobody", claims -> {});
        KeyPair stranger = TestProvider.newKey();
        there.signer = (header, said) -> TestProvider.signed(header, said, stranger);
        refused("signed by a stranger under a known name", claims -> {});
        there.signer = (header, said) -> {
            header.put("alg", "HS256");
            return TestProvider.shared(header, said, there.key().getPublic().getEncoded());
        };
        refused("signed with the public key as a secret", claims -> {});
        there.signer = (header, said) -> {
            header.put("alg", "HS256");
            header.remove("kid");
            return TestProvider.shared(
                    header, said, TestProvider.SECRET.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        };
        refused("signed with the client's secret, which is not allowed", claims -> {});
        there.signer = (header, said) -> {
            String good = there.signed(header, said);
            Map<String, Object> other = new LinkedHashMap<>(said);
            other.put("groups", List.of("Administrators"));
            return TestProvider.unsigned(header, other) + good.substring(good.lastIndexOf('.'));
        };
        refused("changed after it was signed", claims -> {});
        there.signer = (header, said) -> "no.token";
        refused("none at all", claims -> {});
        there.signer = (header, said) -> {
            header.put("alg", "RS384");
            return there.signed(header, said);
        };
        refused("by an algorithm that is not allowed", claims -> {});
        there.signer = there::signed;
        assertThat(logIn(flow()).user()).isEqualTo("ann");
    }

    @Test
    void keysOfTheProviderMayChange() throws Exception {
        logIn(flow());
        there.rotate();
        assertThat(logIn(flow()).user())
                .as("a key that is not known is fetched")
                .isEqualTo("ann");
    }

    @Test
    void aCodeIsGoodOnceAndForWhoBegan() throws Exception {
        Flow flow = flow();
        Map<String, String> brought = browse(provider.begin(flow));
        Flow thief = new Flow(flow.state(), flow.nonce(), "w".repeat(43), BACK);
        assertThatThrownBy(() -> provider.finish(thief, brought.get("code"))).isInstanceOf(IdentityException.class);
        assertThat(there.refused()).containsExactly("another verifier");
        Map<String, String> again = browse(provider.begin(flow));
        provider.finish(flow, again.get("code"));
        assertThatThrownBy(() -> provider.finish(flow, again.get("code")))
                .hasMessageContaining("invalid_grant")
                .hasMessageNotContaining(again.get("code"));
    }

    @Test
    void groupsMayLieDeeperAndBeOneOnly() throws Exception {
        there.claims.put("realm_access", Map.of("roles", List.of("Monitors")));
        provider = new OidcProvider(settings(there.issuer(), TestProvider.CLIENT, "realm_access.roles"), domain);
        assertThat(logIn(flow()).groups()).containsExactly("Monitors");
        there.claims.put("one", "Deployers");
        provider = new OidcProvider(settings(there.issuer(), TestProvider.CLIENT, "one"), domain);
        assertThat(logIn(flow()).groups()).containsExactly("Deployers");
        provider = new OidcProvider(settings(there.issuer(), TestProvider.CLIENT, "none"), domain);
        assertThat(logIn(flow()).groups()).isEmpty();
    }

    @Test
    void aProviderThatIsAwayOrSomebodyElseIsSaidToBe() {
        OidcProvider other = new OidcProvider(settings(there.issuer() + "/", TestProvider.CLIENT, "groups"), domain);
        assertThatThrownBy(() -> other.begin(flow()))
                .as("it calls itself otherwise")
                .isInstanceOfSatisfying(
                        IdentityException.class, e -> assertThat(e.away()).isTrue());
        there.close();
        assertThatThrownBy(() -> provider.begin(flow()))
                .isInstanceOfSatisfying(
                        IdentityException.class, e -> assertThat(e.away()).isTrue());
    }

    @Test
    void addressesWithoutTlsAreForLoopback() {
        for (String bad :
                List.of("http://login.example.com", "ftp://x", "https:", "login", "http://127.0.0.1.example.com")) {
            assertThatThrownBy(() -> settings(bad, "c", "g")).as(bad).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> settings("https://login.example.com", null, "g"))
                .hasMessageContaining("client-id");
        assertThat(settings("https://login.example.com", "c", "g").toString()).doesNotContain("secret");
    }
}
