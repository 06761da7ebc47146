package io.keelson.session.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.spi.SessionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what a store over a vault MUST do beside the rest; one subclass a vault. */
public abstract class VaultStoreContractTest extends SessionStoreContractTest {
    @Test
    void sessionsOutlastTheStore() throws Exception {
        SessionState state = begin(ID);
        state.put("a", new ArrayList<>(List.of("x", 1, 2L, true)));
        state.put("b", "\ud800 half a pair");
        end(state);
        again(-1);
        SessionState back = join(ID);
        assertThat(back).isNotSameAs(state);
        assertThat(back.attributes()).isEqualTo(state.attributes());
        assertThat(back.created()).isEqualTo(state.created());
        assertThat(back.fresh()).isFalse();
        assertThat(back.timeoutSeconds()).isEqualTo(TIMEOUT);
        assertThat(host.events).containsExactly("passivate", "activate");
    }

    /** Else a client could have its whole answer, and ask another server, before the session is written. */
    @Test
    void noResponseIsCompleteBeforeItsSessionIsWritten() {
        assertThat(store.settles()).isEqualTo(!later());
    }

    /** Returns true if sessions are written some time after their requests. */
    protected boolean later() {
        return false;
    }

    @Test
    void thePageThatWaitsForALoginOutlastsIt() throws Exception {
        SessionState state = begin(ID);
        state.login().await("/shop/order?id=7");
        end(state);
        again(-1);
        state = join(ID);
        assertThat(state.login().awaited()).isEqualTo("/shop/order?id=7");
        assertThat(state.attributes()).isEmpty();
        end(state);
        again(-1);
        assertThat(join(ID).login().awaited()).isEqualTo("/shop/order?id=7");
    }

    @Test
    void changesAndRemovalsOutlastIt() throws Exception {
        SessionState state = begin(ID);
        state.put("a", "1");
        state.put("b", "2");
        end(state);
        again(-1);
        state = join(ID);
        state.put("a", null);
        state.put("c", "3");
        state.timeoutSeconds(77);
        end(state);
        again(-1);
        assertThat(join(ID).attributes()).isEqualTo(java.util.Map.of("b", "2", "c", "3"));
        assertThat(store.find(ID).timeoutSeconds()).isEqualTo(77);
        store.remove(ID);
        again(-1);
        assertThat(store.find(ID)).isNull();
    }

    @Test
    void saysHowManyAreLeftWhereItMayHaveVersionsSideBySide() throws Exception {
        assertThat(store.held()).isZero();
        end(begin(ID));
        end(begin("another"));
        ticker.advance(Duration.ofSeconds(3));
        assertThat(store.held()).isEqualTo(2);
        again(-1);
        assertThat(store.held()).as("none is in memory").isEqualTo(store.sideBySide() ? 2 : 0);
        store.remove(ID);
        ticker.advance(Duration.ofSeconds(3));
        assertThat(store.held()).isEqualTo(store.sideBySide() ? 1 : 0);
        store.remove("another");
        ticker.advance(Duration.ofSeconds(3));
        assertThat(store.held()).isZero();
    }

    @Test
    void anOldIdStaysUnknown() throws Exception {
        SessionState state = begin(ID);
        end(state);
        state = join(ID);
        state.id("another");
        store.rename(ID, state);
        end(state);
        again(-1);
        assertThat(store.find(ID)).isNull();
        assertThat(store.find("another")).isNotNull();
    }

    @Test
    void whoWasIdleComesBackAsIdle() throws Exception {
        end(begin(ID));
        store.close();
        ticker.advance(Duration.ofSeconds(TIMEOUT - 1));
        store = make(-1);
        store.open(host);
        SessionState state = store.find(ID);
        assertThat(state.expired(ticker.nanoTime())).isFalse();
        ticker.advance(Duration.ofSeconds(1));
        assertThat(state.expired(ticker.nanoTime())).isTrue();
    }

    @Test
    void bringsWhatIsToExpireAndNobodyHas() throws Exception {
        end(begin(ID));
        ticker.advance(Duration.ofSeconds(120));
        end(begin("later"));
        again(-1);
        store.bringIdle();
        assertThat(store.local()).isEmpty();
        ticker.advance(Duration.ofSeconds(TIMEOUT - 59));
        store.bringIdle();
        assertThat(store.local()).extracting(SessionState::id).containsExactly(ID);
    }

    @Test
    void theOldestLeaveMemoryAndComeBack() throws Exception {
        again(2);
        for (int i = 0; i < 5; i++) {
            SessionState state = begin("session-" + i);
            state.put("i", i);
            ticker.advance(Duration.ofSeconds(1));
            end(state);
        }
        assertThat(store.local())
                .extracting(SessionState::id)
                .doesNotContain("session-0")
                .hasSizeLessThan(4);
        for (int i = 0; i < 5; i++) {
            SessionState state = join("session-" + i);
            assertThat(state.attributes()).containsEntry("i", i);
            end(state);
        }
    }

    @Test
    void whatIsNotInMemoryIsLookedAtWhereItIs() throws Exception {
        SessionState state = begin(ID);
        state.put("cart", new ArrayList<>(List.of("a secret")));
        state.put("kind", Thread.State.NEW);
        state.put("n", 7L);
        end(state);
        assertThat(store.bytes().orElseThrow())
                .isEqualTo(store.look(ID, null).orElseThrow().content().bytes().orElseThrow())
                .isGreaterThan(100);
        again(-1);
        assertThat(store.bytes()).hasValue(0);
        host.events.clear();
        SessionSight sight = store.look(ID, null).orElseThrow();
        assertThat(sight.where().holding()).isEqualTo(SessionSight.Holding.STORED);
        assertThat(sight.where().version()).hasValue(1);
        assertThat(sight.content().created())
                .hasValue(java.time.Instant.ofEpochMilli(state.created()).toString());
        assertThat(sight.content().attributes())
                .extracting(each -> each.name() + " " + each.type())
                .containsExactly("cart java.util.ArrayList", "kind java.lang.Thread$State", "n java.lang.Long");
        assertThat(sight.content().attributes())
                .allSatisfy(each -> assertThat(each.bytes().getAsLong()).isGreaterThanOrEqualTo(9));
        assertThat(sight.toString()).doesNotContain("a secret");
        assertThat(store.look(ID, "n").orElseThrow().content().name()).contains("7");
        assertThat(store.look(ID, "kind").orElseThrow().content().name()).isEmpty();
        assertThat(store.look(ID, "none").orElseThrow().content().name()).isEmpty();
        assertThat(store.local()).isEmpty();
        assertThat(host.events).isEmpty();
    }

    @Test
    void aSessionInUseStays() throws Exception {
        again(0);
        SessionState used = begin("used");
        end(begin("other"));
        assertThat(store.local()).containsExactly(used);
        used.put("a", 1);
        end(used);
        assertThat(store.local()).isEmpty();
        assertThat(join("used").attributes()).containsEntry("a", 1);
    }
}
