package io.keelson.base.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests which spans are recorded, and what of them. */
class TracerTest {
    private final List<FinishedSpan> ended = new ArrayList<>();
    private long nanos = -5;
    private long millis = 1_795_000_000_000L;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return millis;
        }
    };

    private Tracer tracer(double ratio) {
        return new Tracer(ratio, ticker, ended::add);
    }

    private static TraceContext parent(boolean sampled) {
        return new TraceContext(7, 8, 9, sampled, "a=b");
    }

    @Test
    void aSpanBelongsToWhatItBeganBelow() {
        Span server = tracer(0).begin(Span.Kind.SERVER, parent(true));
        assertThat(server.context().traceHigh()).isEqualTo(7);
        assertThat(server.context().traceLow()).isEqualTo(8);
        assertThat(server.context().spanId()).isNotIn(0L, 9L);
        assertThat(server.context().state()).isEqualTo("a=b");
        nanos += 1500;
        server.end("GET /x", Map.of("http.request.method", "GET"), true);
        assertThat(ended).singleElement().satisfies(span -> {
            assertThat(span.parentId()).isEqualTo(9);
            assertThat(span.context()).isEqualTo(server.context());
            assertThat(span.name()).isEqualTo("GET /x");
            assertThat(span.kind()).isEqualTo(Span.Kind.SERVER);
            assertThat(span.error()).isTrue();
            assertThat(span.attributes()).containsExactly(Map.entry("http.request.method", "GET"));
            assertThat(span.startEpochNanos()).isEqualTo(millis * 1_000_000);
            assertThat(span.endEpochNanos()).isEqualTo(millis * 1_000_000 + 1500);
        });
    }

    @Test
    void itEndsOnce() {
        Span span = tracer(1).begin(Span.Kind.CLIENT, null);
        span.end("a", Map.of(), false);
        span.end("b", Map.of(), false);
        assertThat(ended).extracting(FinishedSpan::name).containsExactly("a");
        assertThat(ended.get(0).parentId()).isZero();
    }

    @Test
    void whoBeganTheTraceDecides() {
        Span not = tracer(1).begin(Span.Kind.SERVER, parent(false));
        not.end("a", Map.of(), false);
        assertThat(not.recorded()).isFalse();
        assertThat(not.context().sampled()).isFalse();
        assertThat(ended).isEmpty();
        assertThat(tracer(0).begin(Span.Kind.SERVER, parent(true)).recorded()).isTrue();
    }

    @Test
    void aPartOfTheTracesIsRecorded() {
        for (double ratio : new double[] {0, 0.1, 0.5, 1}) {
            Tracer tracer = tracer(ratio);
            int recorded = 0;
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < 20_000; i++) {
                Span span = tracer.begin(Span.Kind.SERVER, null);
                recorded += span.recorded() ? 1 : 0;
                ids.add(span.context().traceId());
            }
            assertThat(ids).hasSize(20_000);
            // Beyond seven standard deviations no seed of any machine comes.
            double spread = 7 * Math.sqrt(20_000 * ratio * (1 - ratio));
            assertThat((double) recorded)
                    .as("ratio " + ratio)
                    .isBetween(20_000 * ratio - spread, 20_000 * ratio + spread);
        }
    }

    @Test
    void theSameTraceIsChosenByAllWhoDecideByTheSameRatio() {
        List<Span> spans = new ArrayList<>();
        Tracer tracer = tracer(0.3);
        for (int i = 0; i < 1000; i++) {
            spans.add(tracer.begin(Span.Kind.SERVER, null));
        }
        long most = spans.stream()
                .filter(Span::recorded)
                .mapToLong(span -> span.context().traceLow() & Long.MAX_VALUE)
                .max()
                .orElseThrow();
        assertThat(spans)
                .filteredOn(span -> !span.recorded())
                .allMatch(span -> (span.context().traceLow() & Long.MAX_VALUE) > most);
    }

    @Test
    void timesAreFinerThanTheWallClockAndFollowItWhenItIsSet() {
        Tracer tracer = tracer(1);
        nanos += 400_000;
        tracer.begin(Span.Kind.SERVER, null).end("fine", Map.of(), false);
        millis -= 3_600_000;
        tracer.begin(Span.Kind.SERVER, null).end("set", Map.of(), false);
        assertThat(ended.get(0).startEpochNanos()).isEqualTo((millis + 3_600_000) * 1_000_000 + 400_000);
        assertThat(ended.get(1).startEpochNanos()).isEqualTo(millis * 1_000_000);
    }

    @Test
    void onlyTheTypeOfAFailureIsKept() {
        Span span = tracer(1).begin(Span.Kind.SERVER, null);
        span.failed(new IllegalStateException("password hidden"));
        assertThat(span.failure()).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void aRatioIsFromNothingToAll() {
        for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatThrownBy(() -> tracer(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void nobodyFollowsUntilSomebodyDoes() {
        Tracing tracing = new Tracing();
        assertThat(tracing.tracer()).isNull();
        Tracer tracer = tracer(1);
        tracing.use(tracer);
        assertThat(tracing.tracer()).isSameAs(tracer);
        tracing.use(null);
        assertThat(tracing.tracer()).isNull();
    }
}
