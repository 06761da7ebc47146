package io.keelson.session.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.kernel.spi.replica.ReplicatedGroup;
import io.keelson.session.cluster.MemoryServers.Server;
import io.keelson.session.replica.Image;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects of another room on several servers in this JVM, with the machine of sessions between them. */
@Timeout(60)
class ObjectGroupTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MemoryServers servers = new MemoryServers(false);
    private final Map<Server, Part> parts = new HashMap<>();

    /** One server's objects: texts by their ids. */
    private static final class Part implements ReplicatedGroup.Holder {
        final Map<String, String> here = new ConcurrentHashMap<>();
        final ReplicatedGroup group;

        Part(Server server) {
            group = server.replication.objects().open("beans", this);
        }

        @Override
        public boolean retire(String id) {
            return false;
        }

        @Override
        public void release(String id) {
            here.remove(id);
        }

        void set(String id, String text) throws Exception {
            here.put(id, text);
            group.changed(id, text.getBytes(StandardCharsets.UTF_8))
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        boolean obtain(String id) throws IOException {
            return group.obtain(id, bytes -> () -> here.put(id, new String(bytes, StandardCharsets.UTF_8)));
        }
    }

    private Server start(String name) {
        Server server = servers.start(name);
        parts.put(server, new Part(server));
        return server;
    }

    private Part part(Server server) {
        return Objects.requireNonNull(parts.get(server));
    }

    private void awaitMembers(Server... all) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (Server one : all) {
                assertThat(one.replication.snapshot().members()).hasSize(all.length);
            }
        });
    }

    @AfterEach
    void close() {
        servers.close();
    }

    @Test
    void whatWasAcknowledgedIsThereWhenTheServerDies() throws Exception {
        Server a = start("a");
        Server b = start("b");
        awaitMembers(a, b);
        part(a).group.create("1");
        part(a).set("1", "one");
        part(a).set("1", "two");
        assertThat(part(a).group.places("1")).containsExactly("a", "b");

        a.dies();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(part(b).obtain("1")).isTrue());
        assertThat(part(b).here).containsExactly(Map.entry("1", "two"));
        assertThat(part(b).group.serves("1")).isTrue();
    }

    @Test
    void anUnchangedStateIsNotSentAgain() throws Exception {
        Server a = start("a");
        Server b = start("b");
        awaitMembers(a, b);
        part(a).group.create("1");
        part(a).set("1", "one");
        Image sent = image(b);

        part(a).set("1", "one");

        assertThat(image(b).attributes().get("state"))
                .isSameAs(sent.attributes().get("state"));
        part(a).set("1", "two");
        assertThat(image(b).attributes().get("state")).isEqualTo("two".getBytes(StandardCharsets.UTF_8));
        a.dies();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(part(b).obtain("1")).isTrue());
        assertThat(part(b).here).containsExactly(Map.entry("1", "two"));
    }

    private static Image image(Server of) {
        return of.replication.slot("beans", "1").replica.image();
    }

    @Test
    void anObjectGoesToTheServerThatWantsIt() throws Exception {
        Server a = start("a");
        Server b = start("b");
        Server c = start("c");
        awaitMembers(a, b, c);
        part(a).group.create("1");
        part(a).set("1", "one");

        assertThat(part(c).obtain("1")).isTrue();

        assertThat(part(c).here).containsExactly(Map.entry("1", "one"));
        assertThat(part(a).group.serves("1")).isFalse();
        assertThatThrownBy(() -> part(a).set("1", "late")).hasCauseInstanceOf(IOException.class);
        part(c).set("1", "two");
        assertThat(part(b).obtain("1")).isTrue();
        assertThat(part(b).here).containsExactly(Map.entry("1", "two"));
    }

    @Test
    void whatHasEndedIsNowhere() throws Exception {
        Server a = start("a");
        Server b = start("b");
        awaitMembers(a, b);
        part(a).group.create("1");
        part(a).set("1", "one");

        part(a).group.remove("1");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(part(b).obtain("1")).isFalse());
        assertThat(part(b).obtain("2")).isFalse();
        assertThatThrownBy(() -> new Part(a)).isInstanceOf(IllegalStateException.class);
    }
}
