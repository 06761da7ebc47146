package io.keelson.ee.opentelemetry.shop;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.instrumentation.annotations.AddingSpanAttributes;
import io.opentelemetry.instrumentation.annotations.SpanAttribute;
import io.opentelemetry.instrumentation.annotations.WithSpan;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.faulttolerance.Retry;

/** Methods that are followed. */
@ApplicationScoped
public class Orders {
    @WithSpan
    public String find(@SpanAttribute("order") int number) {
        return "order " + number;
    }

    @WithSpan(value = "storing", kind = SpanKind.PRODUCER)
    public void fail() {
        throw new IllegalStateException("the store is full");
    }

    @WithSpan
    public CompletionStage<String> later(CompletableFuture<String> answer) {
        return answer;
    }

    @AddingSpanAttributes
    public void note(@SpanAttribute("note") String text, @SpanAttribute("nothing") String absent) {}

    @Retry(maxRetries = 1)
    public String retried() {
        return "retried";
    }
}
