package io.keelson.deploy.internal.undeploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LoaderWatchTest {
    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> reports = new ArrayList<>();
    private DomainLibrary domain;
    private LoaderWatch watch;

    @BeforeEach
    void make() throws Exception {
        ClassLoader own = LoaderWatchTest.class.getClassLoader();
        Parts parts = new Parts(own, PartSource.classPath(own));
        domain = new DomainLibrary(directory, parts.serverView());
        Ticker ticker = new Ticker() {
            @Override
            public long nanoTime() {
                return nanos.get();
            }

            @Override
            public long currentTimeMillis() {
                return 0;
            }
        };
        watch = new LoaderWatch(
                ticker, Duration.ofMinutes(5), (application, seconds) -> reports.add(application + " " + seconds));
    }

    private ApplicationClassLoader loader() throws Exception {
        return new ApplicationClassLoader("shop", domain, List.of(), List.of(), List.of());
    }

    @Test
    void reportsOnceALoaderThatIsHeldAfterItsCanaryIsGone() throws Exception {
        ApplicationClassLoader held = loader();
        watch.watch(held, new Canary());
        nanos.set(Duration.ofMinutes(4).toNanos());
        System.gc();
        watch.look();
        assertThat(reports).isEmpty();
        nanos.set(Duration.ofMinutes(6).toNanos());
        await().untilAsserted(() -> {
            System.gc();
            watch.look();
            assertThat(reports).containsExactly("shop 360");
        });
        watch.look();
        assertThat(reports).hasSize(1);
        assertThat(watch.pending()).isZero();
        Reference.reachabilityFence(held);
    }

    @Test
    void reportsNothingWhileTheCollectorHasNotRun() throws Exception {
        ApplicationClassLoader held = loader();
        Canary canary = new Canary();
        watch.watch(held, canary);
        nanos.set(Duration.ofHours(6).toNanos());
        System.gc();
        watch.look();
        assertThat(reports).isEmpty();
        assertThat(watch.pending()).isOne();
        Reference.reachabilityFence(canary);
        Reference.reachabilityFence(held);
    }

    @Test
    void forgetsALoaderThatIsGone() throws Exception {
        watch.watch(loader(), new Canary());
        nanos.set(Duration.ofHours(6).toNanos());
        await().untilAsserted(() -> {
            System.gc();
            watch.look();
            assertThat(watch.pending()).isZero();
        });
        assertThat(reports).isEmpty();
    }
}
