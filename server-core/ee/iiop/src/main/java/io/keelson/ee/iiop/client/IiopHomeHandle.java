package io.keelson.ee.iiop.client;

import jakarta.ejb.EJBHome;
import jakarta.ejb.HomeHandle;
import java.io.InvalidObjectException;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * The handle of a home that was reached by RMI-IIOP: its name, as that of an object ({@link IiopHandle}). Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.6.
 */
public final class IiopHomeHandle implements HomeHandle {
    private static final long serialVersionUID = 1L;

    private final String name;

    /**
     * Makes a handle.
     *
     * @param name {@code ejb:application/module/Bean!interface#}
     * @throws InvalidObjectException where it is no such name
     */
    public IiopHomeHandle(@Nullable String name) throws InvalidObjectException {
        this.name = BeanName.checked(name);
    }

    /**
     * Returns the name.
     *
     * @throws InvalidObjectException where a stream has brought a wrong one
     */
    public String name() throws InvalidObjectException {
        return BeanName.checked(name);
    }

    @Override
    public EJBHome getEJBHome() throws RemoteException {
        return BeanName.find(name, EJBHome.class);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IiopHomeHandle handle && handle.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "handle of " + name;
    }
}
