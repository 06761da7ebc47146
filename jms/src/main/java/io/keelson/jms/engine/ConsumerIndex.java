package io.keelson.jms.engine;

import io.keelson.jms.message.MessageData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The consumers of a queue that may want a message: those that require a property are found by its value, so that thousands of consumers
 * with a selector for each need not all be asked. Guarded by the lock of the queue.
 *
 * @param <C> a consumer
 */
final class ConsumerIndex<C> {
    private static final class Property<C> {
        final Function<MessageData, @Nullable Object> of;
        final Map<Object, Set<C>> byValue = new HashMap<>();

        Property(Function<MessageData, @Nullable Object> of) {
            this.of = of;
        }
    }

    private final Set<C> others = new LinkedHashSet<>();
    private final Map<String, Property<C>> properties = new LinkedHashMap<>();

    void add(C consumer, QueueEvent.@Nullable Required required) {
        if (required == null) {
            others.add(consumer);
        } else {
            properties
                    .computeIfAbsent(required.name(), absent -> new Property<>(required.of()))
                    .byValue
                    .computeIfAbsent(required.value(), absent -> new LinkedHashSet<>())
                    .add(consumer);
        }
    }

    void remove(C consumer, QueueEvent.@Nullable Required required) {
        if (required == null) {
            others.remove(consumer);
            return;
        }
        Property<C> property = properties.get(required.name());
        Set<C> same = property == null ? null : property.byValue.get(required.value());
        if (property != null && same != null && same.remove(consumer) && same.isEmpty()) {
            property.byValue.remove(required.value());
            if (property.byValue.isEmpty()) {
                properties.remove(required.name());
            }
        }
    }

    /** Returns the consumers that may want a message; all others do not. */
    Collection<C> candidates(MessageData message) {
        if (properties.isEmpty()) {
            return others;
        }
        List<C> found = new ArrayList<>(others);
        for (Property<C> each : properties.values()) {
            Object value = each.of.apply(message);
            found.addAll(value == null ? Set.of() : each.byValue.getOrDefault(value, Set.of()));
        }
        return found;
    }
}
