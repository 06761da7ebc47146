package io.keelson.ejb.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreLooksTest {
    private final ManualScheduler time = new ManualScheduler(0);
    private final List<Long> looks = new ArrayList<>();
    private final StoreLooks schedule = new StoreLooks(time.scheduler(), this::offer, () -> this.running, this::look);
    private boolean running = true;
    private boolean busy;
    private Runnable during = () -> {};

    private boolean offer(Runnable work) {
        if (!busy) {
            work.run();
        }
        return !busy;
    }

    private long look() {
        looks.add(time.currentTimeMillis());
        Runnable once = during;
        during = () -> {};
        once.run();
        return 5_000;
    }

    @Test
    void eachLookMakesTheNextOneDue() {
        schedule.soon();
        time.advance(10_000);
        assertThat(looks).containsExactly(0L, 5_000L, 10_000L);
    }

    @Test
    void looksThatAreAskedForAddNone() {
        schedule.soon();
        time.advance(1_000);
        schedule.soon();
        time.advance(9_000);
        assertThat(looks).containsExactly(0L, 1_000L, 6_000L);
    }

    @Test
    void oneThatIsAskedForDuringALookFollowsIt() {
        during = () -> {
            schedule.soon();
            time.advance(0); // on another thread: the look is still under way
            assertThat(looks).hasSize(1);
        };
        schedule.soon();
        time.advance(0);
        assertThat(looks).containsExactly(0L, 0L);
    }

    @Test
    void workIsOfferedAgainWhereTheThreadsAreBusy() {
        busy = true;
        schedule.soon();
        time.advance(1_500);
        busy = false;
        time.advance(500);
        assertThat(looks).containsExactly(2_000L);
    }

    @Test
    void nothingIsOfferedAfterTheEnd() {
        schedule.soon();
        running = false;
        time.advance(10_000);
        assertThat(looks).isEmpty();
    }

    @Test
    void aLookThatFailsIsTakenAgain() {
        during = () -> {
            throw new IllegalStateException("a bug");
        };
        schedule.soon();
        try {
            time.advance(0);
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("a bug");
        }
        time.advance(1_000);
        assertThat(looks).containsExactly(0L, 1_000L);
    }
}
