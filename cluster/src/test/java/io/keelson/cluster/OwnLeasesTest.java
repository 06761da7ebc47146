package io.keelson.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseLostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnLeasesTest {
    @TempDir
    Path directory;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private OwnLeases leases;

    private OwnLeases leases() {
        leases = new OwnLeases("one", directory.resolve("leases/epochs"));
        return leases;
    }

    @AfterEach
    void stop() {
        if (leases != null) {
            leases.stop();
        }
    }

    private LeaseListener listener() {
        return new LeaseListener() {
            @Override
            public void granted(Lease lease) {
                heard.add("granted " + lease.name() + " " + lease.epoch());
            }

            @Override
            public void lost(Lease lease, LeaseLoss why) {
                heard.add("lost " + lease.name() + " " + lease.epoch() + " " + why);
            }
        };
    }

    private static Lease held(LeaseClaim claim) {
        return await().until(claim::lease, java.util.Optional::isPresent).orElseThrow();
    }

    @Test
    void epochsGrowOverReleasesAndRestarts() throws Exception {
        OwnLeases first = leases();
        LeaseClaim claim = first.claim("timers/shop", listener());
        Lease lease = held(claim);
        assertThat(lease.epoch()).isEqualTo(1);
        assertThat(lease.owner()).isEqualTo("one");
        assertThat(first.leases())
                .singleElement()
                .satisfies(view -> assertThat(view.epoch()).isEqualTo(1));
        claim.release().toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(lease.stillMine()).isFalse();
        assertThat(held(first.claim("timers/shop", listener())).epoch()).isEqualTo(2);
        assertThat(held(first.claim("a name\nof two lines %", listener())).epoch())
                .isEqualTo(1);
        first.stop();
        await().until(() -> heard.contains("lost timers/shop 2 STOPPED"));
        OwnLeases second = leases();
        assertThat(held(second.claim("timers/shop", listener())).epoch()).isEqualTo(3);
        assertThat(held(second.claim("a name\nof two lines %", listener())).epoch())
                .isEqualTo(2);
        assertThat(heard).startsWith("granted timers/shop 1", "lost timers/shop 1 RELEASED", "granted timers/shop 2");
    }

    @Test
    void aReleaseWaitsForOpenSections() throws Exception {
        LeaseClaim claim = leases().claim("x", listener());
        Lease lease = held(claim);
        CompletableFuture<LeaseLoss> lost = new CompletableFuture<>();
        lease.onLoss(lost::complete);
        LeaseGuard section = lease.guard();
        CompletableFuture<Void> released = claim.release().toCompletableFuture();
        assertThatThrownBy(lease::guard).isInstanceOf(LeaseLostException.class);
        section.check();
        assertThat(lease.stillMine()).isTrue();
        assertThat(released).isNotDone();
        section.close();
        section.close();
        released.get(60, TimeUnit.SECONDS);
        assertThat(lost).isCompletedWithValue(LeaseLoss.RELEASED);
        assertThatThrownBy(section::check).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aNameIsClaimedOnce() {
        OwnLeases one = leases();
        Lease unused = held(one.claim("x", listener())); // its file is written
        assertThatThrownBy(() -> one.claim("x", listener())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> one.claim("", listener())).isInstanceOf(IllegalArgumentException.class);
        one.stop();
        assertThatThrownBy(() -> one.claim("y", listener()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stops");
    }

    @Test
    void nothingIsGrantedWhereEpochsCannotBeRead() throws Exception {
        Path file = directory.resolve("leases/epochs");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "no epoch\n");
        assertThatThrownBy(() -> new OwnEpochs(file).next("x"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no epoch and name");
        Files.writeString(file, "7 x\n");
        assertThat(new OwnEpochs(file).next("x")).isEqualTo(8);
    }
}
