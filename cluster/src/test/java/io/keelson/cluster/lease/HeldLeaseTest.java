package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldLeaseTest implements Ticker {
    private long millis = 50_000;
    private final HeldLease lease =
            new HeldLease("timer", "a", 7, Duration.ofSeconds(5), LeaseTerm.of(Moment.of(this), 5_000), this);

    @Test
    void holdsUntilItsTermEnds() throws LeaseLostException {
        assertThat(lease.stillMine()).isTrue();
        lease.check();
        millis += 4_800;

        assertThat(lease.stillMine()).isFalse();
        assertThatThrownBy(lease::check).isInstanceOf(LeaseLostException.class).hasMessageContaining("epoch 7");
    }

    @Test
    void onceSeenTheEndStays() {
        millis += 4_800;
        assertThat(lease.stillMine()).isFalse();

        assertThat(lease.extend(LeaseTerm.of(Moment.of(this), 5_000))).isFalse();
        assertThat(lease.stillMine()).isFalse();
    }

    @Test
    void aRenewalThatComesInTimeExtendsIt() {
        millis += 4_000;
        assertThat(lease.extend(LeaseTerm.of(Moment.of(this), 5_000))).isTrue();
        millis += 4_000;

        assertThat(lease.stillMine()).isTrue();
    }

    @Test
    void aReleaseWaitsForOpenSections() throws LeaseLostException {
        List<String> happened = new ArrayList<>();
        LeaseGuard first = lease.guard();
        LeaseGuard second = lease.guard();
        lease.drain(() -> happened.add("idle"));
        assertThatThrownBy(lease::guard).isInstanceOf(LeaseLostException.class);
        first.close();
        first.close();
        assertThat(happened).isEmpty();
        second.check();
        second.close();

        assertThat(happened).containsExactly("idle");
    }

    @Test
    void aReleaseWithoutSectionsGoesOnAtOnce() {
        List<String> happened = new ArrayList<>();
        lease.drain(() -> happened.add("idle"));

        assertThat(happened).containsExactly("idle");
    }

    @Test
    void everybodyHearsOfTheEndOnce() {
        List<LeaseLoss> heard = new ArrayList<>();
        lease.onLoss(heard::add);
        lease.onLoss(why -> {
            throw new IllegalStateException("a listener that fails");
        });
        lease.onLoss(heard::add);
        lease.end(LeaseLoss.REVOKED);
        lease.end(LeaseLoss.EXPIRED);
        lease.onLoss(heard::add);

        assertThat(heard).containsExactly(LeaseLoss.REVOKED, LeaseLoss.REVOKED, LeaseLoss.REVOKED);
        assertThat(lease.stillMine()).isFalse();
    }

    @Override
    public long nanoTime() {
        return millis * 1_000_000;
    }

    @Override
    public long currentTimeMillis() {
        return millis;
    }
}
