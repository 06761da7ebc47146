package io.keelson.jms.engine;

/** Effects of a step of a queue. Called within the step; must not call the queue. */
public interface QueueEffects {
    /** A consumer gets a message. Its credit is one less. */
    void deliver(long consumer, QueuedMessage message);

    /** A message is over and has left the queue. */
    void expired(QueuedMessage message);

    /** A message was delivered as often as it may and has left the queue. */
    void exhausted(QueuedMessage message);

    /** Messages that are out of memory are to come back: {@link QueueEvent.CameBack} follows. */
    void wanted(MessageRun run);
}
