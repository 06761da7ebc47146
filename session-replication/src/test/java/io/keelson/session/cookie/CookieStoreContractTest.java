package io.keelson.session.cookie;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.session.store.SessionStoreContractTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract, with a client that keeps what the store gives it. */
class CookieStoreContractTest extends SessionStoreContractTest {
    private final Map<String, String> client = new HashMap<>();

    @Override
    protected SessionStore make(int mostInMemory) {
        return new CookieSessionStore("shop", "WLCOOKIE", new CookieSeal("shop", List.of(new byte[32])));
    }

    @Override
    protected SessionState find(String id) {
        String content = client.get(id);
        return content == null ? store.find(id) : store.find(id, content);
    }

    @Override
    protected void end(SessionState state) {
        List<String> content = store.content(state);
        if (content != null) {
            client.put(state.id(), String.join(" ", content));
        }
        store.requestEnds(state);
        state.release(ticker.nanoTime());
        store.released(state);
    }

    /** Nothing of it is here once no request uses it. */
    @Test
    @Override
    protected void hasAllThatIsToExpireHere() {
        SessionState used = begin(ID);
        end(begin("another"));
        assertThat(store.local()).containsExactly(used);
        end(used);
        assertThat(store.local()).isEmpty();
    }
}
