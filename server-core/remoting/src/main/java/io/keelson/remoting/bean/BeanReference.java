package io.keelson.remoting.bean;

import java.io.NotSerializableException;
import java.io.Serializable;
import java.rmi.RemoteException;

/**
 * Stands in streams of Java for a reference to a bean: its name, which whoever reads it looks up at once. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.4.
 */
public final class BeanReference implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ObjectName name;

    /**
     * Makes it.
     *
     * @param view {@code ejb:application/module/Bean!interface}
     * @param instance the identity of the instance as text; empty: it has none
     * @throws NotSerializableException when these make no valid name
     */
    public BeanReference(String view, String instance) throws NotSerializableException {
        this.name = ObjectName.of(view, instance);
    }

    private Object readResolve() throws RemoteException {
        return ObjectName.parseRead(name).find(Object.class, null);
    }
}
