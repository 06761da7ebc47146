package io.keelson.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.FakeExchange;
import io.keelson.base.time.Ticker;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private long nanos = Long.MAX_VALUE - 1000;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    };

    private final Passwords passwords = new Passwords(Optional.empty(), RoleGroups.standard(), ticker);
    private final Sessions sessions =
            new Sessions(new SessionSettings(Duration.ofMinutes(30), Duration.ofHours(12)), passwords, ticker);

    private static FakeExchange with(String id) {
        return new FakeExchange("GET", "/management/v1/login").header("Cookie", "a=b; KEELSON_CONSOLE_7001=" + id);
    }

    private boolean found(String id) {
        Optional<Sessions.Session> session = sessions.find(with(id));
        return session.isPresent() && sessions.alive(session.get(), true);
    }

    @Test
    void idsAreLongAndNeverTheSame() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Sessions.Begun begun = sessions.begin("user" + i, false);
            assertThat(begun.id()).hasSize(43);
            assertThat(begun.session().csrf()).hasSize(43).isNotEqualTo(begun.id());
            ids.add(begun.id());
            ids.add(begun.session().csrf());
        }
        assertThat(ids).hasSize(200);
    }

    @Test
    void aSessionThatNobodyUsesEnds() {
        String id = sessions.begin("alice", false).id();
        nanos += Duration.ofMinutes(29).toNanos();
        assertThat(found(id)).isTrue();
        nanos += Duration.ofMinutes(29).toNanos();
        assertThat(found(id)).as("used in between").isTrue();
        nanos += Duration.ofMinutes(30).toNanos();
        assertThat(found(id)).isFalse();
    }

    @Test
    void aSessionEndsInAnyCase() {
        String id = sessions.begin("alice", false).id();
        for (int i = 0; i < 12 * 60 / 20 - 1; i++) {
            nanos += Duration.ofMinutes(20).toNanos();
            assertThat(found(id)).isTrue();
        }
        nanos += Duration.ofMinutes(20).toNanos();
        assertThat(found(id)).isFalse();
    }

    @Test
    void aUserWithManySessionsLosesTheOneUnusedForLongest() {
        List<String> ids = new ArrayList<>();
        String bob = sessions.begin("bob", false).id();
        for (int i = 0; i < Sessions.MOST_OF_A_USER; i++) {
            nanos += 1;
            ids.add(sessions.begin("alice", false).id());
        }
        nanos += 1;
        assertThat(found(ids.get(0))).isTrue();
        sessions.begin("alice", false);
        assertThat(found(ids.get(0))).as("used since").isTrue();
        assertThat(found(ids.get(1))).isFalse();
        assertThat(found(bob)).isTrue();
    }

    @Test
    void thereIsAnEndToAllOfThem() {
        for (int i = 0; i < Sessions.MOST + 50; i++) {
            sessions.begin("user" + i, false);
        }
        assertThat(sessions.size()).isEqualTo(Sessions.MOST);
    }

    @Test
    void aSessionOfTlsDoesNotCountInTheClear() throws Exception {
        String id = sessions.begin("alice", true).id();
        assertThat(found(id)).isFalse();
        FakeExchange secure =
                new FakeExchange("GET", "/management/v1/login").header("Cookie", "__Secure-KEELSON_CONSOLE_7001=" + id);
        secure.secure = true;
        assertThat(sessions.find(secure)).isPresent();

        FakeExchange far = with(sessions.begin("alice", false).id());
        far.client = InetAddress.getByName("10.0.0.1");
        assertThat(sessions.find(far)).isEmpty();
    }
}
