package io.keelson.jms.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Turns of consumers, and how many of them are asked. */
class MessageQueueTest {
    private final MessageQueue queue = new MessageQueue(QueueRules.STANDARD);
    private final List<String> delivered = new ArrayList<>();
    private final List<QueuedMessage> got = new ArrayList<>();
    private int asked;
    private long next = 1;

    private final QueueEffects effects = new QueueEffects() {
        @Override
        public void deliver(long consumer, QueuedMessage message) {
            delivered.add(consumer + ":" + message.sequence());
            got.add(message);
        }

        @Override
        public void expired(QueuedMessage message) {
            throw new AssertionError("expired");
        }

        @Override
        public void exhausted(QueuedMessage message) {
            throw new AssertionError("exhausted");
        }

        @Override
        public void wanted(MessageRun run) {
            throw new AssertionError("all is in memory");
        }
    };

    private void step(QueueEvent event) {
        queue.step(event, 1000, effects);
    }

    private void arrive(int key) {
        MessageData data = new MessageData(
                "m" + next,
                DestinationName.queue("q"),
                1000,
                4,
                false,
                0,
                0,
                null,
                null,
                null,
                Map.of("key", (double) key),
                BodyKind.NONE,
                null,
                "");
        step(new QueueEvent.Arrived(new QueuedMessage(next++, data, 0)));
    }

    private void attach(long id, @Nullable Integer key, boolean indexed, int credit) {
        step(new QueueEvent.Attached(
                id,
                message -> {
                    asked++;
                    return key == null
                            || Double.valueOf(key).equals(message.properties().get("key"));
                },
                key != null,
                key != null && indexed
                        ? new QueueEvent.Required(
                                "key",
                                (double) key,
                                message -> message.properties().get("key"))
                        : null));
        step(new QueueEvent.Credited(id, credit));
    }

    @Test
    void consumersTakeTurnsAlsoWhereMessagesComeOneByOne() {
        attach(1, null, false, 10);
        attach(2, null, false, 10);
        attach(3, null, false, 1);
        for (int i = 0; i < 6; i++) {
            arrive(i);
        }
        assertThat(delivered).containsExactly("1:1", "2:2", "3:3", "1:4", "2:5", "1:6");
    }

    @Test
    void whoGetsCreditGetsWhatHasWaited() {
        for (int i = 0; i < 4; i++) {
            arrive(i % 2);
        }
        attach(1, 1, true, 1);
        attach(2, 1, false, 5);
        assertThat(delivered).containsExactly("1:2", "2:4");
        step(new QueueEvent.Returned(List.of(got.get(0)), true));
        assertThat(delivered).containsExactly("1:2", "2:4", "2:2");
        step(new QueueEvent.Revoked(2));
        arrive(1);
        step(new QueueEvent.Credited(1, 1));
        assertThat(delivered).endsWith("2:2", "1:5");
    }

    @Test
    void thoseThatRequireAnotherValueAreNotAsked() {
        for (int i = 1; i <= 10_000; i++) {
            attach(i, i, true, 5);
        }
        for (int i = 1; i <= 1000; i++) {
            arrive(7 * i);
            step(new QueueEvent.Ticked());
        }
        assertThat(delivered).hasSize(1000);
        assertThat(asked).isLessThan(5000);
        step(new QueueEvent.Detached(7));
        arrive(7);
        assertThat(delivered).hasSize(1000);
        attach(20_000, 7, true, 1);
        assertThat(delivered).hasSize(1001);
    }

    @Test
    void othersAreAskedOnceForEachMessage() {
        for (int i = 1; i <= 1000; i++) {
            attach(i, i, false, 5);
        }
        for (int i = 1; i <= 100; i++) {
            arrive(2000);
            step(new QueueEvent.Ticked());
        }
        assertThat(delivered).isEmpty();
        assertThat(asked).isEqualTo(100_000);
    }
}
