package io.keelson.component.spi;

/** A resource adapter as the beans that it has messages for know it. Thread-safe. */
public interface MessageSource {
    /** Returns the name of its module, for messages. */
    String name();

    /** Returns true if it has messages for that target: of its listener's type, of its application, or named by it. */
    boolean feeds(MessageTarget target);

    /**
     * Begins to deliver messages to a target.
     *
     * @return ends it: no message is delivered any more when its {@code close} has returned
     * @throws Exception when the adapter refuses; the message says why
     */
    AutoCloseable activate(MessageTarget target) throws Exception;
}
