package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.thread.Threads;
import io.keelson.base.work.WorkManager;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenRequestsTest {
    private final ScheduledExecutorService scheduler = Threads.scheduler("test");
    private final Deque<Runnable> queued = new ArrayDeque<>();
    private final List<String> worked = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();
    private final OpenRequests requests =
            new OpenRequests(new Queue(), scheduler, (exchange, problem) -> refused.add(problem.status()));

    /** Keeps work until the test runs it. */
    private final class Queue implements WorkManager {
        @Override
        public String name() {
            return "administration";
        }

        @Override
        public boolean offer(Runnable work) {
            return queued.add(work);
        }

        @Override
        public int load() {
            return queued.size();
        }
    }

    @AfterEach
    void endScheduler() {
        scheduler.shutdownNow();
    }

    private FakeExchange take(String client, String body, int come) throws Exception {
        FakeExchange exchange = new FakeExchange("POST", "/management/v1/login").body("application/json", body);
        exchange.client = InetAddress.getByName(client);
        exchange.come = come;
        requests.take(exchange, bytes -> worked.add(new String(bytes, StandardCharsets.UTF_8)));
        return exchange;
    }

    private void workAll() {
        for (Runnable work = queued.poll(); work != null; work = queued.poll()) {
            work.run();
        }
    }

    @Test
    void aBodyThatComesInPiecesHoldsNoThread() throws Exception {
        FakeExchange slow = take("192.0.2.1", "abcdefghijklmnop", 3);
        assertThat(queued).isEmpty();
        slow.rest();
        workAll();
        assertThat(worked).containsExactly("abcdefghijklmnop");
    }

    @Test
    void theNewestOfAnAddressTakesThePlaceOfItsOldestAndOfNobodyElse() throws Exception {
        FakeExchange other = take("192.0.2.2", "other", 1);
        List<FakeExchange> slow = new ArrayList<>();
        for (int i = 0; i < OpenRequests.MOST_OF_ONE; i++) {
            slow.add(take("192.0.2.1", "slow" + i, 1));
        }
        take("192.0.2.1", "quick", Integer.MAX_VALUE);
        workAll();
        assertThat(worked).containsExactly("quick");
        assertThat(slow.get(0).aborted).isNotNull();
        assertThat(slow.get(1).aborted).isNull();
        assertThat(other.aborted).isNull();
        slow.get(0).rest();
        slow.get(1).rest();
        workAll();
        assertThat(worked).containsExactly("quick", "slow1");
    }

    @Test
    void manyAddressesDoNotFillItEither() throws Exception {
        for (int i = 0; i < 3 * OpenRequests.MOST; i++) {
            take("192.0.2." + (i + 1), "slow", 1);
        }
        take("198.51.100.1", "quick", Integer.MAX_VALUE);
        workAll();
        assertThat(worked).containsExactly("quick");
    }

    @Test
    void aNetworkOfOneMachineIsOneAddress() throws Exception {
        FakeExchange first = take("2001:db8::1", "slow", 1);
        for (int i = 0; i < OpenRequests.MOST_OF_ONE; i++) {
            take("2001:db8::" + (i + 2), "slow", 1);
        }
        assertThat(first.aborted).isNotNull();
    }

    @Test
    void fewThreadsWorkOnThemAndTheOthersWaitInOrder() throws Exception {
        for (int i = 0; i <= OpenRequests.WORKERS; i++) {
            take("192.0.2." + (i + 1), "r" + i, Integer.MAX_VALUE);
        }
        assertThat(queued).hasSize(OpenRequests.WORKERS);
        queued.remove().run();
        assertThat(queued).hasSize(OpenRequests.WORKERS);
        workAll();
        assertThat(worked).containsExactly("r0", "r1", "r2", "r3", "r4");
    }

    @Test
    void whoSendsMoreThanIsReadIsRefused() throws Exception {
        take("192.0.2.1", "x".repeat(70_000), Integer.MAX_VALUE);
        assertThat(refused).containsExactly(413);
        assertThat(queued).isEmpty();
    }
}
