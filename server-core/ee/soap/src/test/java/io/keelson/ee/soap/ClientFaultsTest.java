package io.keelson.ee.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.common.i18n.Message;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.MessageImpl;
import org.junit.jupiter.api.Test;

/** Logging of the mistakes of clients. */
class ClientFaultsTest {
    private static final QName CLIENT = new QName("http://schemas.xmlsoap.org/soap/envelope/", "Client");

    private final ClientFaults faults = new ClientFaults();

    private boolean logged(Exception exception, boolean read) {
        MessageImpl message = new MessageImpl();
        if (read) {
            message.setContent(List.class, List.of("a parameter"));
        }
        return faults.faultOccurred(exception, "the endpoint", message);
    }

    private static Fault fault(Throwable cause) {
        return new Fault(new Message("wrong", (java.util.ResourceBundle) null), cause);
    }

    @Test
    void mistakesOfClientsAreNot() {
        Fault refused = fault(null);
        refused.setFaultCode(CLIENT);
        assertThat(logged(refused, false)).isFalse();
        assertThat(logged(fault(new XMLStreamException("ends early")), false)).isFalse();
        assertThat(logged(new RuntimeException(refused), false)).isFalse();
    }

    @Test
    void failuresOfServerAndApplicationAre() {
        assertThat(logged(fault(null), false)).isTrue();
        assertThat(logged(new IllegalStateException("broken"), false)).isTrue();
        Fault thrown = fault(null);
        thrown.setFaultCode(CLIENT);
        assertThat(logged(thrown, true)).isTrue();
        assertThat(logged(fault(new XMLStreamException("the bean's own")), true))
                .isTrue();
    }
}
