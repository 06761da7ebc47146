package io.keelson.ejb.interceptor;

import io.keelson.ejb.context.CallData;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A chain while it runs around one call or event. Confined to the thread of the call.
 *
 * <p>Specification: Jakarta Interceptors 2.2, 2.3 Invocation Context.
 */
public final class Interception implements InvocationContext {
    private final List<Chain.Link> links;
    private final Object[] interceptors;
    private @Nullable Object target;
    private final @Nullable Method method;
    private final @Nullable Object timer;
    private final Tail tail;
    private @Nullable Constructor<?> constructor;
    private @Nullable Object @Nullable [] parameters;
    private @Nullable Map<String, Object> data;
    private int next;

    /** Call that the chain runs around. */
    @FunctionalInterface
    public interface Tail {
        /**
         * Runs it.
         *
         * @param parameters those that the interceptors have left; null for life-cycle events
         */
        @Nullable
        Object run(@Nullable Object @Nullable [] parameters) throws Throwable;
    }

    /**
     * Makes one.
     *
     * @param interceptors the interceptor instances of the bean instance, by slot
     * @param target the bean instance; null while it is being constructed
     * @param method the method that is called; null for life-cycle events
     * @param parameters its arguments; null for life-cycle events
     * @param timer the timer that is due; null where there is none
     */
    public Interception(
            Chain chain,
            Object[] interceptors,
            @Nullable Object target,
            @Nullable Method method,
            @Nullable Object @Nullable [] parameters,
            @Nullable Object timer,
            Tail tail) {
        this.links = chain.links();
        this.interceptors = interceptors;
        this.target = target;
        this.method = method;
        this.parameters = parameters;
        this.timer = timer;
        this.tail = tail;
    }

    /** Says which constructor an {@code @AroundConstruct} chain runs around. */
    public Interception constructing(Constructor<?> by) {
        constructor = by;
        return this;
    }

    /** Says that the target has been constructed. */
    public void constructed(Object instance) {
        target = instance;
    }

    /** Runs the chain and what it is around. */
    public @Nullable Object run() throws Throwable {
        int at = next;
        if (at == links.size()) {
            return tail.run(parameters);
        }
        Chain.Link link = links.get(at);
        next = at + 1;
        try {
            Object instance = link.slot() == Chain.Link.BEAN ? target : interceptors[link.slot()];
            Object result = link.handle().invokeExact(instance, (InvocationContext) this);
            return link.last() ? run() : result;
        } finally {
            next = at; // an interceptor may proceed several times
        }
    }

    @Override
    public @Nullable Object proceed() throws Exception {
        try {
            return run();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a method threw what is neither an exception nor an error", e);
        }
    }

    @Override
    public @Nullable Object getTarget() {
        return target;
    }

    @Override
    public @Nullable Object getTimer() {
        return timer;
    }

    @Override
    public @Nullable Method getMethod() {
        return method;
    }

    @Override
    public @Nullable Constructor<?> getConstructor() {
        return constructor;
    }

    @Override
    public @Nullable Object[] getParameters() {
        if (parameters == null) {
            throw new IllegalStateException("a life-cycle event has no parameters");
        }
        return parameters;
    }

    @Override
    public void setParameters(@Nullable Object @Nullable [] changed) {
        Method called = method;
        if (parameters == null || called == null) {
            throw new IllegalStateException("a life-cycle event has no parameters");
        }
        Class<?>[] types = called.getParameterTypes();
        if (changed == null) {
            throw new IllegalArgumentException(
                    called.getName() + " has " + types.length + " parameters, and null is no array of them");
        }
        if (changed.length != types.length) {
            throw new IllegalArgumentException(
                    called.getName() + " has " + types.length + " parameters, and not " + changed.length);
        }
        for (int i = 0; i < types.length; i++) {
            Object value = changed[i];
            if (value == null ? types[i].isPrimitive() : !Boxes.boxed(types[i]).isInstance(value)) {
                throw new IllegalArgumentException("parameter " + (i + 1) + " of " + called.getName() + " is a "
                        + types[i].getName() + ", and not "
                        + (value == null ? "null" : value.getClass().getName()));
            }
        }
        parameters = changed;
    }

    @Override
    public Map<String, Object> getContextData() {
        Map<String, Object> known = data;
        if (known == null) {
            known = method == null ? new HashMap<>() : CallData.current();
            data = known;
        }
        return known;
    }

    @Override
    public Set<Annotation> getInterceptorBindings() {
        return Set.of();
    }
}
