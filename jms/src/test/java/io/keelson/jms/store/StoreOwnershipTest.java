package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StoreOwnershipTest {
    private final FaultyDisk disk = new FaultyDisk();

    private StoreOwnership taken(long epoch) throws IOException {
        StoreOwnership made = new StoreOwnership(disk);
        made.take(epoch);
        return made;
    }

    @Test
    void withoutALeaseEachOwnerHasTheNextEpoch() throws Exception {
        assertThat(taken(0).epoch()).isEqualTo(1);
        assertThat(taken(0).epoch()).isEqualTo(2);
    }

    @Test
    void anEpochThatIsOverComesTooLate() throws Exception {
        StoreOwnership unused = taken(7);
        assertThat(taken(7).epoch()).isEqualTo(7);
        assertThatThrownBy(() -> taken(6)).hasMessageContaining("belongs to epoch 7; epoch 6 comes too late");
    }

    @Test
    void nothingIsWrittenAfterAnotherHasTakenTheStore() throws Exception {
        StoreOwnership first = taken(1);
        first.share();
        first.begin();
        first.end();
        StoreOwnership second = taken(2);
        second.share();
        assertThatThrownBy(first::begin).isInstanceOf(StoreOwnerException.class);
        second.begin();
    }

    @Test
    void anOwnerWithoutALeaseIsAskedForNothing() throws Exception {
        StoreOwnership first = taken(0);
        StoreOwnership unused = taken(0);
        first.begin();
        first.end();
    }

    @Test
    void aDamagedHeaderIsNobodys() throws Exception {
        StoreOwnership unused = taken(3);
        AtomicInteger refused = new AtomicInteger();
        byte[] sound = disk.files.get("store.header").now.clone();
        for (int at = 0; at < sound.length; at++) {
            byte[] damaged = sound.clone();
            damaged[at] ^= 1;
            disk.files.get("store.header").now = damaged;
            assertThatThrownBy(() -> taken(3)).hasMessageContaining("is damaged at offset 0");
            refused.incrementAndGet();
        }
        assertThat(refused).hasValue(20);
    }
}
