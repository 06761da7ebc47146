package io.keelson.session.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the javadoc of {@link SessionStore} says a store MUST do; one subclass a store. */
public abstract class SessionStoreContractTest {
    protected static final String ID = "one-id-that-nobody-else-has";
    protected static final int TIMEOUT = 600;

    protected final ManualTicker ticker = new ManualTicker();
    protected final TestHost host = new TestHost(ticker);
    protected SessionStore store;

    /** A store that is not open, over what earlier ones of this test have kept. */
    protected abstract SessionStore make(int mostInMemory) throws Exception;

    @BeforeEach
    void open() throws Exception {
        store = make(-1);
        store.open(host);
    }

    @AfterEach
    void close() {
        store.close();
    }

    protected SessionState begin(String id) {
        SessionState state = new SessionState(id, ticker.currentTimeMillis(), ticker.nanoTime(), TIMEOUT);
        assertThat(state.use()).isTrue();
        assertThat(store.add(state)).isTrue();
        return state;
    }

    protected void end(SessionState state) {
        state.release(ticker.nanoTime());
        store.requestEnds(state);
    }

    /** The session that a client has, which knows its id. */
    protected SessionState find(String id) {
        return store.find(id);
    }

    protected SessionState join(String id) {
        SessionState state = find(id);
        assertThat(state).isNotNull();
        assertThat(state.use()).isTrue();
        state.accessed(ticker.currentTimeMillis());
        state.joined();
        return state;
    }

    /** Ends the store, as with its application, and opens another. */
    protected void again(int mostInMemory) throws Exception {
        store.close();
        store = make(mostInMemory);
        store.open(host);
    }

    @Test
    void findsWhatTheLastRequestLeft() {
        SessionState first = begin(ID);
        first.put("a", "1");
        end(first);
        SessionState second = join(ID);
        assertThat(second.attributes()).containsEntry("a", "1");
        second.put("a", null);
        second.put("b", List.of(2));
        end(second);
        assertThat(join(ID).attributes()).isEqualTo(java.util.Map.of("b", List.of(2)));
    }

    @Test
    void parallelRequestsHaveOneInstance() {
        SessionState first = begin(ID);
        assertThat(join(ID)).isSameAs(first);
        assertThat(store.findHere(ID)).isSameAs(first);
        end(first);
        assertThat(find(ID)).isSameAs(first);
    }

    @Test
    void anIdIsGivenOnce() {
        begin(ID);
        assertThat(store.add(new SessionState(ID, 0, 0, TIMEOUT))).isFalse();
    }

    @Test
    void knowsNoOthers() {
        for (String id : List.of("", "x", "../../../etc/passwd", "a'; drop table x --", "\0", "é".repeat(5000))) {
            assertThat(store.find(id)).isNull();
            assertThat(store.findHere(id)).isNull();
            assertThat(store.look(id, null)).isEmpty();
            store.remove(id);
        }
    }

    @Test
    void anOldIdIsUnknownAtOnce() {
        SessionState state = begin(ID);
        state.put("a", "1");
        end(state);
        state = join(ID);
        state.id("another");
        store.rename(ID, state);
        assertThat(find(ID)).isNull();
        end(state);
        assertThat(find(ID)).isNull();
        assertThat(join("another").attributes()).containsEntry("a", "1");
    }

    @Test
    void whatIsRemovedIsGone() {
        SessionState state = begin(ID);
        end(state);
        state = join(ID);
        state.put("a", "1");
        store.remove(ID);
        assertThat(find(ID)).isNull();
        end(state);
        assertThat(find(ID)).isNull();
        assertThat(store.local()).isEmpty();
    }

    @Test
    protected void hasAllThatIsToExpireHere() {
        end(begin(ID));
        end(begin("another"));
        assertThat(store.local()).extracting(SessionState::id).containsExactlyInAnyOrder(ID, "another");
        assertThat(store.local()).hasSize(2);
    }

    /** Names, classes and sizes are seen, no values; and nothing of the session is another thing after it. */
    @Test
    void canBeLookedAt() {
        SessionState first = begin(ID);
        first.put("cart", new ArrayList<>(List.of("a secret")));
        first.put("n", 7);
        end(first);
        SessionState state = join(ID);
        long idleSince = state.idleSinceNanos();
        ticker.advance(Duration.ofSeconds(5));

        SessionSight sight = store.look(ID, null).orElseThrow();
        assertThat(sight.where().holding()).isEqualTo(SessionSight.Holding.MEMORY);
        assertThat(sight.content().inUse()).isTrue();
        assertThat(sight.content().attributes())
                .extracting(each -> each.name() + " " + each.type())
                .containsExactly("cart java.util.ArrayList", "n java.lang.Integer");
        assertThat(sight.toString()).doesNotContain("a secret");

        assertThat(state.thisAccess()).isEqualTo(ticker.currentTimeMillis() - 5_000);
        assertThat(state.idleSinceNanos()).isEqualTo(idleSince);
        assertThat(state.shared()).isFalse();
        store.remove(ID);
        assertThat(store.look(ID, null)).isEmpty();
    }

    @Test
    void anAttributeMayNameASession() {
        SessionState state = begin(ID);
        state.put("user", "Ålice");
        state.put("n", 7);
        state.put("last", 8L);
        state.put("vip", true);
        state.put("kind", Thread.State.NEW);
        assertThat(name("user")).contains("Ålice");
        assertThat(name("n")).contains("7");
        assertThat(name("last")).contains("8");
        assertThat(name("vip")).contains("true");
        assertThat(name("kind")).isEmpty();
        assertThat(name("none")).isEmpty();
        assertThat(name(null)).isEmpty();
        state.put("user", "x".repeat(300));
        assertThat(name("user")).contains("x".repeat(200));
        end(state);
    }

    private java.util.Optional<String> name(String naming) {
        return store.look(ID, naming).orElseThrow().content().name();
    }

    @Test
    void isInGoodOrder() {
        end(begin(ID));
        assertThat(store.status().state()).isEqualTo(io.keelson.servlet.spi.StoreStatus.State.AVAILABLE);
        assertThat(store.status().behindFor()).isLessThanOrEqualTo(Duration.ZERO);
    }
}
