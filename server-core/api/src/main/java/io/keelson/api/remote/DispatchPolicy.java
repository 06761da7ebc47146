package io.keelson.api.remote;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Of a class whose objects implement {@link java.rmi.Remote}: the work manager that calls from other processes run on. It is looked up by
 * name when the object is exported: in the application's descriptors, then in the domain. Where nobody defines the name, that is
 * said in the log, and calls run on the application's own work manager, as they do without this annotation.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface DispatchPolicy {
    /** The name of the work manager. */
    String value();
}
