package io.keelson.session.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider.Delay;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.marshal.SessionRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A store that writes later: the same contract, and how far it is behind. */
class AsyncVaultStoreTest extends VaultStoreContractTest {
    private static final Duration LONG = Duration.ofHours(1);

    private MapVault vault = new MapVault();
    private Delay delay = new Delay(LONG, 1_000, LONG);

    @Override
    protected boolean later() {
        return true;
    }

    @Override
    protected SessionStore make(int mostInMemory) {
        return new VaultSessionStore(StoreType.ASYNC_JDBC, vault, mostInMemory, delay);
    }

    private void with(MapVault other, Delay when) throws Exception {
        vault = other;
        delay = when;
        again(-1);
    }

    @Test
    void saysWhatACrashWouldLose() {
        end(begin(ID));
        ticker.advance(Duration.ofSeconds(3));
        end(begin("another"));
        end(join(ID));
        ticker.advance(Duration.ofSeconds(4));
        assertThat(vault.records).isEmpty();
        assertThat(store.status())
                .isEqualTo(new StoreStatus(
                        StoreType.ASYNC_JDBC, StoreStatus.State.AVAILABLE, 2, Duration.ofSeconds(7), null));
        store.close();
        assertThat(vault.records).containsOnlyKeys(ID, "another");
    }

    @Test
    void writesWhenTheIntervalHasPassed() throws Exception {
        with(new MapVault(), new Delay(Duration.ofMillis(100), 1_000, LONG));
        SessionState state = begin(ID);
        state.put("a", 1);
        end(state);
        await().atMost(Duration.ofSeconds(60)).until(() -> store.status().behind() == 0);
        assertThat(vault.records.get(ID).record().attributes()).containsOnlyKeys("a");
    }

    @Test
    void writesSoonerWhereManyWait() throws Exception {
        with(new MapVault(), new Delay(LONG, 3, LONG));
        end(begin("1"));
        end(begin("2"));
        assertThat(vault.records).isEmpty();
        end(begin("3"));
        await().atMost(Duration.ofSeconds(60)).until(() -> vault.records.size() == 3);
    }

    /** A vault whose writes wait for the test. */
    private static final class Slow extends MapVault {
        private final CountDownLatch go = new CountDownLatch(1);

        @Override
        public boolean write(long expected, SessionRecord record) throws IOException {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return super.write(expected, record);
        }
    }

    @Test
    void aRequestWaitsForRoomAndNotForEver() throws Exception {
        Slow slow = new Slow();
        with(slow, new Delay(LONG, 1, Duration.ofMillis(200)));
        end(begin("1"));
        end(begin("2"));
        end(begin("3"));
        // One is being written, two wait: this one finds no room, and ends all the same.
        end(begin("4"));
        assertThat(store.status().behind()).isEqualTo(4);
        slow.go.countDown();
        await().atMost(Duration.ofSeconds(60)).until(() -> store.status().behind() == 0);
    }

    @Test
    void roomIsUsedAsSoonAsThereIsSome() throws Exception {
        Slow slow = new Slow();
        with(slow, new Delay(LONG, 1, LONG));
        CompletableFuture<Void> requests = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 10; i++) {
                end(begin("session-" + i));
            }
        });
        await().atMost(Duration.ofSeconds(60)).until(() -> store.status().behind() >= 3);
        assertThat(requests).isNotDone();
        slow.go.countDown();
        requests.get(60, java.util.concurrent.TimeUnit.SECONDS);
        await().atMost(Duration.ofSeconds(60)).until(() -> slow.records.size() == 10);
    }

    @Test
    void nobodyWaitsForAVaultThatIsAway() throws Exception {
        with(new MapVault(), new Delay(LONG, 1, LONG));
        vault.away = true;
        for (int i = 0; i < 10; i++) {
            end(begin("session-" + i));
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> store.status().state() == StoreStatus.State.AWAY);
        assertThat(store.status().behind()).isEqualTo(10);
        vault.away = false;
        host.pass(Duration.ofSeconds(1));
        assertThat(vault.records).hasSize(10);
        assertThat(store.status().behind()).isZero();
    }
}
