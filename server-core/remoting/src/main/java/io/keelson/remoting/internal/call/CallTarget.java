package io.keelson.remoting.internal.call;

import io.keelson.base.work.WorkManager;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The object that a request names: an exported one, or an instance of a view. */
interface CallTarget {
    /** Returns the application that it belongs to. */
    ExportScope scope();

    /** Returns the work manager that runs its calls. */
    WorkManager work();

    /** Returns the names of its interfaces. */
    List<String> interfaces();

    /** Returns the method of a hash; null for none. */
    @Nullable
    RemoteMethod method(long hash);

    /** Returns true if a call may begin now. */
    boolean usable();

    /**
     * Calls it.
     *
     * @throws InvocationTargetException with what the method threw
     * @throws IllegalArgumentException where the arguments are not of the method's types
     */
    @Nullable
    Object invoke(RemoteMethod method, @Nullable Object[] arguments) throws InvocationTargetException;
}
