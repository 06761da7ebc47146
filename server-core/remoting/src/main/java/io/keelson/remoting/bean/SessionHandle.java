package io.keelson.remoting.bean;

import jakarta.ejb.EJBObject;
import jakarta.ejb.Handle;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * The handle of an object of a session or entity bean. In calls it carries the reference itself. A stream of Java has its name, which is
 * looked up in the initial context of whoever reads it, at the first use. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.6.
 */
public final class SessionHandle implements Handle {
    private static final long serialVersionUID = 1L;

    private final ObjectName name;
    private transient volatile @Nullable EJBObject object;

    /**
     * Makes a handle.
     *
     * @param view {@code ejb:application/module/Bean!interface}
     * @param instance the identity of the instance as text; empty: it has none
     * @throws NotSerializableException when these make no valid name
     */
    public SessionHandle(String view, String instance, EJBObject object) throws NotSerializableException {
        this(ObjectName.of(view, instance), object);
    }

    SessionHandle(ObjectName name, EJBObject object) {
        this.name = name;
        this.object = object;
    }

    ObjectName name() {
        return name;
    }

    @Override
    public EJBObject getEJBObject() throws RemoteException {
        EJBObject known = object;
        if (known == null) {
            known = name.find(EJBObject.class, null);
            object = known;
        }
        return known;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        if (ObjectName.travels(out)) {
            out.writeObject(object);
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        ObjectName.parse(name == null ? null : name.text());
        if (ObjectName.travels(in)) {
            object = (EJBObject) in.readObject();
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SessionHandle handle && handle.name.text().equals(name.text());
    }

    @Override
    public int hashCode() {
        return name.text().hashCode();
    }

    @Override
    public String toString() {
        return "handle of " + name.text();
    }
}
