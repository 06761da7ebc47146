package io.keelson.ee.opentelemetry.bean;

import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.BaggageBuilder;
import io.opentelemetry.api.baggage.BaggageEntry;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The baggage of the calling thread, whichever that is at each call. Stateless. */
final class CallersBaggage implements Baggage {
    @Override
    public int size() {
        return Baggage.current().size();
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super BaggageEntry> consumer) {
        Baggage.current().forEach(consumer);
    }

    @Override
    public Map<String, BaggageEntry> asMap() {
        return Baggage.current().asMap();
    }

    @Override
    public @Nullable String getEntryValue(String key) {
        return Baggage.current().getEntryValue(key);
    }

    @Override
    public BaggageBuilder toBuilder() {
        return Baggage.current().toBuilder();
    }

    /** Stores the baggage itself: this object in a context would refer to itself. */
    @Override
    public Context storeInContext(Context context) {
        return Baggage.current().storeInContext(context);
    }
}
