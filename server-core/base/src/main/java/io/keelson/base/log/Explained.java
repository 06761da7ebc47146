package io.keelson.base.log;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Cause and action of a log message; the catalogue in docs/ is generated from it. Stands on every message with an id. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Explained {
    /** Returns why an operator sees the message. */
    String cause();

    /** Returns what to do about it; "None." where nothing is to be done. */
    String action();
}
