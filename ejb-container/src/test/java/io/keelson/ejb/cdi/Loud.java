package io.keelson.ejb.cdi;

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
public @interface Loud {
    /** The interceptor, with a bean. */
    @Loud
    @Interceptor
    @Priority(10)
    class Shouts {
        @Inject
        private Mark mark;

        @AroundInvoke
        Object shout(InvocationContext context) throws Exception {
            return context.proceed().toString().toUpperCase(java.util.Locale.ROOT) + mark.text();
        }
    }
}
