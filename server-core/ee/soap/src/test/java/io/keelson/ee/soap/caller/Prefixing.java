package io.keelson.ee.soap.caller;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.Set;
import javax.xml.namespace.QName;

/** A handler of a client that puts a word of the application before each answer. */
public class Prefixing implements SOAPHandler<SOAPMessageContext> {
    @Resource(name = "word")
    private String word;

    private boolean ready;

    @PostConstruct
    void begin() {
        ready = true;
    }

    @Override
    public Set<QName> getHeaders() {
        return Set.of();
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
        if (!(Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
            try {
                var result = context.getMessage().getSOAPBody().getFirstChild().getFirstChild();
                result.setTextContent((ready ? word : "not ready") + ' ' + result.getTextContent());
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }
        return true;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
        return true;
    }

    @Override
    public void close(MessageContext context) {}
}
