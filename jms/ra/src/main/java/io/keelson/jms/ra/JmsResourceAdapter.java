package io.keelson.jms.ra;

import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The resource adapter. Its properties count for all factories and activations that do not set their own. Thread-safe once it is started.
 *
 * <p>Specification: Jakarta Connectors 2.1, 5.3 and 13.4.
 */
public final class JmsResourceAdapter extends ServerProperties implements ResourceAdapter {
    private static final long serialVersionUID = 1L;

    private final transient Map<MessageEndpointFactory, MessageInflow> inflows = new ConcurrentHashMap<>();
    private final transient Map<List<@Nullable Object>, RecoveredServer> recovered = new LinkedHashMap<>();
    private transient @Nullable BootstrapContext context;

    @Override
    @Nullable
    ServerProperties behind() {
        return null;
    }

    @Override
    public void start(BootstrapContext started) throws ResourceAdapterInternalException {
        List<String> faults = new ArrayList<>();
        checkOwn(faults);
        if (!faults.isEmpty()) {
            throw new ResourceAdapterInternalException(
                    "properties of the resource adapter are wrong: " + String.join("; ", faults));
        }
        context = started;
    }

    @Override
    public void stop() {
        List<MessageInflow> open = List.copyOf(inflows.values());
        inflows.clear();
        open.forEach(MessageInflow::stop);
        List<RecoveredServer> asked;
        synchronized (recovered) {
            asked = List.copyOf(recovered.values());
            recovered.clear();
        }
        asked.forEach(RecoveredServer::close);
    }

    @Override
    public void endpointActivation(MessageEndpointFactory factory, ActivationSpec spec) throws ResourceException {
        if (!(spec instanceof MessageActivation activation)) {
            throw new NotSupportedException(spec + " is no " + MessageActivation.class.getName());
        }
        BootstrapContext in = context;
        if (in == null) {
            throw new ResourceAdapterInternalException("the resource adapter is not started");
        }
        activation.validate();
        MessageInflow inflow = new MessageInflow(activation, factory, in);
        inflows.put(factory, inflow);
        inflow.start();
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory factory, ActivationSpec spec) {
        MessageInflow inflow = inflows.remove(factory);
        if (inflow != null) {
            inflow.stop();
        }
    }

    /** Returns one resource for each server and user of the activations; it connects when it is asked something. */
    @Override
    public XAResource[] getXAResources(ActivationSpec @Nullable [] specs) {
        Map<List<@Nullable Object>, XAResource> found = new LinkedHashMap<>();
        synchronized (recovered) {
            for (ActivationSpec each : specs == null ? new ActivationSpec[0] : specs) {
                if (each instanceof MessageActivation activation) {
                    List<@Nullable Object> key = activation.servers();
                    found.put(key, recovered.computeIfAbsent(key, one -> new RecoveredServer(activation)));
                }
            }
        }
        return found.values().toArray(new XAResource[0]);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JmsResourceAdapter adapter && adapter.identity().equals(identity());
    }

    @Override
    public int hashCode() {
        return String.valueOf(getUrl()).hashCode();
    }

    @Override
    public String toString() {
        return "Keelson JMS of " + getUrl();
    }
}
