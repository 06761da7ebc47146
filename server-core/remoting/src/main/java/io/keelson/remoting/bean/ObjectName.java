package io.keelson.remoting.bean;

import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.util.regex.Pattern;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.jboss.marshalling.MarshallerObjectInputStream;
import org.jboss.marshalling.MarshallerObjectOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The name by which a home or an object of a 2.x view is found again: {@code ejb:application/module/Bean!interface#instance}. It is all
 * that a handle consists of in a stream of Java, so that reading one loads no class of others and asks no server. Immutable.
 */
final class ObjectName implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 2_000;
    private static final Pattern FORM = Pattern.compile("ejb:[^\\p{Cntrl}:#?\"'\\\\]+![\\p{L}\\p{N}_.$]+#[\\w.*+%-]*");

    private final String text;

    private ObjectName(String text) {
        this.text = text;
    }

    /**
     * Returns the name of an instance of a view.
     *
     * @param view {@code ejb:application/module/Bean!interface}
     * @param instance its identity as text; empty: it has none
     * @throws NotSerializableException when it is longer than a handle may be
     */
    static ObjectName of(String view, String instance) throws NotSerializableException {
        String text = view + "#" + URLEncoder.encode(instance, StandardCharsets.UTF_8);
        if (!isName(text)) {
            throw new NotSerializableException("no handle has the name " + text);
        }
        return new ObjectName(text);
    }

    /**
     * Returns the name of a text that was read.
     *
     * @throws InvalidObjectException when it is none, as a name of another scheme could ask any server
     */
    static ObjectName parse(@Nullable String text) throws InvalidObjectException {
        if (text == null || !isName(text)) {
            throw new InvalidObjectException("a handle without a valid name of a bean");
        }
        return new ObjectName(text);
    }

    /** Checks a name that a stream has brought. */
    static ObjectName parseRead(@Nullable ObjectName read) throws RemoteException {
        try {
            return parse(read == null ? null : read.text);
        } catch (InvalidObjectException e) {
            throw new RemoteException("a reference to a bean cannot be read", e);
        }
    }

    private static boolean isName(String text) {
        return text.length() <= LONGEST && FORM.matcher(text).matches();
    }

    String text() {
        return text;
    }

    private Object readResolve() throws InvalidObjectException {
        return parse(text);
    }

    /**
     * Finds what it names.
     *
     * @param context where it is looked up; null: the initial context
     * @throws NoSuchObjectException when the server has no such bean
     * @throws RemoteException when the server cannot be asked
     */
    <T> T find(Class<T> type, @Nullable Context context) throws RemoteException {
        try {
            Object found = lookup(context);
            if (type.isInstance(found)) {
                return type.cast(found);
            }
            throw new RemoteException(text + " leads to no " + type.getName());
        } catch (NameNotFoundException e) {
            NoSuchObjectException missing = new NoSuchObjectException(
                    "the bean of a handle is not there: " + text + "; its application was undeployed or has changed");
            missing.detail = e;
            throw missing;
        } catch (NamingException e) {
            throw new RemoteException(
                    "the bean of a handle cannot be looked up: " + text + " (" + e.getMessage()
                            + "); a handle is resolved in the initial context, which has to be one of a server",
                    e);
        }
    }

    @SuppressWarnings("BanJNDI") // the form of the name is checked where it comes in
    private @Nullable Object lookup(@Nullable Context context) throws NamingException {
        return context == null ? ResolvingContexts.OF_JVM.lookup(text) : context.lookup(text);
    }

    /** Returns true if references travel in a stream as such: in a call of the native protocol. */
    static boolean travels(ObjectOutputStream out) {
        return out instanceof MarshallerObjectOutputStream;
    }

    /** Returns true if references travel in a stream as such. */
    static boolean travels(ObjectInputStream in) {
        return in instanceof MarshallerObjectInputStream;
    }
}
