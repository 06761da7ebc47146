package io.keelson.ee.connectors.ledger;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConfigProperty;
import jakarta.resource.spi.ConnectionDefinition;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.security.PasswordCredential;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Reference;
import javax.security.auth.Subject;

/** Makes the test's connections. */
@ConnectionDefinition(
        connectionFactory = Ledger.class,
        connectionFactoryImpl = LedgerFactory.Opened.class,
        connection = Ledger.Page.class,
        connectionImpl = LedgerConnection.Handle.class)
public class LedgerFactory implements ManagedConnectionFactory, ResourceAdapterAssociation {
    private static final long serialVersionUID = 1L;
    private transient LedgerAdapter adapter;
    private final AtomicInteger numbers = new AtomicInteger();

    @ConfigProperty(defaultValue = "plain")
    private String style;

    /** Sets a property. */
    public void setStyle(String style) {
        this.style = style;
    }

    /** The property. */
    public String getStyle() {
        return style;
    }

    @Override
    public Object createConnectionFactory(ConnectionManager manager) {
        return new Opened(this, manager);
    }

    @Override
    public Object createConnectionFactory() throws ResourceException {
        throw new ResourceException("there is a server");
    }

    @Override
    public ManagedConnection createManagedConnection(Subject subject, ConnectionRequestInfo info) {
        String user = user(subject);
        if (!user.isEmpty()) {
            adapter.note("signed on as " + user);
        }
        return new LedgerConnection(adapter, style, numbers, user);
    }

    private String user(Subject subject) {
        if (subject != null) {
            for (PasswordCredential each : subject.getPrivateCredentials(PasswordCredential.class)) {
                if (each.getManagedConnectionFactory() == this) {
                    return each.getUserName() + "/" + new String(each.getPassword());
                }
            }
        }
        return "";
    }

    @Override
    public ManagedConnection matchManagedConnections(Set all, Subject subject, ConnectionRequestInfo info) {
        for (Object each : all) {
            if (((LedgerConnection) each).user().equals(user(subject))) {
                return (ManagedConnection) each;
            }
        }
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter given) {
        adapter = (LedgerAdapter) given;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** The connection factory. */
    public static class Opened implements Ledger {
        private static final long serialVersionUID = 1L;
        private final LedgerFactory factory;
        private final transient ConnectionManager manager;
        private transient Reference reference;

        Opened(LedgerFactory factory, ConnectionManager manager) {
            this.factory = factory;
            this.manager = manager;
        }

        @Override
        public Page open() throws ResourceException {
            return (Page) manager.allocateConnection(factory, null);
        }

        @Override
        public Reference getReference() {
            return reference;
        }

        @Override
        public void setReference(Reference reference) {
            this.reference = reference;
        }
    }
}
