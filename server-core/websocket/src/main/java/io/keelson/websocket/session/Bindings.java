package io.keelson.websocket.session;

import jakarta.websocket.MessageHandler;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The message handlers of a session, at most one a channel. Thread-safe: readers see an immutable map that changes replace.
 *
 * <p>Specification: WebSocket 2.2, 2.1.3 Receiving Messages.
 */
final class Bindings {
    private volatile Map<Channel, Binding> all = Map.of();

    @Nullable
    Binding of(Channel channel) {
        return all.get(channel);
    }

    /**
     * Adds a handler for its channels.
     *
     * @throws IllegalStateException when one of them has a handler; then none is added
     */
    synchronized void add(Map<Channel, Binding> added) {
        EnumMap<Channel, Binding> next = new EnumMap<>(Channel.class);
        next.putAll(all);
        added.forEach((channel, binding) -> {
            Binding before = next.put(channel, binding);
            if (before != null) {
                throw new IllegalStateException("this session has a message handler for " + channel.name()
                        + " messages already: " + before.handler().getClass().getName());
            }
        });
        all = next;
    }

    synchronized void remove(MessageHandler handler) {
        EnumMap<Channel, Binding> next = new EnumMap<>(Channel.class);
        next.putAll(all);
        next.values().removeIf(binding -> binding.handler().equals(handler));
        all = next;
    }

    Set<MessageHandler> handlers() {
        Set<MessageHandler> handlers = new LinkedHashSet<>();
        all.values().forEach(binding -> handlers.add(binding.handler()));
        return handlers;
    }
}
