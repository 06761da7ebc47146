package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The names of a cluster of real servers: the one that decides dies while others bind, one joins late, two have bound one name. */
@Isolated
@Tag("soak")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClusterNamesSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};
    private static final List<String> BINDERS = List.of("server-1", "server-2");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path parent;

    private LiveDomain domain;

    @Test
    void nothingThatWasBoundIsLost() throws Exception {
        try (LiveDomain three = LiveDomain.create(parent, 2)) {
            domain = three;
            domain.launch("AdminServer"); // the first coordinates
            domain.awaitRunning("AdminServer");
            domain.launch("server-1", "server-2");
            domain.awaitRunning("server-1", "server-2");
            awaitView("\"coordinator\":\"AdminServer\"", "\"missing\":[]");
            WarFile war = WarFile.ofSources("binder", parent.resolve("classes"));
            for (String server : BINDERS) {
                domain.deploy(server, "binder", war);
            }

            // The coordinator dies while both bind.
            for (String server : BINDERS) {
                ask(server, "/start?name=" + server + '-');
                awaitBound(server, 50);
            }
            domain.signal("AdminServer", "KILL");
            for (String server : BINDERS) {
                awaitBound(server, names(ask(server, "/bound")).size() + 50);
                System.out.println("names: " + server + " failed last with: " + ask(server, "/stop"));
            }
            for (String server : BINDERS) {
                Set<String> bound = names(ask(server, "/bound"));
                System.out.println("names: " + bound.size() + " bound by " + server);
                for (String other : BINDERS) {
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(names(ask(other, "/list?name=" + server + '-')))
                                    .as("those of %s at %s", server, other)
                                    .containsAll(bound));
                }
            }

            // What a member has bound goes with it; who joins late gets the rest.
            domain.signal("server-2", "KILL");
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(ask("server-1", "/list?name=server-2-")).isEmpty());
            Set<String> bound = names(ask("server-1", "/bound"));
            domain.process("server-2").waitFor();
            domain.forget("server-2");
            domain.launch("server-2");
            domain.awaitRunning("server-2");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(names(ask("server-2", "/list?name=server-1-")))
                            .containsAll(bound));

            // Both have bound one name when they come together: the first by name keeps it, the other has it for
            // itself.
            assertThat(ask("server-2", "/bind?name=conflict&value=two")).isEqualTo("ok");
            assertThat(ask("server-1", "/lookup?name=conflict")).isEqualTo("two");
            domain.signal("server-2", "STOP");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ask("server-1", "/bind?name=conflict&value=one"))
                            .isEqualTo("ok"));
            domain.signal("server-2", "CONT");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(domain.output("server-2")).contains("KLS-300150"));
            assertThat(ask("server-1", "/lookup?name=conflict")).isEqualTo("one");
            assertThat(ask("server-2", "/lookup?name=conflict")).isEqualTo("two");
            assertThat(domain.output("server-1")).doesNotContain("KLS-300150");
        }
    }

    private void awaitView(String... parts) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (String server : ALL) {
                assertThat(domain.manage(server, "server/cluster").body()).contains(parts);
            }
        });
    }

    private void awaitBound(String server, int names) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(names(ask(server, "/bound"))).hasSizeGreaterThanOrEqualTo(names));
    }

    private String ask(String server, String path) throws Exception {
        return domain.ask(server, "GET", "/binder" + path);
    }

    private static Set<String> names(String text) {
        return text.isEmpty() ? Set.of() : Set.of(text.split(" "));
    }
}
