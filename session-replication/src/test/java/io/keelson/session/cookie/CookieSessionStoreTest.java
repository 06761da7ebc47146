package io.keelson.session.cookie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.servlet.auth.SessionLogin;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionTooLargeException;
import io.keelson.session.store.TestHost;
import io.keelson.testkit.ManualTicker;
import jakarta.servlet.http.HttpSessionActivationListener;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CookieSessionStoreTest {
    private static final String ID = "an-id";
    private static final int TIMEOUT = 600;

    private final ManualTicker ticker = new ManualTicker();
    private final TestHost host = new TestHost(ticker);
    private final CookieSessionStore store = store("shop", 1);

    private CookieSessionStore store(String application, int key) {
        byte[] secret = new byte[32];
        secret[0] = (byte) key;
        CookieSessionStore made =
                new CookieSessionStore(application, "WLCOOKIE", new CookieSeal(application, List.of(secret)));
        made.open(host);
        return made;
    }

    private String content;

    @BeforeEach
    void begin() {
        SessionState state = new SessionState(ID, ticker.currentTimeMillis(), ticker.nanoTime(), TIMEOUT);
        assertThat(state.use()).isTrue();
        assertThat(store.add(state)).isTrue();
        state.put("a", "1");
        content = text(store.content(state));
        done(state);
    }

    private static String text(List<String> pieces) {
        assertThat(pieces).isNotNull();
        return String.join(" ", pieces);
    }

    private SessionState join(CookieSessionStore of, String with) {
        SessionState state = of.find(ID, with);
        assertThat(state).isNotNull();
        assertThat(state.use()).isTrue();
        state.accessed(ticker.currentTimeMillis());
        return state;
    }

    private void done(SessionState state) {
        store.requestEnds(state);
        state.release(ticker.nanoTime());
        store.released(state);
    }

    @Test
    void outlastsTheServer() {
        assertThat(join(store("shop", 1), content).attributes()).containsOnlyKeys("a");
    }

    @Test
    void whatHasNotChangedIsNotSealedAgain() {
        SessionState state = join(store, content);
        state.put("a", "1");
        assertThat(store.content(state)).isNull();
        done(state);
        ticker.advance(Duration.ofSeconds(30));
        state = join(store, content);
        assertThat(store.content(state))
                .as("but for the time of its last request")
                .isNotNull();
        done(state);
    }

    @Test
    void badCookiesAreCountedAndNoSessions() {
        assertThat(store.find(ID, "garbage")).isNull();
        assertThat(store.find(ID, content.substring(0, content.length() - 9))).isNull();
        assertThat(store.find("another-id", content)).isNull();
        assertThat(store("shop", 2).find(ID, content)).isNull();
        assertThat(store.runtime().damaged()).isEqualTo(3);
        CookieSessionStore other = store("shop", 2);
        assertThat(other.find(ID, content)).isNull();
        assertThat(other.runtime().unknownKey()).isEqualTo(1);
        assertThat(store.find(ID, "")).as("only the id").isNull();
        ticker.advance(Duration.ofSeconds(TIMEOUT));
        assertThat(store.find(ID, content)).isNull();
        assertThat(store.runtime().expired()).isEqualTo(1);
        assertThat(store.local()).isEmpty();
    }

    @Test
    void expiresAfterTheLastRequestThatTheClientKnowsOf() {
        ticker.advance(Duration.ofSeconds(TIMEOUT - 1));
        SessionState state = join(store, content);
        String next = text(store.content(state));
        done(state);
        ticker.advance(Duration.ofSeconds(TIMEOUT - 1));
        assertThat(store.find(ID, content)).isNull();
        assertThat(store.find(ID, next)).isNotNull();
    }

    @Test
    void requestsAtTheSameTimeShareTheSession() {
        SessionState one = join(store, content);
        SessionState other = join(store, content);
        assertThat(other).isSameAs(one);
        one.put("b", "1");
        String ofOne = text(store.content(one));
        done(one);
        assertThat(join(store, ofOne)).as("what was sealed to it means it").isSameAs(one);
        other.put("c", "2");
        String ofOther = text(store.content(other));
        done(other);
        done(one);
        assertThat(join(store, ofOther).attributes()).containsOnlyKeys("a", "b", "c");
        assertThat(store.runtime().late()).isZero();
    }

    @Test
    void whatAnotherServerHasSealedSinceIsNotHiddenByARequestThatLasts() {
        SessionState slow = join(store, content);
        CookieSessionStore elsewhere = store("shop", 1);
        SessionState there = join(elsewhere, content);
        there.put("b", "2");
        String newer = text(elsewhere.content(there));
        assertThat(join(store, newer).attributes()).containsOnlyKeys("a", "b");
        assertThat(slow.attributes()).containsOnlyKeys("a");
    }

    @Test
    void whatIsChangedTooLateIsLostAndCounted() {
        SessionState state = join(store, content);
        state.put("b", "1");
        String sent = text(store.content(state));
        state.put("c", "too late");
        done(state);
        assertThat(store.runtime().late()).isEqualTo(1);
        state = join(store, sent);
        assertThat(state.attributes()).containsOnlyKeys("a", "b");
        state.beginEnd();
        store.remove(ID);
        state.end();
        done(state);
        assertThat(store.runtime().late()).as("also an end").isEqualTo(2);
    }

    @Test
    void theEndClearsAndIsRemembered() {
        SessionState state = join(store, content);
        state.beginEnd();
        store.remove(ID);
        state.end();
        assertThat(store.content(state)).isEmpty();
        done(state);
        assertThat(store.find(ID, content)).isNull();
        assertThat(store.runtime().ended()).isEqualTo(1);
        assertThat(store.runtime().late()).isZero();
    }

    @Test
    void theNewIdIsTheOnlyOne() {
        SessionState state = join(store, content);
        state.id("new-id");
        store.rename(ID, state);
        String next = text(store.content(state));
        done(state);
        assertThat(store.find(ID, content)).isNull();
        assertThat(store.find(ID, next)).isNull();
        assertThat(store.find("new-id", content)).isNull();
        assertThat(store.find("new-id", next)).isNotNull();
    }

    @Test
    void whatIsTooLargeIsRefusedUntilItIsSmaller() {
        SessionState state = join(store, content);
        state.put("large", "x".repeat(6_000));
        state.put("small", "y");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> store.content(state))
                    .isInstanceOf(SessionTooLargeException.class)
                    .hasMessageContaining("may take 7576; its largest attributes, in bytes: large 6001, ");
        }
        assertThat(store.runtime().tooLarge()).isEqualTo(2);
        state.put("large", "x".repeat(5_000));
        List<String> pieces = store.content(state);
        assertThat(pieces).hasSize(2);
        done(state);
        assertThat(join(store, text(pieces)).attributes()).containsOnlyKeys("a", "large", "small");
        assertThat(store.runtime().late()).isZero();
        assertThat(store.runtime().largest()).isBetween(6_700L, 7_576L);
    }

    @Test
    void aNameThatCannotBeWrittenIsTooLarge() {
        SessionState state = join(store, content);
        state.put("n".repeat(70_000), "x");
        assertThatThrownBy(() -> store.content(state)).isInstanceOf(SessionTooLargeException.class);
    }

    private record Told(String text) implements Serializable, HttpSessionActivationListener {}

    @Test
    void attributesHearOfEachWay() {
        SessionState state = join(store, content);
        state.put("told", new Told("x"));
        host.events.clear();
        content = text(store.content(state));
        assertThat(host.events).containsExactly("passivate", "activate");
        done(state);
        host.events.clear();
        state = join(store, content);
        assertThat(host.events).containsExactly("activate");
        assertThat(state.attributes()).containsEntry("told", new Told("x"));
    }

    @Test
    void theLoginAndThePageThatWaitsForItComeAlong() {
        SessionState state = join(store, content);
        state.login().await("/shop/order?id=7");
        content = text(store.content(state));
        done(state);
        state = join(store, content);
        assertThat(state.login().awaited()).isEqualTo("/shop/order?id=7");
        state.login().await("/" + "x".repeat(2_000));
        state.login().login(new SessionLogin.Login(host.caller("ann").orElseThrow(), "FORM"));
        content = text(store.content(state));
        done(state);
        state = join(store, content);
        assertThat(state.login().awaited()).as("no place for that").isNull();
        assertThat(state.login().login().caller().principal().getName()).isEqualTo("ann");
        assertThat(state.login().login().scheme()).isEqualTo("FORM");
    }

    @Test
    void whatIsFoundAndNotUsedDoesNotStay() {
        assertThat(store.find(ID, content)).isNotNull();
        assertThat(store.local()).hasSize(1);
        ticker.advance(Duration.ofSeconds(2));
        store.bringIdle();
        assertThat(store.local()).isEmpty();
        assertThat(join(store, content).attributes()).containsOnlyKeys("a");
    }
}
