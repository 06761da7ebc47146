package io.keelson.jms.engine;

import io.keelson.jms.message.MessageData;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Event of a queue. */
public sealed interface QueueEvent {
    /** A message has come and is kept as it should be. */
    record Arrived(QueuedMessage message) implements QueueEvent {}

    /**
     * A consumer has come. It gets nothing until it has credit.
     *
     * @param consumer not 0, and nobody else's
     * @param wanted selects its messages
     * @param selective false if it wants all
     * @param required a property that all its messages have; null: none is known
     */
    record Attached(
            long consumer,
            Predicate<MessageData> wanted,
            boolean selective,
            @Nullable Required required) implements QueueEvent {}

    /**
     * A property, or header, with its value. Consumers that require the same property are found by its value.
     *
     * @param name of the property
     * @param value of it; numbers are doubles
     * @param of returns what a message has, in the same way; null: nothing
     */
    record Required(String name, Object value, Function<MessageData, @Nullable Object> of) {}

    /** A consumer is gone. What it has in flight stays so until it is acknowledged or returned. */
    record Detached(long consumer) implements QueueEvent {}

    /**
     * A consumer can take messages.
     *
     * @param more how many beside those that it could take already
     */
    record Credited(long consumer, int more) implements QueueEvent {}

    /** A consumer takes nothing until it has credit again. */
    record Revoked(long consumer) implements QueueEvent {}

    /** Messages are acknowledged: they are gone. */
    record Acknowledged(Collection<QueuedMessage> messages) implements QueueEvent {}

    /**
     * Messages come back from a consumer.
     *
     * @param seen false where no application has seen them: the delivery does not count
     */
    record Returned(Collection<QueuedMessage> messages, boolean seen) implements QueueEvent {}

    /** Messages, which have just arrived, are part of a transaction that is in doubt. They count as in flight. */
    record Withheld(Collection<QueuedMessage> messages) implements QueueEvent {}

    /** Somebody takes messages away that are not in flight. Those that are stay. */
    record Withdrawn(Collection<QueuedMessage> messages) implements QueueEvent {}

    /**
     * A run of messages is back in memory.
     *
     * @param messages those of the run that the store has still
     */
    record CameBack(MessageRun run, List<QueuedMessage> messages) implements QueueEvent {}

    /** Time has passed. */
    record Ticked() implements QueueEvent {}

    /** Consumption ends, or goes on. */
    record Paused(boolean paused) implements QueueEvent {}
}
