package io.keelson.ee.iiop;

import com.sun.corba.se.impl.orbutil.ORBUtility;
import com.sun.corba.se.spi.ior.iiop.IIOPProfile;
import java.nio.charset.StandardCharsets;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.PortableServer.POA;

/** Turns references of beans into CORBA objects and back. Thread-safe. */
final class References {
    private final Map<String, Adapter> adapters = new ConcurrentHashMap<>();
    private final UnaryOperator<org.omg.CORBA.Object> addressed;

    /**
     * Makes one for a broker.
     *
     * @param addressed gives a reference the address for the client that is served
     */
    References(UnaryOperator<org.omg.CORBA.Object> addressed) {
        this.addressed = addressed;
    }

    /** A view with the object adapter of its objects. */
    private record Adapter(ServedView view, POA poa) {
        org.omg.CORBA.Object reference(String instance) {
            return poa.create_reference_with_id(instance.getBytes(StandardCharsets.UTF_8), view.typeId());
        }
    }

    void add(ServedView view, POA poa) {
        adapters.put(view.key(), new Adapter(view, poa));
    }

    @Nullable
    POA remove(ServedView view) {
        Adapter removed = adapters.remove(view.key());
        return removed == null ? null : removed.poa();
    }

    /** Returns the CORBA object of a view that needs no instance. */
    org.omg.CORBA.Object of(ServedView view) {
        Adapter adapter = adapters.get(view.key());
        if (adapter == null) {
            throw new OBJECT_NOT_EXIST(
                    "the application of " + view.key() + " has been stopped", 0, CompletionStatus.COMPLETED_NO);
        }
        return addressed.apply(adapter.reference(""));
    }

    /** Returns the CORBA object for a bean's reference; any other value as it is. */
    @Nullable
    Object remote(@Nullable Object value) {
        if (!(value instanceof Remote) || value instanceof org.omg.CORBA.Object) {
            return value;
        }
        for (Adapter adapter : adapters.values()) {
            if (adapter.view().open().references() == value.getClass()) {
                String instance = adapter.view().open().view().instance(value);
                if (instance != null) {
                    return addressed.apply(adapter.reference(instance));
                }
            }
        }
        throw new BAD_PARAM(
                value.getClass().getName() + " is no reference that IIOP knows", 0, CompletionStatus.COMPLETED_YES);
    }

    /**
     * Returns the bean's reference for a CORBA object of this server.
     *
     * @throws BAD_PARAM for an object of another process, which this server would not call
     */
    Object local(org.omg.CORBA.Object reference) {
        IIOPProfile profile = ORBUtility.getIOR(reference).getProfile();
        String[] names = profile.getObjectKeyTemplate().getObjectAdapterId().getAdapterName();
        Adapter adapter = adapters.get(names[names.length - 1]);
        if (adapter == null) {
            throw new BAD_PARAM(
                    "a reference to an object of another process is not taken", 0, CompletionStatus.COMPLETED_NO);
        }
        try {
            String instance = new String(profile.getObjectId().getId(), StandardCharsets.UTF_8);
            return adapter.view().open().view().reference(instance);
        } catch (NoSuchObjectException e) {
            throw new OBJECT_NOT_EXIST(e.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        }
    }
}
