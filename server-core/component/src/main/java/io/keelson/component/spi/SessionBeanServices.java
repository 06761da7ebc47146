package io.keelson.component.spi;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The services of CDI for one session or message-driven bean: injection, interceptors that bindings choose, and the request context. They
 * work from the start of CDI on. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 20 Session beans; Jakarta Interceptors 2.2, 3 Associating interceptors with classes and methods.
 */
public interface SessionBeanServices {
    /** Begins an instance. */
    Instance assemble();

    /** Returns the interceptors that bindings choose, in their order. */
    List<? extends BoundInterceptor> interceptors();

    /**
     * Activates the request context for work that no request has begun, if the thread has none.
     *
     * @return ends it
     */
    Runnable requestContext();

    /** An instance of the bean while it is made. */
    interface Instance extends Assembly<Object> {
        /** Makes the object of an interceptor, which ends with the instance. */
        Object interceptor(BoundInterceptor bound) throws Exception;
    }

    /** An interceptor that CDI has bound to the bean. */
    interface BoundInterceptor {
        /** The events, with the names of {@code InterceptionType}. */
        enum Event {
            AROUND_INVOKE,
            AROUND_TIMEOUT,
            AROUND_CONSTRUCT,
            POST_CONSTRUCT,
            PRE_DESTROY,
            PRE_PASSIVATE,
            POST_ACTIVATE
        }

        /**
         * Returns true if it runs around an event.
         *
         * @param method the method that is called; null for events of the life cycle
         */
        boolean runs(Event event, @Nullable Method method);

        /**
         * Runs it.
         *
         * @param instance its object
         * @param context an {@code InvocationContext} of Jakarta Interceptors
         */
        @Nullable
        Object run(Event event, Object instance, Object context) throws Exception;
    }
}
