package io.keelson.ejb.letter;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A binding with its interceptor. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
public @interface Sealed {
    /** The interceptor. */
    @Sealed
    @Interceptor
    @Priority(10)
    class Seals {
        @Inject
        private Envelope envelope;

        @AroundInvoke
        Object seal(InvocationContext context) throws Exception {
            envelope.mark("sealed");
            return context.proceed();
        }
    }
}
