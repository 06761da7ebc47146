package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.LoneServer;
import java.io.File;
import java.time.Duration;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.junit.jupiter.api.Test;

/** A context that was closed leaves no thread and no descriptor behind. */
class ClientLifeIT {
    private static int descriptors() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }

    private static int threads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("keelson.client"))
                .count();
    }

    private static void once(LoneServer server) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, server.url());
        Context context = new InitialContext(environment);
        assertThat(context.lookup("x")).isEqualTo("y");
        context.close();
    }

    @Test
    void aThousandContextsLeaveNothing() throws Exception {
        try (LoneServer server = new LoneServer()) {
            server.names.bound.put("x", "y");
            for (int i = 0; i < 20; i++) {
                once(server);
            }
            int before = descriptors();
            for (int i = 0; i < 1000; i++) {
                once(server);
            }
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                assertThat(threads()).isZero();
                assertThat(server.node.connections()).isEmpty();
                assertThat(descriptors()).isLessThanOrEqualTo(before + 5);
            });
        }
    }
}
