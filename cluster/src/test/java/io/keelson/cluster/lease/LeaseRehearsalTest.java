package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseRehearsalTest {
    @Test
    void aLeaseIsGrantedAndGivenBackAndNothingIsLeftToDo() {
        List<LeaseAction> seen = new LeaseRehearsal("s1", new LeaseTiming(5_000), Ticker.system()).run();

        assertThat(seen)
                .extracting(action -> action.getClass().getSimpleName())
                .containsExactly("Grant", "Lose", "Gone");
    }
}
