package io.keelson.ejb.invocation;

import org.jspecify.annotations.Nullable;

/** A step of the pipeline. Thread-safe. */
public interface Step {
    /**
     * Does its part of a call and passes it on to the next step.
     *
     * @return what the bean's method returned
     * @throws Throwable what the method threw, or what the step refuses the call with
     */
    @Nullable
    Object run(BeanCall call) throws Throwable;
}
