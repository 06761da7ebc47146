package io.keelson.ee.cdi.webapp;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Binds an interceptor. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Loud {
    /** Answers in capitals. */
    @Loud
    @Interceptor
    @Priority(Interceptor.Priority.APPLICATION)
    class Capitals {
        @AroundInvoke
        Object capitals(InvocationContext call) throws Exception {
            return call.proceed().toString().toUpperCase(java.util.Locale.ROOT);
        }
    }
}
