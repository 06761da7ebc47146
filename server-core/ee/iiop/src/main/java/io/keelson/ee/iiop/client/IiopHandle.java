package io.keelson.ee.iiop.client;

import jakarta.ejb.EJBObject;
import jakarta.ejb.Handle;
import java.io.InvalidObjectException;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * The handle of an object of a bean that was reached by RMI-IIOP. It is a name, which is looked up in the initial context of whoever
 * uses it. Reading it brings in no other object and asks no server. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.6.
 */
public final class IiopHandle implements Handle {
    private static final long serialVersionUID = 1L;

    private final String name;

    /**
     * Makes a handle.
     *
     * @param name {@code ejb:application/module/Bean!interface#instance}
     * @throws InvalidObjectException where it is no such name
     */
    public IiopHandle(@Nullable String name) throws InvalidObjectException {
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
    public EJBObject getEJBObject() throws RemoteException {
        return BeanName.find(name, EJBObject.class);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IiopHandle handle && handle.name.equals(name);
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
