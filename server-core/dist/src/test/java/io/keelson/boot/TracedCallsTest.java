package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.base.trace.FinishedSpan;
import io.keelson.base.trace.Span;
import io.keelson.base.trace.TraceContext;
import io.keelson.base.trace.Tracer;
import io.keelson.base.trace.Tracing;
import io.keelson.kernel.context.CurrentSpan;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.remoting.spi.CallTraces;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Remote calls as spans. */
class TracedCallsTest {
    private final List<FinishedSpan> ended = new ArrayList<>();
    private final Tracing tracing = new Tracing();
    private final Tracer tracer = new Tracer(1, Ticker.system(), ended::add);
    private final TracedCalls calls = new TracedCalls(tracing);
    private final Method method;

    TracedCallsTest() throws Exception {
        method = Runnable.class.getMethod("run");
        tracing.use(tracer);
    }

    private static InvocationContext context() {
        return new InvocationContext("shop", TracedCallsTest.class.getClassLoader(), 0);
    }

    @Test
    void aCallGoesFromTheWorkThatMakesItToTheWorkThatServesIt() throws Exception {
        Span request = tracer.begin(Span.Kind.SERVER, new TraceContext(1, 2, 3, true, "a=b,c=d"));
        InvocationContext work = context();
        CurrentSpan.put(work, request);
        CallTraces.Leaving leaving = work.call(() -> calls.leaving(method, "keelson://10.0.0.2:7001"));
        String onTheWire = new String(leaving.ids(), StandardCharsets.ISO_8859_1);
        assertThat(onTheWire).matches("00-00000000000000010000000000000002-[0-9a-f]{16}-01\na=b,c=d");

        InvocationContext there = context();
        there.call(() -> {
            CallTraces.Served served = calls.arrived(method, "/10.0.0.1:50000", leaving.ids());
            assertThat(CurrentSpan.idsOf(there).traceLow()).isEqualTo(2);
            served.over(null);
            return 0;
        });
        leaving.over(null);

        FinishedSpan served = ended.get(0);
        FinishedSpan made = ended.get(1);
        assertThat(made.parentId()).isEqualTo(request.context().spanId());
        assertThat(served.parentId()).isEqualTo(made.context().spanId());
        assertThat(served.context().state()).isEqualTo("a=b,c=d");
        assertThat(made.kind()).isEqualTo(Span.Kind.CLIENT);
        assertThat(served.kind()).isEqualTo(Span.Kind.SERVER);
        assertThat(List.of(made, served)).allSatisfy(span -> {
            assertThat(span.name()).isEqualTo("java.lang.Runnable/run");
            assertThat(span.error()).isFalse();
            assertThat(span.attributes())
                    .containsEntry("rpc.system", "keelson")
                    .containsEntry("rpc.service", "java.lang.Runnable")
                    .containsEntry("rpc.method", "run")
                    .doesNotContainKey("error.type");
        });
        assertThat(made.attributes())
                .containsEntry("server.address", "10.0.0.2")
                .containsEntry("server.port", 7001L);
        assertThat(served.attributes())
                .containsEntry("network.peer.address", "10.0.0.1")
                .containsEntry("network.peer.port", 50_000L);
    }

    @Test
    void aFailureIsToldByItsTypeAlone() {
        calls.leaving(method, "somewhere").over(new IllegalStateException("hidden"));
        assertThat(ended).singleElement().satisfies(span -> {
            assertThat(span.error()).isTrue();
            assertThat(span.attributes()).containsEntry("error.type", "java.lang.IllegalStateException");
            assertThat(span.toString()).doesNotContain("hidden").doesNotContain("somewhere");
        });
    }

    @Test
    void addressesAreReadAsTheyAreWritten() {
        for (String[] each : new String[][] {
            {"keelsons://[::1]:7002", "::1", "7002"},
            {"/[0:0:0:0:0:0:0:1]:5", "0:0:0:0:0:0:0:1", "5"},
            {"node.example/10.1.1.1:80", "10.1.1.1", "80"},
            {"keelson://node.example:80", "node.example", "80"}
        }) {
            calls.leaving(method, each[0]).over(null);
            assertThat(ended.remove(0).attributes())
                    .as(each[0])
                    .containsEntry("server.address", each[1])
                    .containsEntry("server.port", Long.valueOf(each[2]));
        }
    }

    @Test
    void whatIsMalformedBeginsATraceOfItsOwn() {
        for (String bad : new String[] {"", "x", "\n", "00-0-0-01", "\n00-1", "00\u0000"}) {
            calls.arrived(method, "/127.0.0.1:1", bad.getBytes(StandardCharsets.ISO_8859_1))
                    .over(null);
            assertThat(ended.remove(0).parentId()).isZero();
        }
        calls.arrived(method, "/127.0.0.1:1", null).over(null);
        assertThat(ended.remove(0).parentId()).isZero();
    }

    @Test
    void aTraceThatIsNotRecordedGoesOnUnrecorded() {
        CallTraces.Served served = calls.arrived(
                method,
                "/127.0.0.1:1",
                "00-00000000000000010000000000000002-0000000000000003-00".getBytes(StandardCharsets.ISO_8859_1));
        served.over(null);
        assertThat(ended).isEmpty();
    }

    @Test
    void nobodyFollowsUntilSomebodyDoes() {
        tracing.use(null);
        assertThat(calls.leaving(method, "x")).isNull();
        assertThat(calls.arrived(method, "x", null)).isNull();
    }
}
