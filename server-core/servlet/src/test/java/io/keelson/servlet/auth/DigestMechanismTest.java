package io.keelson.servlet.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.context.Caller;
import io.keelson.security.DigestAlgorithm;
import io.keelson.security.Realm;
import io.keelson.servlet.FakeHttp;
import io.keelson.servlet.fixture.ManualTicker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DigestMechanismTest {
    private final ManualTicker ticker = new ManualTicker();
    private final OneUser realm = new OneUser();
    private final DigestMechanism mechanism = new DigestMechanism(realm, ticker);

    private static final class OneUser implements Realm {
        final Set<DigestAlgorithm> digests = EnumSet.allOf(DigestAlgorithm.class);
        int asked;

        @Override
        public String name() {
            return "the realm";
        }

        @Override
        public Optional<Caller> authenticate(String user, char[] password) {
            throw new AssertionError("no password is sent");
        }

        @Override
        public Optional<Caller> find(String user) {
            throw new AssertionError("a proof is needed");
        }

        @Override
        public Set<DigestAlgorithm> digests() {
            return digests;
        }

        @Override
        public Optional<Caller> authenticate(String user, DigestAlgorithm algorithm, Predicate<String> proof) {
            asked++;
            return user.equals("j\u00fcrgen") && proof.test(hash(algorithm, "j\u00fcrgen:the realm:secret"))
                    ? Optional.of(new Caller(() -> user, Set.of("staff")))
                    : Optional.empty();
        }
    }

    private static String hash(DigestAlgorithm algorithm, String text) {
        return HexFormat.of().formatHex(algorithm.digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** The credentials that a client makes of a challenge. */
    private static final class Client {
        String user = "username*=UTF-8''j%C3%BCrgen";
        String password = "secret";
        String method = "GET";
        String uri = "/shop/a?b=c";
        DigestAlgorithm algorithm = DigestAlgorithm.SHA_256;
        String qop = "auth";
        String nonce;
        String opaque;
        int count = 1;

        Client answers(String challenge) {
            nonce = parameter(challenge, "nonce");
            opaque = parameter(challenge, "opaque");
            return this;
        }

        private static String parameter(String challenge, String name) {
            Matcher m = Pattern.compile(name + "=\"([^\"]*)\"").matcher(challenge);
            assertThat(m.find()).as(challenge).isTrue();
            return m.group(1);
        }

        FakeHttp http() {
            String nc = String.format("%08x", count);
            String ha1 = hash(algorithm, "j\u00fcrgen:the realm:" + password);
            String ha2 = hash(algorithm, method + ":" + uri);
            String response = hash(algorithm, ha1 + ":" + nonce + ":" + nc + ":mine:auth:" + ha2);
            FakeHttp http = new FakeHttp("/a").method("GET");
            http.query = "b=c";
            return http.header(
                    "Authorization",
                    "Digest " + user + ", realm=\"the realm\", nonce=\"" + nonce + "\", uri=\"" + uri + "\", algorithm="
                            + algorithm.token() + ", qop=" + qop + ", nc=" + nc + ", cnonce=\"mine\", response=\""
                            + response + "\", opaque=\"" + opaque + "\", userhash=false");
        }
    }

    private String challenge(FakeHttp http) throws IOException {
        mechanism.challenge(new FakeRequest(http), http.response());
        assertThat(http.status).isEqualTo(401);
        return http.response("WWW-Authenticate");
    }

    private boolean accepts(FakeHttp http) {
        FakeRequest request = new FakeRequest(http);
        boolean accepted = mechanism.identify(request);
        assertThat(request.caller != null).isEqualTo(accepted);
        return accepted;
    }

    private Client client() throws IOException {
        return new Client().answers(challenge(new FakeHttp("/a")));
    }

    @Test
    void offersTheBestHashFirst() throws Exception {
        assertThat(challenge(new FakeHttp("/a")).lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .startsWith("Digest realm=\"the realm\", qop=\"auth\"")
                        .contains("charset=UTF-8")
                        .doesNotContain("stale"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("algorithm=SHA-256"),
                        line -> assertThat(line).contains("algorithm=MD5"));
    }

    @ParameterizedTest
    @EnumSource(DigestAlgorithm.class)
    void knowsWhoHasThePassword(DigestAlgorithm algorithm) throws Exception {
        Client client = client();
        client.algorithm = algorithm;
        FakeRequest request = new FakeRequest(client.http());
        assertThat(mechanism.identify(request)).isTrue();
        assertThat(request.caller.principal().getName()).isEqualTo("j\u00fcrgen");
        assertThat(request.scheme).isEqualTo("DIGEST");
    }

    @Test
    void takesANameInUtf8WithoutItsOwnNotation() throws Exception {
        Client client = client();
        String bytes = new String("j\u00fcrgen".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        client.user = "username=\"" + bytes + "\"";
        assertThat(accepts(client.http())).isTrue();
    }

    @Test
    void agreesWithTheExamplesOfTheStandard() {
        String sent =
                "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", algorithm=%s,"
                        + " nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", nc=00000001,"
                        + " cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", qop=auth, response=\"%s\"";
        DigestCredentials md5 = DigestCredentials.parse(sent.formatted("MD5", "8ca523f5e9506fed4657c9700eebdbec"));
        DigestCredentials sha = DigestCredentials.parse(
                sent.formatted("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"));
        String secret = "Mufasa:http-auth@example.org:Circle of Life";
        assertThat(DigestMechanism.matches(md5, "GET", hash(DigestAlgorithm.MD5, secret)))
                .isTrue();
        assertThat(DigestMechanism.matches(sha, "GET", hash(DigestAlgorithm.SHA_256, secret)))
                .isTrue();
        assertThat(DigestMechanism.matches(sha, "PUT", hash(DigestAlgorithm.SHA_256, secret)))
                .isFalse();
    }

    @Test
    void refusesAnAnswerThatIsSentAgain() throws Exception {
        Client client = client();
        assertThat(accepts(client.http())).isTrue();
        FakeHttp again = client.http();
        assertThat(accepts(again)).isFalse();
        assertThat(challenge(again))
                .as("the browser does not ask its user again")
                .contains("stale=true");
        client.count = 2;
        assertThat(accepts(client.http())).isTrue();
    }

    @Test
    void takesCountsInAnyOrderWithinAWindow() throws Exception {
        Client client = client();
        for (int count : new int[] {5, 3, 4, 1, 2}) {
            client.count = count;
            assertThat(accepts(client.http())).as("count " + count).isTrue();
            assertThat(accepts(client.http())).as("again " + count).isFalse();
        }
        client.count = 5 + Nonces.WINDOW;
        assertThat(accepts(client.http())).isTrue();
        client.count = 5;
        assertThat(accepts(client.http())).as("too far behind").isFalse();
        client.count = 6;
        assertThat(accepts(client.http())).as("not used").isTrue();
    }

    @Test
    void anOldNonceIsRenewed() throws Exception {
        Client client = client();
        ticker.advance(Duration.ofMinutes(6));
        FakeHttp late = client.http();
        assertThat(accepts(late)).isFalse();
        assertThat(realm.asked).as("a late answer is no failed login").isZero();
        client.answers(challenge(late));
        assertThat(late.response("WWW-Authenticate")).contains("stale=true");
        assertThat(accepts(client.http())).isTrue();
    }

    @Test
    void aNonceOfAnotherServerIsRenewed() throws Exception {
        Client client = client();
        String opaque = client.opaque;
        client.nonce = new Nonces(ticker, 10).next();
        FakeHttp http = client.http();
        assertThat(accepts(http)).isFalse();
        assertThat(challenge(http)).contains("stale=true");
        client.nonce = "nonsense";
        client.opaque = opaque;
        assertThat(accepts(client.http())).isFalse();
    }

    @Test
    void aWrongPasswordIsNoReasonForANewNonce() throws Exception {
        Client client = client();
        client.password = "guess";
        FakeHttp http = client.http();
        assertThat(accepts(http)).isFalse();
        assertThat(challenge(http)).doesNotContain("stale");
        client.password = "secret";
        assertThat(accepts(client.http())).as("its count was not taken").isTrue();
    }

    @Test
    void anAnswerIsForOneTargetAndOneMethod() throws Exception {
        Client client = client();
        client.uri = "/shop/other";
        assertThat(accepts(client.http())).isFalse();
        client.uri = "/shop/a";
        assertThat(accepts(client.http())).as("without its query").isFalse();
        client = client();
        client.method = "DELETE";
        assertThat(accepts(client.http())).isFalse();
    }

    @Test
    void aHashThatIsNotEnabledIsRefused() throws Exception {
        Client client = client();
        client.algorithm = DigestAlgorithm.MD5;
        realm.digests.remove(DigestAlgorithm.MD5);
        assertThat(accepts(client.http())).isFalse();
        assertThat(realm.asked).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auth-int", "\"\"", "none"})
    void withoutProtectionAgainstReplayThereIsNoLogin(String qop) throws Exception {
        Client client = client();
        client.qop = qop;
        assertThat(accepts(client.http())).isFalse();
    }

    @Test
    void whatIsForgottenIsRefused() {
        Nonces nonces = new Nonces(ticker, 2);
        String first = nonces.next();
        String second = nonces.next();
        String third = nonces.next();
        String fourth = nonces.next();
        assertThat(nonces.take(second, 1)).isTrue();
        assertThat(nonces.take(third, 1)).isTrue();
        assertThat(nonces.take(fourth, 1)).isTrue();
        assertThat(nonces.take(second, 1)).as("forgotten, and taken before").isFalse();
        assertThat(nonces.take(second, 2)).isFalse();
        assertThat(nonces.take(first, 1)).as("older than what was forgotten").isFalse();
        assertThat(nonces.take(third, 2)).isTrue();
    }
}
