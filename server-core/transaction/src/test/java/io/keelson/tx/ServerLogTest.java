package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
    @TempDir
    Path directory;

    @Test
    @Timeout(60)
    void threadsThatWaitForTheLeaseTogetherOpenTheLogOnce() throws Exception {
        ServerLog log = new ServerLog("one", LogPlace.file(directory.resolve("decisions.log")));
        CountDownLatch waiting = new CountDownLatch(2);
        log.leased(waiting::countDown);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Callable<FileDecisions> use = log::decisions;
            List<Future<FileDecisions>> both = List.of(threads.submit(use), threads.submit(use));
            assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
            log.granted(Tenure.UNLIMITED);
            assertThat(both.get(0).get()).isSameAs(both.get(1).get());
        } finally {
            threads.shutdownNow();
            log.close();
        }
    }
}
