package io.keelson.boot;

import io.keelson.base.trace.Span;
import io.keelson.base.trace.TraceContext;
import io.keelson.base.trace.Tracer;
import io.keelson.base.trace.Tracing;
import io.keelson.kernel.context.CurrentSpan;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.remoting.spi.CallTraces;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Remote calls as spans: one where a call is made, below that of the work which makes it, and one where it is served. Between them go the
 * ids as the fields {@code traceparent} and {@code tracestate} have them, the latter on a line of its own. See docs/design/telemetry.md.
 */
final class TracedCalls implements CallTraces {
    private static final Pattern ADDRESS = Pattern.compile("(?:.*/)?\\[?([^/\\[\\]]+)\\]?:(\\d{1,5})");

    private final Tracing tracing;

    TracedCalls(Tracing tracing) {
        this.tracing = tracing;
    }

    @Override
    public @Nullable Leaving leaving(Method method, String peer) {
        Tracer tracer = tracing.tracer();
        if (tracer == null) {
            return null;
        }
        return new Made(tracer.begin(Span.Kind.CLIENT, CurrentSpan.idsOf(InvocationContext.current())), method, peer);
    }

    @Override
    public @Nullable Served arrived(Method method, String peer, byte @Nullable [] ids) {
        Tracer tracer = tracing.tracer();
        if (tracer == null) {
            return null;
        }
        Span span = tracer.begin(Span.Kind.SERVER, ids == null ? null : read(ids));
        InvocationContext context = InvocationContext.current();
        if (context != null) {
            CurrentSpan.put(context, span); // the context was made for this call
        }
        return failure -> end(span, method, peer, "network.peer", failure);
    }

    /** Passes over what is no id, as with a request. */
    private static @Nullable TraceContext read(byte[] ids) {
        String text = new String(ids, StandardCharsets.ISO_8859_1);
        int line = text.indexOf('\n');
        return line < 0
                ? TraceContext.parse(List.of(text), List.of())
                : TraceContext.parse(List.of(text.substring(0, line)), List.of(text.substring(line + 1)));
    }

    private record Made(Span span, Method method, String peer) implements Leaving {
        @Override
        public byte[] ids() {
            TraceContext ids = span.context();
            String text = ids.traceparent() + (ids.state() == null ? "" : "\n" + ids.state());
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public void over(@Nullable Throwable failure) {
            end(span, method, peer, "server", failure);
        }
    }

    private static void end(Span span, Method method, String peer, String side, @Nullable Throwable failure) {
        if (!span.recorded()) {
            return;
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("rpc.system", "keelson");
        String service = method.getDeclaringClass().getName();
        all.put("rpc.service", service);
        all.put("rpc.method", method.getName());
        peer(all, peer, side);
        if (failure != null) {
            all.put("error.type", failure.getClass().getName());
        }
        span.end(service + "/" + method.getName(), all, failure != null);
    }

    /** An address and a port, where that is what stands there: {@code keelson://[::1]:7001}, {@code /127.0.0.1:7001}. */
    private static void peer(Map<String, Object> all, String peer, String side) {
        Matcher is = ADDRESS.matcher(peer);
        if (is.matches()) {
            all.put(side + ".address", is.group(1));
            all.put(side + ".port", Long.valueOf(is.group(2)));
        }
    }
}
