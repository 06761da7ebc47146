package ws;

import jakarta.annotation.PostConstruct;
import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import java.util.concurrent.atomic.AtomicInteger;

/** A handler that counts the messages that it sees, once it is begun. */
public class Shouting implements LogicalHandler<LogicalMessageContext> {
    static final AtomicInteger SEEN = new AtomicInteger();

    private boolean begun;

    @PostConstruct
    public void begin() {
        begun = true;
    }

    @Override
    public boolean handleMessage(LogicalMessageContext context) {
        LogicalMessage message = context.getMessage();
        if (begun && message.getPayload() != null) {
            SEEN.incrementAndGet();
        }
        return true;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
        return true;
    }

    @Override
    public void close(MessageContext context) {}
}
