package io.keelson.admin.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.FakeExchange;
import io.keelson.base.log.Severity;
import io.keelson.base.time.Ticker;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Turns are taken by the thread of the events; the test moves the clock and waits for what they send. */
class EventsTest {
    private static final JsonObject STATE =
            Json.createObjectBuilder().add("state", "RUNNING").build();

    private final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
    private final AtomicInteger samples = new AtomicInteger();

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public long currentTimeMillis() {
            return 36 * 36;
        }
    };

    private final Events events = new Events(
            () -> Json.createObjectBuilder()
                    .add("sample", samples.incrementAndGet())
                    .build(),
            ticker);

    @AfterEach
    void close() {
        events.close();
    }

    private FakeExchange join(String types, String after) {
        FakeExchange exchange = new FakeExchange("GET", "/management/v1/events");
        assertThat(events.join(
                        new EventStream(exchange, Set.of(types.split(",")), Severity.WARN, nanos.get()), after, STATE))
                .isTrue();
        return exchange;
    }

    private static void await(java.util.concurrent.Callable<Boolean> condition) {
        org.awaitility.Awaitility.await().until(condition);
    }

    private void publish(int value) {
        events.publish("revision", Json.createObjectBuilder().add("n", value).build());
    }

    @Test
    void aClientGetsTheStateFirstAndThenWhatItAskedFor() {
        FakeExchange client = join("state,revision", null);
        FakeExchange other = join("state", null);
        publish(1);
        await(() -> client.answer().contains("\"n\":1"));
        assertThat(client.answer())
                .startsWith("retry: 2000\n\nid: 100-0\nevent: state\ndata: {\"state\":\"RUNNING\"}\n\n")
                .endsWith("id: 100-1\nevent: revision\ndata: {\"n\":1}\n\n");
        assertThat(other.answer()).doesNotContain("revision");
        assertThat(samples).as("nobody asked for samples").hasValue(0);
    }

    @Test
    void aClientThatComesBackGetsWhatItMissed() {
        FakeExchange first = join("revision", null);
        for (int i = 1; i <= 5; i++) {
            publish(i);
        }
        await(() -> first.answer().contains("\"n\":5"));
        FakeExchange again = join("revision", "100-2");
        await(() -> again.answer().contains("\"n\":5"));
        assertThat(again.answer()).doesNotContain("\"n\":2", "reset").contains("\"n\":3", "\"n\":4");

        for (String strange : new String[] {"", "x", "100-", "100-99", "zzz-1", "100-99999999999999999999", "-1"}) {
            FakeExchange reset = join("revision", strange);
            await(() -> reset.answer().contains("event: reset"));
            assertThat(reset.answer()).as(strange).doesNotContain("\"n\"");
        }
    }

    @Test
    void aClientThatMissedTooMuchIsTold() {
        FakeExchange first = join("revision", null);
        for (int i = 1; i <= 1500; i++) {
            publish(i);
        }
        await(() -> first.answer().contains("\"n\":1500}"));
        FakeExchange again = join("revision", "100-2");
        await(() -> again.answer().contains("event: reset"));
        FakeExchange near = join("revision", "100-1499");
        await(() -> near.answer().contains("\"n\":1500}"));
        assertThat(near.answer()).doesNotContain("reset");
    }

    /** What happened while nobody listened is kept nowhere. */
    @Test
    void aClientThatComesBackAfterNobodyListenedIsTold() {
        FakeExchange first = join("revision", null);
        publish(1);
        await(() -> first.answer().contains("\"n\":1"));
        first.gone = true;
        await(() -> events.clients() == 0);
        nanos.addAndGet(Events.IDLE.toNanos());
        await(() -> !events.notices());
        publish(2);
        FakeExchange again = join("state,revision", "100-1");
        await(() -> again.answer().contains("RUNNING"));
        assertThat(again.answer()).contains("event: reset").doesNotContain("\"n\"");

        Matcher last = Pattern.compile("id: (100-\\d+)").matcher(again.answer());
        assertThat(last.find()).isTrue();
        publish(3);
        FakeExchange goesOn = join("revision", last.group(1));
        await(() -> goesOn.answer().contains("\"n\":3"));
        assertThat(goesOn.answer()).doesNotContain("reset");
    }

    @Test
    void aClientThatIsTooSlowIsCutOffAndOthersAreNot() {
        FakeExchange slow = join("revision", null);
        FakeExchange good = join("revision", null);
        slow.stuck = true;
        publish(0);
        await(() -> good.answer().contains("\"n\":0"));
        for (int i = 1; i <= EventStream.MOST_EVENTS + 1; i++) {
            publish(i);
        }
        await(() -> slow.ended);
        assertThat(slow.aborted).hasMessageContaining("too slow");
        await(() -> good.answer().contains("\"n\":" + EventStream.MOST_EVENTS + "}"));
        assertThat(good.ended).isFalse();
        await(() -> events.clients() == 1);
    }

    @Test
    void whoIsGoneIsForgotten() {
        FakeExchange client = join("revision", null);
        client.gone = true;
        await(() -> client.ended);
        assertThat(events.clients()).isZero();
    }

    @Test
    void silenceIsBrokenAndStreamsEndInTime() {
        FakeExchange client = join("revision", null);
        await(() -> client.answer().startsWith("retry"));
        assertThat(client.answer()).doesNotContain("\n:");
        nanos.addAndGet(Events.HEARTBEAT.toNanos());
        await(() -> client.answer().endsWith(":\n\n"));
        nanos.addAndGet(Events.LIFE.toNanos());
        await(() -> client.ended);
        assertThat(client.aborted).as("in good order").isNull();
    }

    @Test
    void samplesAreMadeOnceForAll() {
        FakeExchange one = join("runtime", null);
        FakeExchange other = join("runtime", null);
        // The first sample may be made before the other has come.
        await(() -> one.answer().startsWith("retry") && other.answer().startsWith("retry"));
        String next = "{\"sample\":" + (samples.get() + 1) + "}";
        nanos.addAndGet(Events.SAMPLE.toNanos());
        await(() -> one.answer().contains(next) && other.answer().contains(next));
        assertThat(samples).hasValue(2);
        Matcher ids = Pattern.compile("id: 100-(\\d+)").matcher(one.answer());
        assertThat(ids.results().map(r -> r.group(1))).doesNotHaveDuplicates();
    }

    @Test
    void thereIsAnEndToClientsAndAllEndWithTheServer() {
        for (int i = 0; i < Events.MOST_CLIENTS; i++) {
            join("revision", null);
        }
        FakeExchange late = new FakeExchange("GET", "/management/v1/events");
        assertThat(events.join(new EventStream(late, Set.of("state"), Severity.INFO, nanos.get()), null, STATE))
                .isFalse();
        assertThat(late.ended).isFalse();
        events.close();
        assertThat(events.join(new EventStream(late, Set.of("state"), Severity.INFO, nanos.get()), null, STATE))
                .as("the server ends")
                .isFalse();
    }
}
