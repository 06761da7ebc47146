package io.keelson.api.remote;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Of a class whose objects implement {@link java.rmi.Remote}: where several members of a cluster bind such an object to the same name, a
 * stub of one of them is a stub of all. Each call goes to one of the members that have the object at that time. It goes to
 * another one where it has certainly not been executed, and, where the method is {@link Idempotent}, also where that cannot be known.
 *
 * <p>Each member has an object of its own: nothing that one of them keeps is known to the others. Such an object is bound for its own
 * server only, whatever other names the cluster shares.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Clustered {
    /** Returns how a stub chooses among the members. */
    LoadAlgorithm value() default LoadAlgorithm.ROUND_ROBIN;
}
