package io.keelson.jms.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Messages that wait for their time while the clock is set. */
class JmsServerClockTest {
    private static final long HOUR = 3_600_000;
    private static final DestinationName QUEUE = DestinationName.queue("q");

    private final List<Long> alarms = new ArrayList<>();
    private final List<String> delivered = new ArrayList<>();
    private long now = 10 * HOUR;
    private long nanos;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return now;
        }
    };

    private final Link.Handler handler = new Link.Handler() {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {
            batch.forEach(each -> delivered.add(each.message().id()));
        }

        @Override
        public void ended(JmsFailure why) {}
    };

    /** Lets the time pass until the alarm that was asked for last. */
    private void sleep(JmsServer server) {
        long slept = alarms.get(alarms.size() - 1);
        now += slept;
        nanos += slept * 1_000_000;
        server.tick();
    }

    @Test
    void aClockThatIsPutForwardIsSeenSoon() throws Exception {
        JmsServer server = new JmsServer("clock", new SimulatedStore(new TreeMap<>()), ticker, alarms::add);
        server.open(0, Map.of(QUEUE, DestinationRules.STANDARD));
        Link link = server.connect(null, null, handler);
        link.request(new Request.Consume(1, QUEUE, null, false, "c", Request.Subscription.PLAIN))
                .get();
        link.request(new Request.Credit(1, 10)).get();
        link.request(new Request.Send(List.of(due(now + HOUR)), 0, null, 0)).get();
        assertThat(delivered).isEmpty();
        sleep(server);
        assertThat(delivered).isEmpty();
        now += HOUR;
        sleep(server);
        assertThat(delivered).containsExactly("m");
        assertThat(alarms).allMatch(each -> each <= 60_000);
        server.close();
    }

    private static MessageData due(long at) {
        return new MessageData("m", QUEUE, 1, 4, false, 0, at, null, null, null, Map.of(), BodyKind.NONE, null, "");
    }
}
