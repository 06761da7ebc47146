package io.keelson.component.spi;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session bean as CDI sees it. The container of enterprise beans attaches {@link SessionBeans} to each module when its beans are read;
 * CDI makes them beans of
 * its own and gives each its services. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 20 Session beans.
 */
public interface SessionBean {
    /** The kinds of session beans. */
    enum Kind {
        STATELESS,
        STATEFUL,
        SINGLETON
    }

    /** Returns the name, unique in the module. */
    String name();

    /** Returns the portable name of a view, which a component of the application can look up. */
    String lookupName(Class<?> view);

    /** Returns the bean class. */
    Class<?> beanClass();

    /** Returns the kind. */
    Kind kind();

    /** Returns the local views; with a no-interface view the bean class is among them. */
    List<Class<?>> localViews();

    /** Returns the remote views. */
    List<Class<?>> remoteViews();

    /** Returns the methods that remove a stateful bean. */
    List<Method> removeMethods();

    /** Returns true if idle instances of a stateful bean may be written to disk. */
    boolean passivates();

    /** Returns the object for one client: a new one of a stateful bean. */
    SessionObject object();

    /**
     * Calls a method of the bean as the client of a web service endpoint does, whatever the views.
     *
     * @param method of the bean class, or of an interface with the same signature
     * @throws Throwable what a local client would see
     */
    @Nullable
    Object call(Method method, @Nullable Object[] arguments) throws Throwable;

    /** Says that CDI makes the instances from now on. Called before the first is made, or never. */
    void served(SessionBeanServices services);

    /** One object as its client has it. Thread-safe. */
    interface SessionObject {
        /** Returns the reference by a view. */
        <V> V reference(Class<V> view);

        /** Removes the stateful bean; does nothing for other kinds. */
        void remove();

        /** Returns true if the stateful bean has been removed. */
        boolean removed();
    }
}
