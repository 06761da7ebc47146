package io.keelson.jms.client;

import jakarta.jms.JMSConsumer;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.jspecify.annotations.Nullable;

/** A consumer of a context. */
final class ContextConsumer implements JMSConsumer {
    private final ClientConsumer consumer;

    ContextConsumer(ClientConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public @Nullable String getMessageSelector() {
        return Failures.nullable(consumer::getMessageSelector);
    }

    @Override
    public @Nullable MessageListener getMessageListener() {
        return Failures.nullable(consumer::getMessageListener);
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) {
        Failures.uncheckedly(() -> consumer.setMessageListener(listener));
    }

    @Override
    public @Nullable Message receive() {
        return Failures.nullable(() -> consumer.receive());
    }

    @Override
    public @Nullable Message receive(long timeout) {
        return Failures.nullable(() -> consumer.receive(timeout));
    }

    @Override
    public @Nullable Message receiveNoWait() {
        return Failures.nullable(consumer::receiveNoWait);
    }

    @Override
    public void close() {
        Failures.uncheckedly(consumer::close);
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type) {
        return Failures.nullable(() -> consumer.receiveBody(type, 0));
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type, long timeout) {
        return Failures.nullable(() -> consumer.receiveBody(type, Math.max(0, timeout)));
    }

    @Override
    public <T> @Nullable T receiveBodyNoWait(Class<T> type) {
        return Failures.nullable(() -> consumer.receiveBody(type, -1));
    }
}
