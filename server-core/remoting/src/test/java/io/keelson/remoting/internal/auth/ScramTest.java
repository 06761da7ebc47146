package io.keelson.remoting.internal.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.remoting.internal.wire.ClientLogin;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import io.keelson.remoting.internal.wire.PeerIdentity;
import io.keelson.remoting.internal.wire.ServerLogin.Step;
import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScramTest {
    private static final byte[] SALT = "saltsaltsaltsalt".getBytes(StandardCharsets.US_ASCII);
    private static final ChannelBinding BINDING = new ChannelBinding("tls-server-end-point", new byte[] {1, 2, 3});
    private final SecureRandom random = new SecureRandom();

    private PasswordLogin client(String user, String password, boolean protectedPath, ChannelBinding binding) {
        return new PasswordLogin(user, password.toCharArray(), protectedPath, binding, random);
    }

    private RealmLogin server(boolean protectedPath, ChannelBinding binding) {
        return new RealmLogin(new TestRealm(), protectedPath, binding != null, false, binding, List.of(), null, random);
    }

    private static RemoteCaller login(PasswordLogin client, RealmLogin server) throws LoginRefusedException {
        String mechanism = client.choose(server.mechanisms());
        Step.Challenge challenge = (Step.Challenge) server.begin(mechanism, client.begin());
        Step.Accepted accepted = (Step.Accepted) server.next(client.answer(challenge.data()));
        client.finish(accepted.data());
        return accepted.peer().caller();
    }

    /** The example of RFC 7677, 3. */
    @Test
    void theExampleOfTheSpecification() {
        byte[] salted =
                ScramKeys.salted("pencil".toCharArray(), Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ=="), 4096);
        String auth = "n=user,r=rOprNGfwEbeRWgbNEkqO,"
                + "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
                + "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
        byte[] clientKey = ScramKeys.clientKey(salted);
        byte[] proof = ScramKeys.xor(clientKey, ScramKeys.hmac(ScramKeys.hash(clientKey), auth));

        assertThat(Base64.getEncoder().encodeToString(proof)).isEqualTo("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        assertThat(Base64.getEncoder().encodeToString(ScramKeys.hmac(ScramKeys.serverKey(salted), auth)))
                .isEqualTo("6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
    }

    @Test
    void theRightPasswordLogsIn() throws Exception {
        RemoteCaller caller = login(client("ada", "pencil", true, null), server(true, null));

        assertThat(caller.principal().getName()).isEqualTo("ada");
        assertThat(caller.groups()).containsExactly("users");
    }

    @Test
    void theWrongPasswordAndAnUnknownUserAreToldTheSame() {
        assertThatThrownBy(() -> login(client("ada", "pen", true, null), server(true, null)))
                .isInstanceOf(LoginRefusedException.class)
                .hasMessage("the user is not known or the password is wrong");
        assertThatThrownBy(() -> login(client("eve", "pencil", true, null), server(true, null)))
                .hasMessage("the user is not known or the password is wrong");
    }

    @Test
    void overTlsTheLoginIsBoundToIt() throws Exception {
        assertThat(server(true, BINDING).mechanisms()).containsExactly("SCRAM-SHA-256-PLUS", "SCRAM-SHA-256");
        assertThat(login(client("ada", "pencil", true, BINDING), server(true, BINDING))
                        .principal())
                .isNotNull();

        ChannelBinding other = new ChannelBinding("tls-server-end-point", new byte[] {9, 9, 9});
        assertThatThrownBy(() -> login(client("ada", "pencil", true, other), server(true, BINDING)))
                .as("somebody in between has a certificate of its own")
                .isInstanceOf(LoginRefusedException.class);
    }

    @Test
    void whoHidesTheBindingIsNoticed() throws Exception {
        PasswordLogin client = client("ada", "pencil", true, BINDING);
        RealmLogin server = server(true, BINDING);
        String mechanism = client.choose(List.of("SCRAM-SHA-256"));

        assertThatThrownBy(() -> server.begin(mechanism, client.begin())).hasMessageContaining("hides");
    }

    @Test
    void withoutTlsAndOffLoopbackNobodyLogsIn() {
        assertThat(server(false, null).mechanisms()).isEmpty();
        assertThatThrownBy(() -> client("ada", "pencil", false, null).choose(List.of("SCRAM-SHA-256")))
                .as("a client does not even try")
                .hasMessageContaining("keelsons://");
    }

    @Test
    void aServerThatDoesNotKnowThePasswordIsNoticed() throws Exception {
        PasswordLogin client = client("ada", "pencil", true, null);
        client.choose(List.of("SCRAM-SHA-256"));
        String first = new String(client.begin(), StandardCharsets.UTF_8);
        String nonce = first.substring(first.indexOf(",r=") + 3);
        client.answer(("r=" + nonce + "more,s=" + Base64.getEncoder().encodeToString(SALT) + ",i=4096")
                .getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> client.finish(("v=" + Base64.getEncoder().encodeToString(new byte[32])).getBytes()))
                .hasMessageContaining("not the one it seems");
    }

    @Test
    void aServerCannotAskForAWeakOrAnEndlessComputation() throws Exception {
        for (String iterations : List.of("1", "4095", "99999999", "many")) {
            PasswordLogin client = client("ada", "pencil", true, null);
            client.choose(List.of("SCRAM-SHA-256"));
            String first = new String(client.begin(), StandardCharsets.UTF_8);
            String nonce = first.substring(first.indexOf(",r=") + 3);
            String challenge = "r=" + nonce + "x,s=c2FsdA==,i=" + iterations;

            assertThatThrownBy(() -> client.answer(challenge.getBytes(StandardCharsets.UTF_8)))
                    .hasMessageContaining("iterations");
        }
    }

    @Test
    void neitherPasswordNorItsHashesCross() throws Exception {
        PasswordLogin client = client("ada", "pencil", true, null);
        RealmLogin server = server(true, null);
        client.choose(server.mechanisms());
        byte[] one = client.begin();
        byte[] two = ((Step.Challenge) server.begin("SCRAM-SHA-256", one)).data();
        byte[] three = client.answer(two);
        String wire = new String(one, StandardCharsets.UTF_8)
                + new String(two, StandardCharsets.UTF_8)
                + new String(three, StandardCharsets.UTF_8);

        ScramRealm.Verifier verifier = new TestRealm().verifier("ada");
        assertThat(wire)
                .doesNotContain("pencil")
                .doesNotContain(Base64.getEncoder().encodeToString(verifier.storedKey()))
                .doesNotContain(Base64.getEncoder().encodeToString(verifier.serverKey()))
                .doesNotContain(HexFormat.of().formatHex(verifier.storedKey()));
    }

    @Test
    void aStepOutOfTurnIsRefused() {
        assertThatThrownBy(() -> server(true, null).next("c=biws,r=x,p=eA==".getBytes()))
                .isInstanceOf(LoginRefusedException.class);
        assertThatThrownBy(() -> server(true, null).begin("SCRAM-SHA-256", "rubbish".getBytes()))
                .isInstanceOf(LoginRefusedException.class);
    }

    private static ChannelBinding ends(int clientPort) {
        return ChannelBinding.ofEnds(
                new InetSocketAddress("127.0.0.1", clientPort), new InetSocketAddress("127.0.0.1", 7001));
    }

    private RealmLogin serverOfDomain(DomainTrust trust, ChannelBinding ends) {
        return new RealmLogin(null, true, false, true, null, List.of(trust), ends, random);
    }

    private static DomainTrust trust(String key) {
        return new DomainTrust("one", key.getBytes(StandardCharsets.UTF_8));
    }

    private static PeerIdentity login(ClientLogin client, String mechanism, RealmLogin server)
            throws LoginRefusedException {
        Step step = server.begin(mechanism, client.begin());
        while (step instanceof Step.Challenge challenge) {
            step = server.next(client.answer(challenge.data()));
        }
        Step.Accepted accepted = (Step.Accepted) step;
        client.finish(accepted.data());
        return accepted.peer();
    }

    @Test
    void serversOfADomainKnowOneAnother() throws Exception {
        DomainLogin client = new DomainLogin(List.of(trust("key")), ends(1), random);
        RealmLogin server = serverOfDomain(trust("key"), ends(1));

        assertThat(login(client, client.choose(server.mechanisms()), server)).isEqualTo(PeerIdentity.SERVER);
        assertThat(client.peer()).isEqualTo(PeerIdentity.SERVER);
        assertThat(trust("key").toString())
                .doesNotContain(String.valueOf(trust("key").password()));
    }

    @Test
    void serversOfTwoDomainsAreNobodyToEachOther() throws Exception {
        DomainLogin client = new DomainLogin(List.of(trust("key")), ends(1), random);
        RealmLogin server = serverOfDomain(trust("other key"), ends(1));

        assertThat(login(client, client.choose(server.mechanisms()), server)).isEqualTo(PeerIdentity.NOBODY);
        assertThat(client.peer()).isEqualTo(PeerIdentity.NOBODY);
    }

    private static DomainTrust between(String own, String other, String secret) {
        return DomainTrust.between("one", own, other, secret);
    }

    @Test
    void serversOfDomainsThatTrustEachOtherKnowOfWhichDomainTheOtherIs() throws Exception {
        DomainLogin client =
                new DomainLogin(List.of(trust("key"), between("shop", "bank", "a secret of both")), ends(1), random);
        RealmLogin server = new RealmLogin(
                null,
                true,
                false,
                true,
                null,
                List.of(trust("other key"), between("bank", "shop", "a secret of both")),
                ends(1),
                random);

        PeerIdentity shop = login(client, client.choose(server.mechanisms()), server);
        assertThat(shop).isEqualTo(PeerIdentity.serverOf("shop"));
        assertThat(shop.trusted()).isTrue();
        assertThat(shop.server()).isFalse();
        assertThat(client.peer()).isEqualTo(PeerIdentity.serverOf("bank"));
    }

    @Test
    void theOwnDomainComesBeforeOneThatIsTrusted() throws Exception {
        List<DomainTrust> trusts = List.of(trust("key"), between("shop", "bank", "a secret of both"));
        DomainLogin client = new DomainLogin(trusts, ends(1), random);
        RealmLogin server = new RealmLogin(null, true, false, true, null, trusts, ends(1), random);

        assertThat(login(client, client.choose(server.mechanisms()), server)).isEqualTo(PeerIdentity.SERVER);
    }

    @Test
    void domainsWithTwoSecretsRefuseEachOther() throws Exception {
        DomainLogin client =
                new DomainLogin(List.of(between("shop", "bank", "the secret of the shop")), ends(1), random);
        RealmLogin server = serverOfDomain(between("bank", "shop", "the secret of the bank"), ends(1));

        assertThatThrownBy(() -> login(client, client.choose(server.mechanisms()), server))
                .isInstanceOf(LoginRefusedException.class)
                .hasMessageContaining("domain shop");
    }

    @Test
    void whatIsOfferedTellsNothingOfTheSecret() {
        assertThat(between("shop", "bank", "one secret of these").mechanism())
                .isEqualTo(between("bank", "shop", "another secret").mechanism())
                .isNotEqualTo(between("shop", "market", "one secret of these").mechanism());
    }

    @Test
    void whoHasNotTheKeyOfTheDomainIsRefusedAndNeitherBelieved() throws Exception {
        DomainTrust wrong = trust("wrong key");
        DomainTrust right = trust("key");
        DomainLogin client = new DomainLogin(List.of(wrong), ends(1), random);
        client.choose(List.of(wrong.mechanism()));

        assertThatThrownBy(() -> login(client, right.mechanism(), serverOfDomain(right, ends(1))))
                .isInstanceOf(LoginRefusedException.class)
                .hasMessageContaining("key is not this domain's");
        DomainLogin deceived = new DomainLogin(List.of(right), ends(1), random);
        deceived.choose(List.of(right.mechanism()));
        deceived.begin();
        assertThatThrownBy(() -> deceived.finish("v=AAAA".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(LoginRefusedException.class);
    }

    @Test
    void aServersLoginCannotBePassedOnToAnotherConnection() throws Exception {
        DomainLogin client = new DomainLogin(List.of(trust("key")), ends(1), random);
        RealmLogin server = serverOfDomain(trust("key"), ends(2));

        assertThatThrownBy(() -> login(client, client.choose(server.mechanisms()), server))
                .isInstanceOf(LoginRefusedException.class);
    }

    @Test
    void anAddressOfIpv4IsTheSameWhereASocketOfIpv6ShowsIt() throws Exception {
        byte[] mapped = new byte[16];
        mapped[10] = -1;
        mapped[11] = -1;
        mapped[12] = 127;
        mapped[15] = 1;
        InetSocketAddress shown = new InetSocketAddress(Inet6Address.getByAddress("", mapped, 0), 1);

        assertThat(ChannelBinding.ofEnds(shown, new InetSocketAddress("127.0.0.1", 7001))
                        .data())
                .isEqualTo(ends(1).data());
    }
}
