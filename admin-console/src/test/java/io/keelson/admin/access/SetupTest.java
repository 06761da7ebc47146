package io.keelson.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.FakeExchange;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Router;
import io.keelson.base.time.Ticker;
import io.keelson.security.RealmEditor;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetupTest {
    private long nanos;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    };

    @TempDir
    Path domain;

    private RealmEditor editor;
    private Setup setup;

    @BeforeEach
    void setup() {
        editor = new RealmEditor(domain.resolve("realm"), 4096, "r", List.of());
        AuditLog audit = new AuditLog(new AuditFile(domain.resolve("audit.log"), 1 << 20, 2), "s", ticker);
        setup = new Setup(editor, Optional.empty(), RoleGroups.standard(), audit, ticker);
    }

    private static String body(String token, String user, String password) {
        return "{\"token\":\"" + token + "\",\"user\":\"" + user + "\",\"password\":\"" + password + "\"}";
    }

    private int send(String body) throws IOException {
        return send(new FakeExchange("POST", "/management/v1/setup").body("application/json", body));
    }

    private int send(FakeExchange exchange) throws IOException {
        try {
            Answer answer =
                    new Router("/management/v1", setup.routes()).answer(exchange, Caller.NOBODY, Router.Around.NOTHING);
            return answer.status();
        } catch (Problem problem) {
            return problem.status();
        }
    }

    @Test
    void aLinkIsOfferedWhileItCounts() throws IOException {
        assertThat(setup.offers()).isFalse();
        String token = setup.offer().orElseThrow();
        assertThat(setup.offers()).isTrue();
        nanos = Setup.LIFE.toNanos();
        assertThat(setup.offers()).as("too late").isFalse();
        nanos = 0;
        assertThat(send(body(token, "alice", "wonderland"))).isEqualTo(201);
        assertThat(setup.offers()).as("used").isFalse();
        editor.remove("alice");
        assertThat(setup.offer()).isPresent();
        editor.put("bob", "wonderland".toCharArray(), List.of("Administrators"));
        assertThat(setup.offers()).as("somebody administrates").isFalse();
    }

    @Test
    void theLinkMakesOneAdministratorOnce() throws IOException {
        String token = setup.offer().orElseThrow();
        assertThat(token).hasSize(43);
        assertThat(send(body(token, "alice", "wonderland"))).isEqualTo(201);
        assertThat(editor.users()).containsExactly(new RealmEditor.User("alice", List.of("Administrators")));
        assertThat(send(body(token, "mallory", "wonderland"))).isEqualTo(403);
        editor.remove("alice");
        assertThat(send(body(token, "mallory", "wonderland")))
                .as("not a second time")
                .isEqualTo(403);
        assertThat(editor.users()).isEmpty();
    }

    @Test
    void theLinkDiesWithTimeAndWhenThereIsAnAdministrator() throws IOException {
        String token = setup.offer().orElseThrow();
        nanos += Setup.LIFE.toNanos();
        assertThat(send(body(token, "alice", "wonderland"))).isEqualTo(403);

        token = setup.offer().orElseThrow();
        editor.put("root", "something".toCharArray(), List.of("Administrators"));
        assertThat(send(body(token, "alice", "wonderland"))).isEqualTo(403);
        assertThat(setup.offer()).as("nothing to offer").isEmpty();
        assertThat(editor.users()).hasSize(1);
    }

    @Test
    void anotherTokenDoesNotCountAndDoesNotUseUpTheRightOne() throws IOException {
        assertThat(send(body("", "alice", "wonderland"))).as("nothing offered").isEqualTo(403);
        String token = setup.offer().orElseThrow();
        for (String wrong : List.of("", "x", token.substring(1), token + "x", "X".repeat(43))) {
            assertThat(send(body(wrong, "alice", "wonderland"))).isEqualTo(403);
        }
        assertThat(send(body(token, "alice", "short"))).isEqualTo(400);
        assertThat(send(body(token, "a:b", "wonderland"))).isEqualTo(400);
        assertThat(send("{\"token\":\"" + token + "\"}")).isEqualTo(400);
        editor.put("bob", "something".toCharArray(), List.of("staff"));
        assertThat(send(body(token, "bob", "wonderland")))
                .as("no password of somebody else is set")
                .isEqualTo(400);
        assertThat(send(body(token, "alice", "wonderland"))).isEqualTo(201);
    }

    @Test
    void thePasswordDoesNotGoOverTheNetworkInTheClear() throws Exception {
        FakeExchange far = new FakeExchange("POST", "/management/v1/setup")
                .body("application/json", body(setup.offer().orElseThrow(), "alice", "wonderland"));
        far.client = InetAddress.getByName("10.0.0.1");
        assertThat(send(far)).isEqualTo(403);
        far.secure = true;
        assertThat(send(far)).isEqualTo(201);
    }

    @Test
    void ofManyAtATimeOneBecomesTheAdministrator() throws Exception {
        String token = setup.offer().orElseThrow();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Integer>> tries = java.util.stream.IntStream.range(0, 8)
                    .mapToObj(i -> (Callable<Integer>) () -> send(body(token, "user" + i, "wonderland")))
                    .toList();
            int made = 0;
            for (Future<Integer> one : threads.invokeAll(tries)) {
                made += one.get() == 201 ? 1 : 0;
            }
            assertThat(made).isEqualTo(1);
            assertThat(editor.users()).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }
}
