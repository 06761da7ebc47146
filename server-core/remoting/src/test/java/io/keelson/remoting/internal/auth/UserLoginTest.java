package io.keelson.remoting.internal.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.remoting.internal.auth.UserLogin.Plain;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import io.keelson.remoting.internal.wire.ServerLogin.Step;
import io.keelson.remoting.spi.RemoteCaller;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which mechanism a user logs in by, and PLAIN. */
class UserLoginTest {
    private static final ChannelBinding BINDING = new ChannelBinding("tls-server-end-point", new byte[] {1, 2, 3});
    private static final String REFUSED = "the user is not known or the password is wrong";

    private final SecureRandom random = new SecureRandom();
    private final DirectoryRealm realm = new DirectoryRealm();

    private UserLogin client(String user, String password, Plain plain) {
        ChannelBinding binding = plain == Plain.NEVER ? null : BINDING;
        char[] secret = password.toCharArray();
        return new UserLogin(new PasswordLogin(user, secret, true, binding, random), user, secret, plain);
    }

    private RealmLogin server(boolean tls) {
        return new RealmLogin(realm, true, tls, false, tls ? BINDING : null, List.of(), null, random);
    }

    private static RemoteCaller login(UserLogin client, RealmLogin server) throws LoginRefusedException {
        Step step = server.begin(client.choose(server.mechanisms()), client.begin());
        while (step instanceof Step.Challenge challenge) {
            step = server.next(client.answer(challenge.data()));
        }
        Step.Accepted accepted = (Step.Accepted) step;
        client.finish(accepted.data());
        return accepted.peer().caller();
    }

    private Step plain(String message) throws LoginRefusedException {
        return server(true).begin("PLAIN", message.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theServerOffersItWithinTlsOnlyAndWhereTheRealmCanCheckIt() {
        assertThat(server(true).mechanisms()).containsExactly("SCRAM-SHA-256-PLUS", "SCRAM-SHA-256", "PLAIN");
        assertThat(server(false).mechanisms()).containsExactly("SCRAM-SHA-256");
        assertThat(new RealmLogin(new TestRealm(), true, true, false, BINDING, List.of(), null, random).mechanisms())
                .containsExactly("SCRAM-SHA-256-PLUS", "SCRAM-SHA-256");
    }

    @Test
    void theClientTakesTheStrongestThatIsOffered() throws Exception {
        UserLogin client = client("ada", "pencil", Plain.LAST);
        assertThat(client.choose(List.of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS")))
                .isEqualTo("SCRAM-SHA-256-PLUS");
        assertThat(client.plainLeft()).isTrue();
        assertThat(client.choose(List.of("PLAIN", "SCRAM-SHA-256"))).isEqualTo("SCRAM-SHA-256");
        assertThat(client("ada", "pencil", Plain.LAST).choose(List.of("PLAIN"))).isEqualTo("PLAIN");
        assertThat(client("ada", "pencil", Plain.FIRST).choose(List.of("PLAIN", "SCRAM-SHA-256")))
                .isEqualTo("PLAIN");
        assertThat(client("ada", "pencil", Plain.FIRST).choose(List.of("SCRAM-SHA-256")))
                .isEqualTo("SCRAM-SHA-256");
    }

    /** In the clear, or where the client forbids it: whatever somebody in between says, the password stays here. */
    @Test
    void theClientIsNotTalkedIntoIt() throws Exception {
        assertThatThrownBy(() -> client("dora", "s\u00e9same", Plain.NEVER).choose(List.of("PLAIN")))
                .isInstanceOf(LoginRefusedException.class)
                .hasMessageContaining("over TLS only")
                .hasMessageNotContaining("s\u00e9same");
        UserLogin client = client("dora", "s\u00e9same", Plain.NEVER);
        assertThat(client.choose(List.of("PLAIN", "SCRAM-SHA-256"))).isEqualTo("SCRAM-SHA-256");
        assertThat(client.plainLeft()).isFalse();
        assertThat(new String(client.begin(), StandardCharsets.UTF_8)).doesNotContain("s\u00e9same");
        assertThatThrownBy(() -> client("dora", "x", Plain.LAST).choose(List.of("ANONYMOUS")))
                .isInstanceOf(LoginRefusedException.class);
    }

    @Test
    void usersOfADirectoryLogInByIt() throws Exception {
        assertThat(login(client("dora", "s\u00e9same", Plain.FIRST), server(true))
                        .groups())
                .containsExactly("staff");
        assertThat(realm.seen).hasSize(1);
        assertThat(realm.seen.get(0)).as("wiped").containsOnly('\0');
        assertThatThrownBy(() -> login(client("dora", "wrong", Plain.FIRST), server(true)))
                .hasMessage(REFUSED);
        assertThatThrownBy(() -> login(client("dora", "s\u00e9same", Plain.LAST), server(true)))
                .as("nothing of it is kept that SCRAM could use")
                .hasMessage(REFUSED);
        assertThat(login(client("ada", "pencil", Plain.LAST), server(true)).groups())
                .containsExactly("users");
        assertThat(realm.passwords).containsExactly("s\u00e9same", "wrong");
    }

    /** RFC 4616, 2. */
    @Test
    void theMessageIsReadAsTheSpecificationSays() throws Exception {
        assertThat(plain("\0dora\0s\u00e9same")).isInstanceOf(Step.Accepted.class);
        assertThat(plain("dora\0dora\0s\u00e9same")).isInstanceOf(Step.Accepted.class);
        assertThatThrownBy(() -> plain("root\0dora\0s\u00e9same")).hasMessageContaining("for somebody else");
        for (String wrong : List.of(
                "",
                "dora",
                "\0dora",
                "\0dora\0",
                "\0\0s\u00e9same",
                "\0dora\0s\u00e9same\0",
                "\0" + "d".repeat(256) + "\0x",
                "\0d\0" + "x".repeat(256))) {
            assertThatThrownBy(() -> plain(wrong)).as(wrong).isInstanceOf(LoginRefusedException.class);
        }
        byte[] latin = "\0dora\0s\u00e9same".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> server(true).begin("PLAIN", latin)).hasMessageContaining("UTF-8");
        assertThat(latin).as("wiped").containsOnly((byte) 0);
        assertThat(new PlainMessage("dora", "s\u00e9same".toCharArray()).toString())
                .doesNotContain("s\u00e9same");
        assertThat(new PlainMessage("dora", "s\u00e9same".toCharArray()).bytes())
                .isEqualTo("\0dora\0s\u00e9same".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aServerThatAsksOnGetsNoMore() throws Exception {
        UserLogin client = client("dora", "s\u00e9same", Plain.FIRST);
        client.choose(List.of("PLAIN"));
        client.begin();
        assertThatThrownBy(() -> client.answer(new byte[0])).hasMessageContaining("asks on");
    }
}
