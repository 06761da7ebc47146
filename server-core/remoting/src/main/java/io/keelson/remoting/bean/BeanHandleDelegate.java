package io.keelson.remoting.bean;

import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBObject;
import jakarta.ejb.spi.HandleDelegate;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import javax.naming.Context;
import org.jspecify.annotations.Nullable;

/**
 * Writes references to homes and objects into streams of Java, for handles that others have made: their names alone, so that reading them
 * brings no object in. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Optional Features, 3.6.5 Handle Delegate.
 */
public final class BeanHandleDelegate implements HandleDelegate {
    /** The name under which components find it. */
    public static final String NAME = "java:comp/HandleDelegate";

    private final @Nullable Context context;

    /**
     * Makes it.
     *
     * @param context where names that are read are looked up; null: the initial context of the reader
     */
    public BeanHandleDelegate(@Nullable Context context) {
        this.context = context;
    }

    @Override
    public void writeEJBObject(EJBObject object, ObjectOutputStream out) throws IOException {
        if (!(object.getHandle() instanceof SessionHandle handle)) {
            throw new NotSerializableException(object + " is no object of a bean of this server");
        }
        out.writeUTF(handle.name().text());
    }

    @Override
    public EJBObject readEJBObject(ObjectInputStream in) throws IOException {
        return ObjectName.parse(in.readUTF()).find(EJBObject.class, context);
    }

    @Override
    public void writeEJBHome(EJBHome home, ObjectOutputStream out) throws IOException {
        if (!(home.getHomeHandle() instanceof SessionHomeHandle handle)) {
            throw new NotSerializableException(home + " is no home of a bean of this server");
        }
        out.writeUTF(handle.name().text());
    }

    @Override
    public EJBHome readEJBHome(ObjectInputStream in) throws IOException {
        return ObjectName.parse(in.readUTF()).find(EJBHome.class, context);
    }
}
