package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server on which one application is deployed again and again. The application ({@code applications/shop} of the
 * test's resources) has a thread, a timer, a database of its own, sessions, thread locals that stay, asynchronous requests,
 * bundles, log records and a page; {@code Work.WEIGHT} makes each version that stays in memory cost 1 MiB.
 */
class RedeploySystemIT {
    private static final String LOADER = "io.keelson.kernel.loader.ApplicationClassLoader";
    private static final int WARM_UP = 6;
    private static final int PARTS = 4;
    private static final Duration RETRY = Duration.ofMillis(10);
    private static final Duration PAUSE = Duration.ofMillis(2);

    /** Without the second compiler there are no profiles of methods, which lie in metaspace and grow as code gets warm. */
    private static final String NO_PROFILES = "-XX:TieredStopAtLevel=1";

    @TempDir
    static Path compiled;

    private static WarFile shop;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws Exception {
        shop = WarFile.ofSources("shop", compiled.resolve("classes"))
                .library(Path.of("target", "wars", "h2.jar").toAbsolutePath());
    }

    /** Each version that stayed would be seen at once, in loaders and by its weight; a thousand are a soak test. */
    @Test
    void twelveVersionsLeaveOne() throws Exception {
        List<Footprint> seen = versionsLeaveNothing(12, NO_PROFILES);
        assertThat(seen.get(PARTS).serverKiB()).isLessThan(seen.get(0).serverKiB() + 1024);
    }

    /** The profiles of the server's methods take 5 MiB or so until the code is warm, and then no more. */
    @Test
    @Tag("soak")
    void aThousandVersionsLeaveOne() throws Exception {
        List<Footprint> seen = versionsLeaveNothing(1_000);
        Footprint last = seen.get(PARTS);
        assertThat(last.serverKiB()).isLessThan(seen.get(PARTS - 1).serverKiB() + 512);
    }

    @Test
    @Tag("soak")
    void aThousandVersionsWithoutProfilesLeaveOneAndFlatMetaspace() throws Exception {
        List<Footprint> seen = versionsLeaveNothing(1_000, NO_PROFILES);
        assertThat(seen.get(PARTS).serverKiB()).isLessThan(seen.get(0).serverKiB() + 1024);
    }

    /** Returns what the server holds before, at each quarter and after that many redeployments. */
    private List<Footprint> versionsLeaveNothing(int versions, String... javaOptions) throws Exception {
        List<String> options = new ArrayList<>(List.of("-Dkeelson.deployment.leak-report-after=10s"));
        options.addAll(List.of(javaOptions));
        try (LiveServer server = LiveServer.start(directory, options.toArray(String[]::new))) {
            redeploy(server, 0, WARM_UP);
            List<Footprint> seen = new ArrayList<>(List.of(settled(server)));
            for (int part = 0; part < PARTS; part++) {
                int from = versions * part / PARTS;
                int to = versions * (part + 1) / PARTS;
                redeploy(server, WARM_UP + from, to - from);
                seen.add(settled(server));
                System.out.println("after " + to + " redeployments " + seen.get(part + 1));
            }
            assertNothingIsLeft(seen.get(0), seen.get(PARTS));
            // Not one was reported as held or as having left a thread.
            assertThat(server.output()).doesNotContain("KLS-149041", "KLS-149043", "KLS-149004");
            return seen;
        }
    }

    /**
     * Metaspace is told apart by whose it is: the applications' is flat. The server's grows by the profiles of its methods while
     * code gets warm, so for that there is a bound, and the number of classes, which does not.
     */
    private static void assertNothingIsLeft(Footprint before, Footprint after) {
        System.out.println("before " + before);
        assertThat(after.applications()).isEqualTo(before.applications()).isEqualTo(1);
        assertThat(after.heapKiB()).isLessThan(before.heapKiB() + 4 * 1024);
        assertThat(after.applicationsKiB()).isLessThan(before.applicationsKiB() + 512);
        assertThat(after.serverKiB()).isLessThan(before.serverKiB() + 10 * 1024);
        assertThat(after.classes()).as("a version has more than 700").isLessThan(before.classes() + 300);
        assertThat(after.threads()).isLessThan(before.threads() + 10);
        assertThat(after.files()).isLessThan(before.files() + 10);
    }

    private static Footprint settled(LiveServer server) {
        awaitOneLoader(server);
        return Footprint.of(server.process());
    }

    /** New content and the same content again take turns. */
    private static void redeploy(LiveServer server, int from, int times) throws Exception {
        for (int i = from; i < from + times; i++) {
            String version = "version " + i / 2;
            if (i % 2 == 0) {
                deploy(server, shop.copy().text("WEB-INF/classes/texts.properties", "version=" + version));
            } else {
                HttpResponse<String> again = server.manage("POST", "deployments/shop/redeploy");
                assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
            }
            use(server, version);
            if (i % 2 == 0) {
                page(server);
            }
        }
    }

    private static void deploy(LiveServer server, WarFile war) throws Exception {
        HttpResponse<String> answer = server.manage("PUT", "deployments/shop?context-root=/shop", war.packed());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    }

    private static void use(LiveServer server, String version) throws Exception {
        HttpResponse<String> first = server.get("/shop/work/");
        assertThat(first.body()).isEqualTo(version + " items 1 sales 1");
        String cookie = first.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        assertThat(server.get("/shop/work/", "Cookie", cookie).body()).isEqualTo(version + " items 2 sales 2");
        assertThat(server.get("/shop/work/pool").body()).isEqualTo(version);
        assertThat(server.get("/shop/work/timer").body()).isEqualTo(version);
    }

    /** Each page is compiled anew in each version, which takes longer than the rest. */
    private static void page(LiveServer server) throws Exception {
        assertThat(server.get("/shop/page.jsp").body()).contains("page items 0 123 true");
    }

    private static void awaitOneLoader(LiveServer server) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(Footprint.instances(server.process(), LOADER))
                        .isEqualTo(1));
    }

    @Test
    void whatAnApplicationLeavesIsNamedAndTheServerGoesOn() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dkeelson.deployment.leak-report-after=1s")) {
            deploy(
                    server,
                    shop.copy()
                            .text("WEB-INF/classes/texts.properties", "version=1")
                            .text("WEB-INF/classes/unmannered", ""));
            use(server, "1");
            Footprint one = Footprint.of(server.process());

            deploy(server, shop.copy().text("WEB-INF/classes/texts.properties", "version=2"));

            use(server, "2");
            assertSeen(one, Footprint.of(server.process()));
            assertThat(server.output())
                    .containsPattern("KLS-149041.*'shop'.*2 of its threads run on")
                    .containsPattern("KLS-149041.*'shop thread' TIMED_WAITING at \\S*shop.Clockwork.sleep")
                    .containsPattern("KLS-149041.*'shop timer'")
                    .containsPattern("KLS-149040.*'shop'.*org.h2.Driver");
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                Footprint.collect(server.process());
                assertThat(server.output()).containsPattern("KLS-149043.*'shop'");
            });
            assertThat(Footprint.instances(server.process(), LOADER)).isEqualTo(2);
            assertThat(server.get("/shop/work/pool").body()).isEqualTo("2");
        }
    }

    /** One version that stays is beyond the bounds of {@link #assertNothingIsLeft} in loaders, classes and metaspace. */
    private static void assertSeen(Footprint one, Footprint two) {
        System.out.println("one version " + one + ", with another that stays " + two);
        assertThat(two.applications()).isEqualTo(one.applications() + 1);
        assertThat(two.classes()).isGreaterThan(one.classes() + 100);
        assertThat(two.applicationsKiB()).isGreaterThan(one.applicationsKiB() + 512);
        assertThat(two.heapKiB()).isGreaterThan(one.heapKiB() + 1024);
    }

    @Test
    void clientsMeetNothingButAnswersAndBriefRefusalsWhileVersionsChange() throws Exception {
        clientsWhileVersionsChange(2);
    }

    @Test
    @Tag("soak")
    void clientsMeetNothingButAnswersAndBriefRefusalsWhileAHundredVersionsFollowOneAnother() throws Exception {
        clientsWhileVersionsChange(100);
    }

    private void clientsWhileVersionsChange(int versions) throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            deploy(server, shop.copy().text("WEB-INF/classes/texts.properties", "version=0"));
            AtomicBoolean end = new AtomicBoolean();
            ExecutorService clients = Executors.newFixedThreadPool(8);
            try {
                List<Future<Map<String, Integer>>> seen = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    String path = List.of("/shop/work/", "/shop/page.jsp", "/shop/work/pool", "/shop/work/timer")
                            .get(i % 4);
                    seen.add(clients.submit(client(server, path, end)));
                }
                for (int i = 1; i <= versions; i++) {
                    deploy(server, shop.copy().text("WEB-INF/classes/texts.properties", "version=" + i));
                }
                end.set(true);
                Map<String, Integer> all = new TreeMap<>();
                for (Future<Map<String, Integer>> one : seen) {
                    one.get().forEach((answer, times) -> all.merge(answer, times, Integer::sum));
                }
                System.out.println("answers while " + versions + " versions followed one another: " + all);
                assertThat(all.keySet()).isSubsetOf("200", "503 again in a moment");
                assertThat(all.get("200")).isGreaterThan(100);
                assertThat(server.get("/shop/work/pool").body()).isEqualTo(String.valueOf(versions));
            } finally {
                end.set(true);
                clients.shutdownNow();
            }
        }
    }

    /** Counts answers by what they are. */
    private static Callable<Map<String, Integer>> client(LiveServer server, String path, AtomicBoolean end) {
        return () -> {
            Map<String, Integer> answers = new TreeMap<>();
            while (!end.get()) {
                HttpResponse<String> answer = server.get(path);
                boolean again = answer.headers().firstValue("Retry-After").isPresent();
                String kind = answer.statusCode() + (again ? " again in a moment" : "");
                if (answer.statusCode() != 200 && !again && !answers.containsKey(kind)) {
                    System.out.println(path + ": " + kind + ": " + answer.body());
                }
                answers.merge(kind, 1, Integer::sum);
                // Sooner than Retry-After asks for, so that each switch is met; not so soon that the clients have the
                // machine.
                LockSupport.parkNanos((again ? RETRY : PAUSE).toNanos());
            }
            return answers;
        };
    }
}
