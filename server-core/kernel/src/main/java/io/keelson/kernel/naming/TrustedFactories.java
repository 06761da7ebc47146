package io.keelson.kernel.naming;

import java.util.Hashtable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects of references, by factories that the domain trusts and by no others: whoever can bind a reference, or let one be
 * read, would otherwise choose which code runs. A reference that says where its factory's classes are to be loaded from is
 * refused whatever it names. Thread-safe.
 */
final class TrustedFactories {
    /** Number of different factories that the log names at most: it is not flooded by invented names. */
    private static final int MOST_NAMED = 100;

    private final Supplier<List<String>> trusted;
    private final Set<String> named = ConcurrentHashMap.newKeySet();

    /** With the names of classes, or of packages with {@code .*} behind them, that are trusted now. */
    TrustedFactories(Supplier<List<String>> trusted) {
        this.trusted = trusted;
    }

    /**
     * Refuses what no lookup would make into an object.
     *
     * @param fullName where it stands, for the message
     */
    void check(Reference reference, String fullName) throws NamingException {
        String location = reference.getFactoryClassLocation();
        String factory = reference.getFactoryClassName();
        if (location != null && !location.isEmpty()) {
            throw refused(
                    fullName,
                    String.valueOf(factory),
                    "it says where its code is to be loaded from, which is never done");
        }
        if (factory == null) {
            throw refused(fullName, "none", "it names no factory");
        }
        if (!isTrusted(factory)) {
            throw refused(fullName, factory, "the factory is not among naming.trusted-object-factories");
        }
    }

    private NamingException refused(String fullName, String factory, String why) {
        if (named.size() < MOST_NAMED && named.add(factory)) {
            NamingLog.LOG.referenceRefused(fullName, printable(factory), why);
        }
        return new NoPermissionException(
                "the reference at " + fullName + " (factory " + printable(factory) + ") is refused: " + why);
    }

    static String printable(String text) {
        String cut = text.length() > 200 ? text.substring(0, 200) + "..." : text;
        return cut.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private boolean isTrusted(String factory) {
        for (String each : trusted.get()) {
            if (each.equals(factory)
                    || each.endsWith(".*") && factory.startsWith(each.substring(0, each.length() - 1))) {
                return true;
            }
        }
        return false;
    }

    /** The object that a reference means. */
    Object make(Reference reference, Name name, Context context, Hashtable<?, ?> environment) throws NamingException {
        check(reference, name.toString());
        String factory = reference.getFactoryClassName();
        try {
            Object made = factory(factory).getObjectInstance(reference, name, context, environment);
            if (made == null) {
                throw new NamingException("the factory " + factory + " makes no object of the reference at " + name);
            }
            return made;
        } catch (NamingException e) {
            throw e;
        } catch (Exception | LinkageError e) { // a factory may throw anything
            NamingException failed =
                    new NamingException("the factory " + factory + " failed for the reference at " + name + ": " + e);
            failed.setRootCause(e);
            throw failed;
        }
    }

    private static ObjectFactory factory(String name) throws ReflectiveOperationException {
        @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return Class.forName(name, true, loader == null ? TrustedFactories.class.getClassLoader() : loader)
                .asSubclass(ObjectFactory.class)
                .getDeclaredConstructor()
                .newInstance();
    }
}
