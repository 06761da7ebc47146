package io.keelson.ee.iiop;

import com.sun.corba.se.impl.orbutil.ORBUtility;
import com.sun.corba.se.spi.ior.iiop.IIOPProfile;
import io.keelson.ee.iiop.client.IiopHandle;
import io.keelson.ee.iiop.client.IiopHomeHandle;
import io.keelson.ee.iiop.client.IiopMetaData;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBMetaData;
import jakarta.ejb.EJBObject;
import jakarta.ejb.Handle;
import jakarta.ejb.HomeHandle;
import java.io.InvalidObjectException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.PortableServer.POA;

/** Turns references of beans into CORBA objects, and their handles into those of clients of IIOP, and back. Thread-safe. */
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

    /**
     * Returns the CORBA object of a view.
     *
     * @param instance which the caller names; calls tell if it is there
     */
    org.omg.CORBA.Object of(ServedView view, String instance) {
        Adapter adapter = adapters.get(view.key());
        if (adapter == null) {
            throw new OBJECT_NOT_EXIST(
                    "the application of " + view.key() + " has been stopped", 0, CompletionStatus.COMPLETED_NO);
        }
        return addressed.apply(adapter.reference(instance));
    }

    /** Returns the CORBA object for a bean's reference, the handle or description as clients of IIOP have it; any other value as it is. */
    @Nullable
    Object remote(@Nullable Object value) {
        try {
            if (value instanceof Handle handle) {
                return new IiopHandle(name(handle.getEJBObject()));
            } else if (value instanceof HomeHandle handle) {
                return new IiopHomeHandle(name(handle.getEJBHome()));
            } else if (value instanceof EJBMetaData described) {
                return new IiopMetaData(
                        new IiopHomeHandle(name(described.getEJBHome())),
                        described.getHomeInterfaceClass(),
                        described.getRemoteInterfaceClass(),
                        described.isSession() ? null : described.getPrimaryKeyClass(),
                        described.isSession() && described.isStatelessSession());
            }
        } catch (RemoteException | InvalidObjectException e) {
            throw new BAD_PARAM(
                    "a handle cannot be sent by IIOP: " + e.getMessage(), 0, CompletionStatus.COMPLETED_YES);
        }
        if (!(value instanceof Remote) || value instanceof org.omg.CORBA.Object) {
            return value;
        }
        Found found = found(value);
        return addressed.apply(found.adapter().reference(found.instance()));
    }

    /** A reference as the views that IIOP serves know it. */
    private record Found(Adapter adapter, String instance) {}

    private Found found(Object reference) {
        for (Adapter adapter : adapters.values()) {
            if (adapter.view().open().references() == reference.getClass()) {
                String instance = adapter.view().open().view().instance(reference);
                if (instance != null) {
                    return new Found(adapter, instance);
                }
            }
        }
        throw new BAD_PARAM(
                reference.getClass().getName() + " is no reference that IIOP knows", 0, CompletionStatus.COMPLETED_YES);
    }

    private String name(Object reference) {
        Found found = found(reference);
        return ServedView.PREFIX + found.adapter().view().path() + "#"
                + URLEncoder.encode(found.instance(), StandardCharsets.UTF_8);
    }

    /**
     * Returns the bean's reference for a CORBA object of this server, and the bean's handle for one of IIOP; any other argument as it is.
     *
     * @throws BAD_PARAM for an object of another process, which this server would not call
     */
    @Nullable
    Object argument(@Nullable Object value) {
        try {
            if (value instanceof org.omg.CORBA.Object reference) {
                return local(reference);
            } else if (value instanceof IiopHandle handle) {
                return ((EJBObject) named(handle.name())).getHandle();
            } else if (value instanceof IiopHomeHandle handle) {
                return ((EJBHome) named(handle.name())).getHomeHandle();
            }
            return value;
        } catch (NoSuchObjectException e) {
            throw new OBJECT_NOT_EXIST(e.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        } catch (RemoteException | InvalidObjectException | ClassCastException | IllegalArgumentException e) {
            throw new BAD_PARAM("a handle that is none of a bean of this server", 0, CompletionStatus.COMPLETED_NO);
        }
    }

    private Object named(String name) throws NoSuchObjectException {
        int end = name.lastIndexOf('#');
        String path = name.substring(ServedView.PREFIX.length(), end);
        for (Adapter adapter : adapters.values()) {
            if (adapter.view().path().equals(path)) {
                String instance = URLDecoder.decode(name.substring(end + 1), StandardCharsets.UTF_8);
                return adapter.view().open().view().reference(instance);
            }
        }
        throw new NoSuchObjectException("no bean has the name " + path);
    }

    /**
     * Returns the bean's reference for a CORBA object of this server.
     *
     * @throws BAD_PARAM for an object of another process, which this server would not call
     */
    private Object local(org.omg.CORBA.Object reference) {
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
