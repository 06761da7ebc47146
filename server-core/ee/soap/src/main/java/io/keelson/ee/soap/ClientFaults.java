package io.keelson.ee.soap;

import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.frontend.WSDLQueryException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Keeps mistakes of clients out of the log: they have their answer, and anybody can make as many as he likes. Whatever the application
 * throws is logged as before. Stateless and thread-safe.
 */
final class ClientFaults implements FaultListener {
    private static final Set<String> OF_CLIENTS =
            Set.of("Client", "Sender", "VersionMismatch", "MustUnderstand", "DataEncodingUnknown");

    @Override
    public boolean faultOccurred(Exception exception, String description, Message message) {
        boolean read = message.getContent(List.class) != null; // the parameters: the application may have been called
        if (read || !isOfClient(exception)) {
            return true;
        }
        SoapLog.LOG.debugf(exception, "%s: the message or request of a client is refused", description);
        return false;
    }

    private static boolean isOfClient(Exception exception) {
        for (Throwable each = exception; each != null; each = cause(each)) {
            if (each instanceof WSDLQueryException || each instanceof XMLStreamException) {
                return true;
            }
            QName code = each instanceof Fault fault ? fault.getFaultCode() : null;
            if (code != null && OF_CLIENTS.contains(code.getLocalPart())) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Throwable cause(Throwable of) {
        return of.getCause() == of ? null : of.getCause();
    }
}
