package io.keelson.ee.iiop;

import com.sun.corba.se.impl.presentation.rmi.IDLNameTranslatorImpl;
import com.sun.corba.se.impl.util.RepositoryId;
import com.sun.corba.se.spi.presentation.rmi.IDLNameTranslator;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.remoting.spi.OpenView;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBObject;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A remote view as RMI-IIOP has it: its operations by their IDL names, and its type ids. Immutable and thread-safe.
 *
 * @param open the view
 * @param operations by their names on the wire
 * @param typeIds of the interface and of the remote interfaces that it extends, its own first
 * @param named true if clients find it by a name: a home, or an interface whose objects are all the same
 */
record ServedView(OpenView open, Map<String, Operation> operations, List<String> typeIds, boolean named) {
    static final String PREFIX = "ejb:";

    /**
     * Reads a view.
     *
     * @return null where RMI-IIOP cannot carry the interface, which the log says
     * @throws DeploymentException where it carries values that the broker cannot send
     */
    static @Nullable ServedView of(OpenView open, String application) throws DeploymentException {
        Class<?> type = open.view().interfaces().get(0);
        if (!Remote.class.isAssignableFrom(type)) {
            IiopLog.LOG.notReachable(open.view().key(), type.getName() + " does not extend java.rmi.Remote");
            return null;
        }
        IDLNameTranslator names;
        try {
            names = IDLNameTranslatorImpl.get(type);
        } catch (IllegalStateException e) {
            IiopLog.LOG.notReachable(open.view().key(), String.valueOf(e.getMessage()));
            return null;
        }
        Map<String, Operation> operations = new HashMap<>();
        for (Method method : names.getMethods()) {
            Sendable.check(method, application);
            operations.put(names.getIDLName(method), new Operation(method));
        }
        return new ServedView(open, Map.copyOf(operations), typeIds(type), isNamed(open, type));
    }

    private static List<String> typeIds(Class<?> type) {
        Set<String> ids = new LinkedHashSet<>();
        collect(type, ids);
        return new ArrayList<>(ids);
    }

    private static void collect(Class<?> type, Set<String> into) {
        if (Remote.class.isAssignableFrom(type) && type != Remote.class) {
            into.add(RepositoryId.createForJavaType(type));
            for (Class<?> each : type.getInterfaces()) {
                collect(each, into);
            }
        }
    }

    private static boolean isNamed(OpenView open, Class<?> type) {
        if (EJBHome.class.isAssignableFrom(type)) {
            return true;
        }
        if (EJBObject.class.isAssignableFrom(type)) {
            return false;
        }
        try {
            return open.view().reference("") != null;
        } catch (NoSuchObjectException e) {
            return false; // objects of a stateful bean are made by its home
        }
    }

    /** Returns the key of the view, which is the name of its object adapter. */
    String key() {
        return open.view().key();
    }

    /** Returns the portable name below {@code java:global}, such as {@code shop/carts/Cart!org.acme.CartHome}. */
    String path() {
        String key = key();
        return key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
    }

    /** Returns true for a home of the 2.x view. */
    boolean home() {
        return EJBHome.class.isAssignableFrom(open.view().interfaces().get(0));
    }

    String typeId() {
        return typeIds.get(0);
    }
}
