package io.keelson.base.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes one component of a configuration record: everything that forms, schema, reference and reader need. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
    /** One sentence of help, with the unit where there is one. */
    String help();

    /**
     * The default, written as in the file. Empty: none; a component of a reference type is then {@code null} (declare it
     * {@code @Nullable}), a list or map empty, and a nested record has the defaults of its own components.
     */
    String defaultValue() default "";

    /** Returns whether the key must be there. */
    boolean required() default false;

    /** The least value, written as in the file; for numbers, durations and sizes. Empty: no bound. */
    String min() default "";

    /** The greatest value, written as in the file. Empty: no bound. */
    String max() default "";

    /** A regular expression that a string must match whole. Empty: any. */
    String pattern() default "";

    /** Returns whether a change is applied at once or at the next start. */
    Change change() default Change.RESTART;

    /** The path of a map in the domain whose keys are the valid values, as {@code work-managers}. Empty: no reference. */
    String reference() default "";

    /** Names that are accepted as {@code -Dkeelson.<alias>=} beside the path, for the server that is being started. */
    String[] aliases() default {};

    /** Returns whether the value must never be shown or logged. */
    boolean secret() default false;

    /** Moment at which a change of a setting takes effect. */
    enum Change {
        /** At activation. */
        LIVE,
        /** At the next start of the server. */
        RESTART
    }
}
