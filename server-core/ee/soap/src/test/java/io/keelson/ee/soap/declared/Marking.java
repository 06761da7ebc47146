package io.keelson.ee.soap.declared;

import jakarta.annotation.Resource;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.Set;
import javax.xml.namespace.QName;

/** A handler of an endpoint that puts a mark of the application behind each answer. */
public class Marking implements SOAPHandler<SOAPMessageContext> {
    @Resource(name = "mark")
    private String mark;

    @Override
    public Set<QName> getHeaders() {
        return Set.of();
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
        if ((Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
            try {
                var result = context.getMessage().getSOAPBody().getFirstChild().getFirstChild();
                result.setTextContent(result.getTextContent() + mark());
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }
        return true;
    }

    String mark() {
        return mark;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
        return true;
    }

    @Override
    public void close(MessageContext context) {}

    /** One that the annotation names. */
    public static class Annotated extends Marking {
        @Override
        String mark() {
            return " by the annotation";
        }
    }
}
