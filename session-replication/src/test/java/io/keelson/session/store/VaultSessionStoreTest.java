package io.keelson.session.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.auth.SessionLogin;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.marshal.SessionRecord;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VaultSessionStoreTest extends VaultStoreContractTest {
    private final MapVault vault = new MapVault();

    @Override
    protected SessionStore make(int mostInMemory) {
        return new VaultSessionStore(StoreType.FILE, vault, mostInMemory);
    }

    private SessionState put(String name, Object value) {
        SessionState state = store.find(ID) == null ? begin(ID) : join(ID);
        state.put(name, value);
        end(state);
        return state;
    }

    private Map<String, byte[]> stored() {
        return vault.records.get(ID).record().attributes();
    }

    @Test
    void whereTheVaultIsAwayASessionMayBeThere() {
        vault.away = true;
        SessionSight sight = store.look(ID, null).orElseThrow();
        assertThat(sight.where().holding()).isEqualTo(SessionSight.Holding.UNREACHABLE);
        assertThat(sight.content()).isEqualTo(SessionSight.Content.NONE);
        vault.away = false;
        assertThat(store.look(ID, null)).isEmpty();
    }

    @Test
    void whereTheVaultIsAwayNobodySaysThatNoneIsLeft() {
        assertThat(store.held()).isZero();
        vault.away = true;
        ticker.advance(Duration.ofSeconds(9));
        assertThat(store.held()).as("as it was lately").isZero();
        ticker.advance(Duration.ofSeconds(2));
        assertThat(store.held()).isEqualTo(1);
        vault.away = false;
        assertThat(store.held()).isZero();
    }

    @Test
    void whatIsNotWrittenYetIsCountedToo() {
        assertThat(store.held()).isZero();
        SessionState state = begin(ID);
        assertThat(store.held()).isEqualTo(1);
        end(state);
        assertThat(store.held()).isEqualTo(1);
    }

    @Test
    void writesWhatChangedAndNothingElse() {
        put("a", List.of(1));
        vault.log.clear();
        put("a", List.of(1));
        end(join(ID));
        assertThat(vault.log).isEmpty();
        put("a", List.of(2));
        assertThat(vault.log).containsExactly("write");
    }

    @Test
    void hearsNowAndThenThatASessionIsUsed() {
        put("a", 1);
        vault.log.clear();
        ticker.advance(Duration.ofSeconds(TIMEOUT / 20 - 1));
        end(join(ID));
        assertThat(vault.log).isEmpty();
        ticker.advance(Duration.ofSeconds(1));
        end(join(ID));
        assertThat(vault.log).containsExactly("write");
        assertThat(vault.records.get(ID).record().accessed()).isEqualTo(ticker.currentTimeMillis());
        assertThat(List.of(SessionRecord.touchMillis(5), SessionRecord.touchMillis(100_000)))
                .containsExactly(1_000L, 60_000L);
    }

    // ---- values

    /** What it does when it is written. */
    private static final class Moody implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final ThreadLocal<RuntimeException> MOOD = new ThreadLocal<>();

        private void writeObject(ObjectOutputStream out) throws IOException {
            if (MOOD.get() != null) {
                throw MOOD.get();
            }
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            if (MOOD.get() != null) {
                throw MOOD.get();
            }
            in.defaultReadObject();
        }
    }

    @Test
    void whatIsNotSerializableStaysHereAlone() {
        put("good", 1);
        SessionState state = put("bad", new Object());
        assertThat(state.attributes()).containsKey("bad");
        assertThat(stored()).containsOnlyKeys("good");
        put("good", new Object());
        assertThat(stored()).isEmpty();
    }

    @Test
    void whatCannotBeWrittenNowIsWrittenLater() {
        Moody value = new Moody();
        Moody.MOOD.set(new java.util.ConcurrentModificationException());
        try {
            put("a", value);
            assertThat(stored()).isEmpty();
        } finally {
            Moody.MOOD.remove();
        }
        end(join(ID));
        assertThat(stored()).containsOnlyKeys("a");
    }

    @Test
    void whatCannotBeReadIsLeftOutAndKeptForTheVersionThatCan() throws Exception {
        put("a", new Moody());
        put("b", 1);
        Moody.MOOD.set(new IllegalStateException("another version"));
        try {
            again(-1);
            SessionState state = join(ID);
            assertThat(state.attributes()).containsOnlyKeys("b");
            state.put("b", 2);
            end(state);
        } finally {
            Moody.MOOD.remove();
        }
        again(-1);
        assertThat(join(ID).attributes()).containsOnlyKeys("a", "b").containsEntry("b", 2);
    }

    @Test
    void aLoginComesBackWithTheGroupsOfToday() throws Exception {
        SessionState state = begin(ID);
        state.login().login(new SessionLogin.Login(new Caller(() -> "ann", Set.of("old")), "FORM"));
        end(state);
        SessionState gone = begin("gone");
        gone.login().login(new SessionLogin.Login(new Caller(() -> "joe", Set.of()), "FORM"));
        end(gone);
        again(-1);
        assertThat(store.find(ID).login().login().caller().groups()).containsExactly("clerks");
        assertThat(store.find(ID).login().login().scheme()).isEqualTo("FORM");
        assertThat(store.find("gone").login().login()).isNull();
        state = join(ID);
        state.login().login(null);
        end(state);
        again(-1);
        assertThat(store.find(ID).login().login()).isNull();
    }

    // ---- a vault that is away

    @Test
    void requestsGoOnFromMemoryAndTheVaultCatchesUp() {
        put("a", 1);
        vault.away = true;
        put("a", 2);
        put("a", 3);
        SessionState other = begin("other");
        end(other);
        assertThat(vault.log)
                .as("it is tried once, then left alone")
                .filteredOn("tried"::equals)
                .hasSize(1);
        assertThat(store.status().state()).isEqualTo(StoreStatus.State.AWAY);
        assertThat(store.status().reason()).isEqualTo("the map is away");
        host.pass(Duration.ofSeconds(5));
        assertThat(store.status().behind()).isEqualTo(2);
        assertThat(store.status().behindFor()).isEqualTo(Duration.ofSeconds(5));
        vault.away = false;
        host.pass(Duration.ofSeconds(10));
        assertThat(store.status()).isEqualTo(StoreStatus.available(StoreType.FILE));
        assertThat(stored().get("a")).containsExactly('I', 0, 0, 0, 3);
        assertThat(vault.records).containsKey("other");
    }

    @Test
    void whatCannotBeReachedIsNotTakenForNone() {
        put("a", 1);
        store.close();
        store = make(-1);
        vault.away = true;
        assertThatExceptionOfType(SessionUnreachableException.class).isThrownBy(() -> {
            store.open(host);
            store.find(ID);
        });
        vault.away = false;
        assertThat(store.find(ID)).isNotNull();
    }

    @Test
    void whatEndsMeanwhileIsOverAllTheSame() {
        put("a", 1);
        vault.away = true;
        store.remove(ID);
        assertThat(store.find(ID)).isNull();
        assertThat(store.add(new SessionState(ID, 0, 0, TIMEOUT)))
                .as("the vault still has one")
                .isFalse();
        vault.away = false;
        host.pass(Duration.ofSeconds(1));
        assertThat(vault.records).isEmpty();
        assertThat(store.find(ID)).isNull();
    }

    @Test
    void theEndTriesOnceMore() throws Exception {
        put("a", 1);
        vault.away = true;
        put("a", 2);
        vault.away = false;
        again(-1);
        assertThat(join(ID).attributes()).containsEntry("a", 2);
        vault.away = true;
        put("a", 3);
        end(begin("second"));
        vault.log.clear();
        store.close();
        assertThat(vault.log).as("one of two sessions; then it is left alone").hasSize(1);
        vault.away = false;
        store = make(-1);
        store.open(host);
    }

    @Test
    void theEndLeavesNoTimerThatWouldHoldTheApplication() {
        put("a", 1);
        vault.away = true;
        put("a", 2);
        assertThat(host.waiting()).isEqualTo(1);
        store.close();
        assertThat(host.waiting()).isZero();
        vault.away = false;
    }

    // ---- several servers with one vault

    @Test
    void anotherServersChangesAreSeen() throws Exception {
        vault.shared = true;
        put("a", 1);
        SessionStore second = make(-1);
        TestHost there = new TestHost(ticker);
        second.open(there);
        SessionState theirs = second.find(ID);
        assertThat(theirs.use()).isTrue();
        theirs.put("a", 2);
        theirs.release(ticker.nanoTime());
        second.requestEnds(theirs);
        assertThat(join(ID).attributes()).containsEntry("a", 2);
        second.close();
    }

    @Test
    void attributesThatTwoServersChangeAtOnceAreBothKept() throws Exception {
        vault.shared = true;
        put("both", 0);
        SessionStore second = make(-1);
        second.open(new TestHost(ticker));
        SessionState mine = join(ID);
        SessionState theirs = second.find(ID);
        assertThat(theirs.use()).isTrue();
        theirs.put("theirs", 1);
        theirs.put("both", 1);
        second.requestEnds(theirs);
        mine.put("mine", 2);
        mine.put("both", 2);
        end(mine);
        assertThat(mine.attributes()).isEqualTo(Map.of("mine", 2, "theirs", 1, "both", 2));
        assertThat(stored()).containsOnlyKeys("mine", "theirs", "both");
        second.close();
    }

    @Test
    void aSessionThatEndedElsewhereEndsHere() throws Exception {
        vault.shared = true;
        put("a", 1);
        SessionStore second = make(-1);
        second.open(new TestHost(ticker));
        SessionState mine = join(ID);
        assertThat(second.find(ID)).isNotNull();
        second.remove(ID);
        mine.put("a", 2);
        end(mine);
        assertThat(mine.usable()).isFalse();
        assertThat(store.find(ID)).isNull();
        assertThat(vault.records).isEmpty();
        second.close();
    }
}
