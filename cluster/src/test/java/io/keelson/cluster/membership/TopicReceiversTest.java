package io.keelson.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.keelson.cluster.membership.Group.Receiver;
import org.junit.jupiter.api.Test;

class TopicReceiversTest {
    private static final Topic ORDERS = new Topic(100, "orders");

    private final TopicReceivers receivers = new TopicReceivers();
    private final Receiver first = (from, payload) -> {};
    private final Receiver second = (from, payload) -> {};

    @Test
    void theLaterReceiverOfATopicReplacesTheEarlier() {
        receivers.put(ORDERS, first);
        receivers.put(new Topic(100, "orders"), second);

        assertThat(receivers.get(ORDERS.code())).isSameAs(second);
    }

    @Test
    void anotherTopicOfTheSameNumberIsRefusedAndChangesNothing() {
        receivers.put(ORDERS, first);

        assertThatIllegalStateException()
                .isThrownBy(() -> receivers.put(new Topic(100, "bills"), second))
                .withMessage("topic 100 is 'orders', not 'bills'");
        assertThat(receivers.get(ORDERS.code())).isSameAs(first);
    }

    @Test
    void numbersThatNobodyReceivesHaveNoReceiver() {
        assertThat(receivers.get((byte) 99)).isNull();
        assertThat(receivers.get((byte) 0)).isNull();
        assertThat(receivers.get((byte) -7)).isNull();
        assertThat(receivers.get(Byte.MAX_VALUE)).isNull();
    }

    @Test
    void numbersThatAByteDoesNotHoldAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Topic(0, "none"))
                .withMessageContaining("none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Topic(128, "far"))
                .withMessageContaining("128");
    }
}
