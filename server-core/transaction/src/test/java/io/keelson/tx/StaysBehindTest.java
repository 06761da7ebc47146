package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls to a server of another domain, which leave the caller's transaction behind: the log says so, once for each address. */
class StaysBehindTest {
    private final Logger log = Logger.getLogger("io.keelson.tx");
    private final List<String> said = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord message) {
            said.add(message.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final PropagatedServer server = new PropagatedServer("a", Map.of(), new SimulatedFaults(1), 1);

    @BeforeEach
    void listen() {
        log.addHandler(handler);
    }

    @AfterEach
    void stop() {
        log.removeHandler(handler);
    }

    @Test
    void eachAddressIsSaidOnce() throws Exception {
        ServerTransaction transaction = server.transactions.begin(Duration.ofSeconds(30), null);
        server.propagation.staysBehind("shop.example:7001");
        server.propagation.staysBehind("shop.example:7001");
        server.propagation.staysBehind("bank.example:7001");
        transaction.rollback();
        assertThat(said)
                .filteredOn(each -> each.contains("KLS-110423"))
                .hasSize(2)
                .first()
                .asString()
                .contains("shop.example:7001");
    }

    @Test
    void whereThereIsNoTransactionNothingIsLeftBehind() {
        server.propagation.staysBehind("shop.example:7001");
        assertThat(said).isEmpty();
    }

    @Test
    void addressesThatNeverEndAreNotAllKept() throws Exception {
        ServerTransaction transaction = server.transactions.begin(Duration.ofSeconds(30), null);
        for (int i = 0; i < 1_000; i++) {
            server.propagation.staysBehind("host-" + i);
        }
        transaction.rollback();
        assertThat(said).filteredOn(each -> each.contains("KLS-110423")).hasSize(100);
    }
}
