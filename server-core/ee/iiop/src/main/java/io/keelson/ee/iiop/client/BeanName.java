package io.keelson.ee.iiop.client;

import java.io.InvalidObjectException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.rmi.PortableRemoteObject;
import org.jspecify.annotations.Nullable;

/**
 * The names by which homes and objects are found again: {@code ejb:application/module/Bean!interface#instance}, as the handles of the
 * native protocol have them. A name of another form could lead to any server and is refused. Thread-safe; the monitor of the class
 * guards the contexts.
 */
final class BeanName {
    static final String SCHEME = "ejb:";

    private static final int LONGEST = 2_000;
    private static final Pattern FORM = Pattern.compile("ejb:[^\\p{Cntrl}:#?\"'\\\\]+![\\p{L}\\p{N}_.$]+#[\\w.*+%-]*");

    /** One for the code of each class loader: a context by IIOP has a broker, which objects need as long as they are used. */
    private static final Map<ClassLoader, Context> KEPT = new WeakHashMap<>();

    private BeanName() {}

    /** Returns true if a text is a name of a bean. */
    static boolean isName(@Nullable String text) {
        return text != null && text.length() <= LONGEST && FORM.matcher(text).matches();
    }

    /**
     * Checks a name.
     *
     * @throws InvalidObjectException where it is none
     */
    static String checked(@Nullable String text) throws InvalidObjectException {
        if (text == null || !isName(text)) {
            throw new InvalidObjectException("a handle without a valid name of a bean");
        }
        return text;
    }

    /**
     * Finds what a name names, in the initial context of the calling code.
     *
     * @throws NoSuchObjectException where the server has no such bean
     * @throws RemoteException where the name is none, or the server cannot be asked
     */
    static <T> T find(@Nullable String text, Class<T> type) throws RemoteException {
        try {
            return type.cast(PortableRemoteObject.narrow(lookup(checked(text)), type));
        } catch (NameNotFoundException e) {
            NoSuchObjectException missing = new NoSuchObjectException(
                    "the bean of a handle is not there: " + text + "; its application was undeployed or has changed");
            missing.detail = e;
            throw missing;
        } catch (NamingException | InvalidObjectException | ClassCastException e) {
            throw new RemoteException(
                    "the bean of a handle cannot be looked up: " + text + " (" + e.getMessage()
                            + "); a handle is resolved in the initial context, which has to be one of a server",
                    e);
        }
    }

    @SuppressWarnings("BanJNDI") // the form of the name has been checked
    private static Object lookup(String name) throws NamingException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Context context = loader == null ? new InitialContext() : kept(loader);
        return context.lookup(name);
    }

    private static synchronized Context kept(ClassLoader loader) throws NamingException {
        Context there = KEPT.get(loader);
        if (there == null) {
            Context initial = new InitialContext();
            Object factory = initial.getEnvironment().get(Context.INITIAL_CONTEXT_FACTORY);
            if (!IiopContextFactory.class.getName().equals(factory)) {
                return initial;
            }
            there = initial;
            KEPT.put(loader, there);
        }
        return there;
    }

    /**
     * Looks a name up in a context of CORBA's names.
     *
     * @return the object, as its interface
     * @throws NamingException where it is not there, or its interface is not on the class path
     */
    @SuppressWarnings("BanJNDI") // the form of the name is checked here
    static Object lookup(Context context, String name) throws NamingException {
        if (!isName(name)) {
            throw new NameNotFoundException("no name of a bean: " + name);
        }
        String path = name.substring(SCHEME.length());
        String type = path.substring(path.lastIndexOf('!') + 1, path.lastIndexOf('#'));
        Object found = context.lookup(path);
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return PortableRemoteObject.narrow(found, Class.forName(type, false, loader));
        } catch (ClassNotFoundException | ClassCastException e) {
            NamingException wrong =
                    new NamingException("the interface " + type + " is not on the class path, or not that of " + name);
            wrong.setRootCause(e);
            throw wrong;
        }
    }
}
