package io.keelson.ee.cdi.messaging;

import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSPasswordCredential;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSessionMode;
import java.io.Serializable;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Annotations of an injection point. Points with equal ones share a context within a transaction or request.
 *
 * @param factory the name of the connection factory
 * @param mode as {@link JMSContext} numbers them
 * @param user null: that of the application
 */
record ContextKey(
        String factory,
        int mode,
        @Nullable String user,
        @Nullable String password) implements Serializable {
    private static final String DEFAULT = "java:comp/DefaultJMSConnectionFactory";

    static ContextKey of(InjectionPoint point) {
        Annotated at = point.getAnnotated();
        JMSConnectionFactory factory = at.getAnnotation(JMSConnectionFactory.class);
        JMSSessionMode mode = at.getAnnotation(JMSSessionMode.class);
        JMSPasswordCredential credential = at.getAnnotation(JMSPasswordCredential.class);
        return new ContextKey(
                factory == null || factory.value().isEmpty() ? DEFAULT : factory.value(),
                mode == null ? JMSContext.AUTO_ACKNOWLEDGE : mode.value(),
                credential == null ? null : credential.userName(),
                credential == null ? null : credential.password());
    }

    /** Opens a context of the calling component. */
    JMSContext open() {
        Object found;
        try {
            found = new InitialContext().lookup(factory);
        } catch (NamingException e) {
            throw new JMSRuntimeException(
                    "the connection factory " + factory + " of an injected JMSContext is not there: " + e.getMessage(),
                    null,
                    e);
        }
        if (!(found instanceof ConnectionFactory connections)) {
            throw new JMSRuntimeException("what an injected JMSContext names as its connection factory, " + factory
                    + ", is a " + found.getClass().getName());
        }
        return user == null ? connections.createContext(mode) : connections.createContext(user, password, mode);
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return "JMSContext of " + factory + (user == null ? "" : " for " + user) + ", session mode " + mode;
    }
}
