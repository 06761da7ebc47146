package io.keelson.ejb.context;

import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.EJBObject;
import jakarta.ejb.TimerService;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bean that a thread works for, as its context shows it. Thread-safe. */
public interface RunningBean {
    /** Returns its name, for messages. */
    String name();

    /** Returns true if it is stateful. */
    boolean stateful();

    /** Returns true if it is a singleton. */
    default boolean singleton() {
        return false;
    }

    /** Returns true if it is an entity bean. */
    default boolean entity() {
        return false;
    }

    /** Returns true if it manages its transactions itself. */
    boolean beanManagedTransactions();

    /** Returns the caller, who is {@code ANONYMOUS} where nobody is authenticated. */
    Principal caller();

    /** Returns true if the caller is in a role of the application. */
    boolean callerInRole(String role);

    /** Looks up a name below {@code java:comp/env}, or one that begins with {@code java:}. */
    Object lookup(String name);

    /** Returns its timers. */
    TimerService timers();

    /**
     * Makes a reference to itself.
     *
     * @param key the identity of the stateful bean; null for other kinds
     * @throws IllegalStateException when it has no such view
     */
    <T> T reference(Class<T> view, @Nullable Object key);

    /** Returns its 2.x remote home; null if it has none. */
    @Nullable
    EJBHome home();

    /** Returns its 2.x local home; null if it has none. */
    @Nullable
    EJBLocalHome localHome();

    /** Returns its 2.x remote reference; null if it has none. */
    @Nullable
    EJBObject object(@Nullable Object key);

    /** Returns its 2.x local reference; null if it has none. */
    @Nullable
    EJBLocalObject localObject(@Nullable Object key);

    /** Returns the data that interceptors of the call have put into its context. */
    Map<String, Object> contextData();
}
