package io.keelson.component.spi;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message-driven bean as a resource adapter's messages reach it. Thread-safe. */
public interface MessageTarget {
    /** Returns the name of the bean. */
    String name();

    /** Returns the name under which its application is deployed. */
    String application();

    /** Returns the class of the bean. */
    Class<?> beanClass();

    /** Returns its message listener interface; with no methods, its public methods are the listener's. */
    Class<?> listener();

    /** Returns its activation configuration, by the names of the properties. */
    Map<String, String> activation();

    /** Returns the resource adapter that it names; null where its listener's type decides. */
    @Nullable
    String adapter();

    /** Returns true if the container delivers that message in a transaction. */
    boolean transacted(Method method);

    /**
     * Calls the bean, in the transaction of the thread where it has one.
     *
     * @throws Throwable the exception of the bean, as its container tells it
     */
    @Nullable
    Object deliver(Method method, Object[] arguments) throws Throwable;

    /**
     * Makes an object of the bean's class that is no bean, for listeners without methods: the adapter calls public methods of the class.
     *
     * @param also an interface that it has too, which the bean's loader must see
     * @param calls gets each call
     * @throws IllegalArgumentException when none can be made; the message says why
     */
    Object endpoint(Class<?> also, InvocationHandler calls);

    /** Hears that no resource adapter has messages for it yet. */
    void waiting();

    /** Hears that a resource adapter could not begin, or could not end, to deliver. */
    void failed(String adapter, Throwable why);
}
