package io.keelson.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RuntimeJsonTest {
    public record Inner(int a) {}

    public enum Kind {
        FAIR_SHARE
    }

    public record State(
            String name,
            int maxThreads,
            long stuckMillis,
            boolean suspended,
            Duration goal,
            Instant since,
            String absent,
            Optional<String> maybe,
            OptionalInt limit,
            double average,
            double none,
            Kind kind,
            List<Inner> inner,
            Map<String, Integer> byName) {}

    @Test
    void showsEveryKindOfComponent() {
        State state = new State(
                "a",
                3,
                5_000_000_000L,
                true,
                Duration.ofSeconds(2),
                Instant.ofEpochSecond(0),
                null,
                Optional.of("x"),
                OptionalInt.empty(),
                1.23456,
                Double.NaN,
                Kind.FAIR_SHARE,
                List.of(new Inner(1)),
                Map.of("k", 2));
        assertThat(RuntimeJson.of(state).toString())
                .isEqualTo("{\"name\":\"a\",\"max-threads\":3,\"stuck-millis\":5000000000,\"suspended\":true,"
                        + "\"goal-millis\":2000,\"since\":\"1970-01-01T00:00:00Z\",\"absent\":null,\"maybe\":\"x\","
                        + "\"limit\":null,\"average\":1.235,\"none\":null,\"kind\":\"FAIR_SHARE\",\"inner\":[{\"a\":1}],"
                        + "\"by-name\":{\"k\":2}}");
    }
}
