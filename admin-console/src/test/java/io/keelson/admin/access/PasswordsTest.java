package io.keelson.admin.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.FakeExchange;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.management.Role;
import io.keelson.security.Realm;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PasswordsTest {
    private final List<String> asked = new ArrayList<>();
    private long nanos;

    private final Ticker ticker = new ManualTicker();
    private final Passwords passwords = new Passwords(Optional.of(new OneUser()), RoleGroups.standard(), ticker);

    private final class ManualTicker implements Ticker {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return nanos / 1_000_000;
        }
    }

    /** Alice, an operator, with the password {@code right}; and Bob, who has no role. */
    private final class OneUser implements Realm {
        @Override
        public String name() {
            return "r";
        }

        @Override
        public Optional<io.keelson.kernel.context.Caller> authenticate(String user, char[] password) {
            asked.add(user);
            return String.valueOf(password).equals("right") ? find(user) : Optional.empty();
        }

        @Override
        public Optional<io.keelson.kernel.context.Caller> find(String user) {
            return switch (user) {
                case "alice" ->
                    Optional.of(new io.keelson.kernel.context.Caller(() -> "alice", Set.of("Operators", "staff")));
                case "bob" -> Optional.of(new io.keelson.kernel.context.Caller(() -> "bob", Set.of("operators")));
                default -> Optional.empty();
            };
        }
    }

    private FakeExchange from(String address) throws Exception {
        FakeExchange exchange = new FakeExchange("POST", "/management/v1/login");
        exchange.client = InetAddress.getByName(address);
        exchange.secure = true;
        return exchange;
    }

    private Caller logIn(FakeExchange exchange, String user, String password) throws Problem {
        return passwords.logIn(exchange, user, password.toCharArray(), Caller.Via.BASIC);
    }

    private int refused(FakeExchange exchange, String user, String password) {
        try {
            logIn(exchange, user, password);
        } catch (Problem problem) {
            return problem.status();
        }
        throw new AssertionError("let in");
    }

    @Test
    void aUserHasTheRolesOfTheirGroups() throws Exception {
        assertThat(logIn(from("10.0.0.1"), "alice", "right"))
                .isEqualTo(new Caller("alice", Set.of(Role.OPERATOR), Caller.Via.BASIC));
        assertThat(refused(from("10.0.0.1"), "bob", "right")).isEqualTo(403);
    }

    @Test
    void whateverIsWrongTheAnswerIsTheSame() throws Exception {
        List<String> answers = new ArrayList<>();
        for (String[] login : new String[][] {{"alice", "wrong"}, {"nobody", "right"}, {"bob", "x"}, {"", ""}}) {
            assertThatThrownBy(() -> logIn(from("10.0.0.1"), login[0], login[1]))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> answers.add(new String(problem.answer().body())
                                    + problem.answer().headers()));
        }
        assertThat(answers).hasSize(4);
        assertThat(Set.copyOf(answers)).hasSize(1);
    }

    @Test
    void anAddressThatTriesManyNamesIsLockedAndOthersAreNot() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(refused(from("10.0.0.1"), "user" + i, "guess")).isEqualTo(401);
        }
        asked.clear();
        assertThat(refused(from("10.0.0.1"), "alice", "right")).isEqualTo(429);
        assertThat(asked).as("no hash is computed for who is locked").isEmpty();
        assertThat(logIn(from("10.0.0.2"), "alice", "right").name()).isEqualTo("alice");
        nanos += Duration.ofMinutes(5).toNanos() + 1;
        assertThat(logIn(from("10.0.0.1"), "alice", "right").name()).isEqualTo("alice");
    }

    @Test
    void aNetworkOfIpv6IsOneAddress() throws Exception {
        for (int i = 0; i < 20; i++) {
            refused(from("2001:db8::" + i), "alice", "guess");
        }
        assertThat(refused(from("2001:db8::ffff"), "alice", "right")).isEqualTo(429);
        assertThat(logIn(from("2001:db8:0:1::1"), "alice", "right").name()).isEqualTo("alice");
    }

    @Test
    void aPasswordInTheClearIsTakenFromThisMachineOnly() throws Exception {
        FakeExchange far = from("10.0.0.1");
        far.secure = false;
        assertThat(refused(far, "alice", "right")).isEqualTo(403);
        assertThat(asked).isEmpty();
        FakeExchange near = from("127.0.0.1");
        near.secure = false;
        assertThat(logIn(near, "alice", "right").name()).isEqualTo("alice");
    }

    @Test
    void thePasswordIsWiped() throws Exception {
        char[] password = "right".toCharArray();
        passwords.logIn(from("::1"), "alice", password, Caller.Via.BASIC);
        assertThat(password).containsOnly('\0');
    }
}
