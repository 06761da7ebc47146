package io.keelson.ee.connectors.ledger;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ConfigProperty;
import jakarta.resource.spi.Connector;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.TransactionSupport;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.transaction.xa.XAResource;

/** The test's adapter. */
@Connector(transactionSupport = TransactionSupport.TransactionSupportLevel.XATransaction)
public class LedgerAdapter implements ResourceAdapter {
    private final Map<MessageEndpointFactory, LedgerActivation> readers = new ConcurrentHashMap<>();
    private final List<String> history = new CopyOnWriteArrayList<>();
    private BootstrapContext context;

    @ConfigProperty(defaultValue = "red")
    private String colour;

    /** Sets a property. */
    public void setColour(String colour) {
        this.colour = colour;
    }

    /** The property. */
    public String getColour() {
        return colour;
    }

    List<String> history() {
        return history;
    }

    void note(String what) {
        history.add(what);
    }

    @Override
    public void start(BootstrapContext given) throws ResourceAdapterInternalException {
        context = given;
        note("started " + colour);
    }

    @Override
    public void stop() {
        System.setProperty("keelson.test.ledger", "stopped with " + readers.size() + " readers");
    }

    @Override
    public void endpointActivation(MessageEndpointFactory factory, ActivationSpec spec) {
        readers.put(factory, (LedgerActivation) spec);
        note("activated " + ((LedgerActivation) spec).getShelf() + " " + factory.getActivationName());
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory factory, ActivationSpec spec) {
        readers.remove(factory);
    }

    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) {
        return new XAResource[0];
    }

    void send(String message) {
        try {
            for (MessageEndpointFactory each : readers.keySet()) {
                Delivery delivery = new Delivery(this, each, message);
                if (message.startsWith("imported")) {
                    Imported.send(this, context, delivery, message);
                } else {
                    context.getWorkManager().startWork(delivery);
                }
            }
        } catch (WorkException e) {
            note("rejected " + e);
        }
    }

    record Delivery(LedgerAdapter adapter, MessageEndpointFactory factory, String message) implements Work {
        @Override
        public void release() {}

        @Override
        public void run() {
            try {
                if (Ledger.Marker.class.isAssignableFrom(factory.getEndpointClass())) {
                    MessageEndpoint marked = factory.createEndpoint(null);
                    Method note = factory.getEndpointClass().getMethod("mark", String.class);
                    adapter.note(String.valueOf(note.invoke(marked, message)));
                    marked.release();
                    return;
                }
                Method method = Ledger.Reader.class.getMethod("read", String.class);
                MessageEndpoint endpoint = factory.createEndpoint(new LedgerBranch(adapter, "message"));
                try {
                    boolean announced = message.startsWith("announced");
                    if (announced) {
                        endpoint.beforeDelivery(method);
                    }
                    try {
                        ((Ledger.Reader) endpoint).read(message);
                        adapter.note("delivered " + message + " " + factory.isDeliveryTransacted(method));
                    } catch (Exception e) {
                        adapter.note("failed " + message + " " + e.getClass().getSimpleName());
                    }
                    if (announced) {
                        endpoint.afterDelivery();
                    }
                } finally {
                    endpoint.release();
                }
            } catch (ReflectiveOperationException | ResourceException e) {
                adapter.note("broken " + e);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
