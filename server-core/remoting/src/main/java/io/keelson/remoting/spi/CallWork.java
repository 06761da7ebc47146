package io.keelson.remoting.spi;

import io.keelson.api.remote.DispatchPolicy;
import io.keelson.base.work.WorkManager;
import java.util.function.Function;

/**
 * Work managers that run the calls of an application's objects. Thread-safe where {@code named} is.
 *
 * @param standard runs what names no other
 * @param named the work manager of a name, asked once for each object that is exported; may take a lock. It throws an
 *     {@link IllegalArgumentException} where it is defined but cannot be made
 */
public record CallWork(WorkManager standard, Function<String, WorkManager> named) {
    /** One for everything, whatever objects ask for. */
    public static CallWork of(WorkManager all) {
        return new CallWork(all, name -> all);
    }

    /** Returns what runs the calls of objects of a class. */
    public WorkManager of(Class<?> type) {
        DispatchPolicy policy = type.getAnnotation(DispatchPolicy.class);
        return policy == null ? standard : named.apply(policy.value());
    }
}
