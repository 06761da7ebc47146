package io.keelson.jms.client;

import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Reply;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Makes the exceptions of Jakarta Messaging. The error code says which rule was broken. */
final class Failures {
    private Failures() {}

    /** Something that fails in the classic way. */
    interface Call<T> {
        @Nullable
        T call() throws JMSException;
    }

    /** The same without a result. */
    interface Action {
        void run() throws JMSException;
    }

    static JMSException of(Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException || thrown instanceof ExecutionException
                ? thrown.getCause() == null ? thrown : thrown.getCause()
                : thrown;
        if (cause instanceof JMSException known) {
            return known;
        }
        if (cause instanceof JmsFailure failure) {
            return withCause(of(failure), failure);
        }
        return withCause(new JMSException("the request failed: " + cause, "INTERNAL"), cause);
    }

    private static JMSException of(JmsFailure failure) {
        String text = failure.getMessage();
        String code = failure.code().name();
        return switch (failure.code()) {
            case INVALID_DESTINATION -> new InvalidDestinationException(text, code);
            case INVALID_SELECTOR -> new InvalidSelectorException(text, code);
            case INVALID_CLIENT_ID -> new InvalidClientIDException(text, code);
            case ILLEGAL_STATE, CLOSED -> new IllegalStateException(text, code);
            case RESOURCE_ALLOCATION -> new ResourceAllocationException(text, code);
            case SECURITY -> new JMSSecurityException(text, code);
            case ROLLED_BACK -> new TransactionRolledBackException(text, code);
            case STORE, LOST, ELSEWHERE, PROTOCOL -> new JMSException(text, code);
        };
    }

    static <E extends JMSException> E withCause(E exception, Throwable cause) {
        Throwable unused = exception.initCause(cause);
        if (cause instanceof Exception linked) {
            exception.setLinkedException(linked);
        }
        return exception;
    }

    /** Waits for a reply. */
    static Reply await(CompletableFuture<Reply> reply) throws JMSException {
        try {
            return reply.get();
        } catch (ExecutionException e) {
            throw of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw withCause(
                    new JMSException("the thread was interrupted while it waited for the JMS server", "INTERRUPTED"),
                    e);
        }
    }

    static JMSRuntimeException unchecked(JMSException e) {
        String text = e.getMessage();
        String code = e.getErrorCode();
        if (e instanceof IllegalStateException) {
            return new IllegalStateRuntimeException(text, code, e);
        } else if (e instanceof InvalidClientIDException) {
            return new InvalidClientIDRuntimeException(text, code, e);
        } else if (e instanceof InvalidDestinationException) {
            return new InvalidDestinationRuntimeException(text, code, e);
        } else if (e instanceof InvalidSelectorException) {
            return new InvalidSelectorRuntimeException(text, code, e);
        } else if (e instanceof JMSSecurityException) {
            return new JMSSecurityRuntimeException(text, code, e);
        } else if (e instanceof MessageFormatException) {
            return new MessageFormatRuntimeException(text, code, e);
        } else if (e instanceof MessageNotWriteableException) {
            return new MessageNotWriteableRuntimeException(text, code, e);
        } else if (e instanceof ResourceAllocationException) {
            return new ResourceAllocationRuntimeException(text, code, e);
        } else if (e instanceof TransactionInProgressException) {
            return new TransactionInProgressRuntimeException(text, code, e);
        } else if (e instanceof TransactionRolledBackException) {
            return new TransactionRolledBackRuntimeException(text, code, e);
        }
        return new JMSRuntimeException(text, code, e);
    }

    static <T> T unchecked(Call<T> call) {
        return Objects.requireNonNull(nullable(call));
    }

    static <T> @Nullable T nullable(Call<T> call) {
        try {
            return call.call();
        } catch (JMSException e) {
            throw unchecked(e);
        }
    }

    static void uncheckedly(Action action) {
        try {
            action.run();
        } catch (JMSException e) {
            throw unchecked(e);
        }
    }
}
