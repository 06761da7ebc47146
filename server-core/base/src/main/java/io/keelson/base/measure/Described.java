package io.keelson.base.measure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes one component of a record by which a room models its state: everything that metrics, the description of the interface and
 * managed beans need to say of it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Described {
    /** One sentence of help. */
    String value();

    /**
     * Returns true if the number only grows: a counter, of which a rate can be made. It begins with 0 when the server starts or its object
     * is made. Other numbers go up and down.
     */
    boolean grows() default false;

    /** Returns what a number counts, where its type does not say it: a {@link java.time.Duration} does. */
    Unit unit() default Unit.NONE;

    /** Of a map of numbers: what its keys are, as a label in kebab case. */
    String by() default "";

    /** Unit in which a number counts. */
    enum Unit {
        /** Things, or nothing that has a unit. */
        NONE,
        /** Bytes. */
        BYTES,
        /** Seconds. */
        SECONDS,
        /** A part of a whole, 0 to 1. */
        RATIO
    }
}
