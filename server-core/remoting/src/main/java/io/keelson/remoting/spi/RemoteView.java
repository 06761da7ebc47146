package io.keelson.remoting.spi;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.base.work.WorkManager;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view of a component whose references travel to other processes: a business interface of a bean. Its interfaces need not extend
 * {@link java.rmi.Remote}, and its room runs each call itself: it sees instance, method and arguments before anything of the application
 * runs.
 *
 * <p>An implementation MUST hold these:
 *
 * <ol>
 *   <li>It is thread-safe; {@link #instance} and {@link #reference} do not block.
 *   <li>Its key is the same at each member of the cluster that has the view, and contains no {@code #}.
 *   <li>{@link #reference} of the text that {@link #instance} gave returns a reference that is equal to the first.
 *   <li>{@link #invoke} checks who may call: the caller is in the invocation context, its arguments come from whoever may connect.
 * </ol>
 */
public interface RemoteView {
    /** Returns the key under which every member has it: {@code ejb:shop/carts/Cart!org.acme.Cart}. */
    String key();

    /** Returns the interfaces that references are called by, at least one. */
    List<Class<?>> interfaces();

    /** Returns how a stub chooses a member where a reference stands for no instance. */
    LoadAlgorithm algorithm();

    /** Returns the work manager that runs its calls; null for the application's. */
    @Nullable
    WorkManager work();

    /**
     * Returns the instance that a reference stands for, 1 to 200 characters of ASCII; empty where each member can serve each call; null
     * for a reference of another view that has the same class. Calls of an instance go to the member that gave the reference away, as
     * long as it can be reached.
     */
    @Nullable
    String instance(Object reference);

    /**
     * Returns the reference of this process that stands for an instance.
     *
     * @throws NoSuchObjectException where there can be none
     */
    Object reference(String instance) throws NoSuchObjectException;

    /**
     * Returns false if calls of a method never run in a transaction of their caller, and do not mind that there is one. Protocols that
     * carry no transactions refuse the others.
     */
    default boolean joins(Method method) {
        return true;
    }

    /**
     * Returns true if a method may be executed twice, beside those whose interface says so: a call whose execution is uncertain is
     * repeated at another member. Counts for references that stand for no instance. Always the same answer.
     */
    default boolean idempotent(Method method) {
        return false;
    }

    /**
     * Runs a call, on an execute thread in the application's invocation context.
     *
     * @param arguments of the method's types
     * @throws Throwable the exception that the caller gets
     */
    @Nullable
    Object invoke(String instance, Method method, @Nullable Object[] arguments) throws Throwable;
}
