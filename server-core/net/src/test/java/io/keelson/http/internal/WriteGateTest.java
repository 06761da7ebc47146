package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.http.ClientGoneException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WriteGateTest {
    private final AtomicBoolean room = new AtomicBoolean(true);
    private final WriteGate gate = new WriteGate(room::get, Ticker.system());

    @Test
    void tellsWhenThereIsRoomAgain() {
        AtomicInteger told = new AtomicInteger();
        gate.leaves(WriteGate.HIGH_MARK);
        assertThat(gate.writable()).isFalse();
        gate.onWritable(told::incrementAndGet);
        assertThat(told).hasValue(0);
        gate.arrives(WriteGate.HIGH_MARK);
        assertThat(told).hasValue(1);
        gate.changed();
        assertThat(told).hasValue(1);
    }

    /** A closed channel never has room. A consumer that is told and asks again must get on, or it asks for ever. */
    @Test
    void aConnectionThatIsGoneIsWritableSoThatTheWriteFails() {
        AtomicInteger told = new AtomicInteger();
        room.set(false);
        gate.onWritable(() -> {
            told.incrementAndGet();
            assertThat(gate.writable()).isTrue();
        });
        gate.close();
        assertThat(told).hasValue(1);
        assertThat(gate.writable()).isTrue();
        gate.onWritable(told::incrementAndGet);
        assertThat(told).hasValue(2);
        assertThatThrownBy(gate::check).isInstanceOf(ClientGoneException.class);
    }

    @Test
    void whoWaitsForAConnectionThatIsGoneLearnsOfIt() {
        room.set(false);
        gate.close();
        assertThatThrownBy(() -> gate.await(1_000_000)).isInstanceOf(ClientGoneException.class);
    }
}
