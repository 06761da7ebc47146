package io.keelson.ejb.interceptor;

import io.keelson.component.spi.SessionBeanServices.BoundInterceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The interceptors of one bean: a slot for each class, and a chain for each method and life-cycle event. Immutable and thread-safe
 * once built.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapter 7; Jakarta Interceptors 2.2, 5.2.1.
 */
public final class BeanInterceptors {
    private final List<Class<?>> slots;
    private final List<BoundInterceptor> bound;
    private final Map<Method, Chain> calls;
    private final Map<Method, Chain> timeouts;
    private final Map<Event, Chain> lifecycle;

    private BeanInterceptors(
            List<Class<?>> slots,
            List<BoundInterceptor> bound,
            Map<Method, Chain> calls,
            Map<Method, Chain> timeouts,
            Map<Event, Chain> lifecycle) {
        this.slots = List.copyOf(slots);
        this.bound = List.copyOf(bound);
        this.calls = Map.copyOf(calls);
        this.timeouts = Map.copyOf(timeouts);
        this.lifecycle = Map.copyOf(lifecycle);
    }

    /** Returns the classes of which each bean instance has one instance, by slot. */
    public List<Class<?>> slots() {
        return slots;
    }

    /**
     * Returns the interceptors that bindings choose. Each bean instance has one object of each, in the slots after those of
     * {@link #slots}.
     */
    public List<BoundInterceptor> bound() {
        return bound;
    }

    /** Returns the chain around calls of a business method. */
    public Chain around(Method method) {
        return calls.getOrDefault(method, Chain.EMPTY);
    }

    /** Returns the chain around a time-out method. */
    public Chain aroundTimeout(Method method) {
        return timeouts.getOrDefault(method, Chain.EMPTY);
    }

    /** Returns the chain of a life-cycle event. */
    public Chain of(Event event) {
        return lifecycle.getOrDefault(event, Chain.EMPTY);
    }

    /** Builds the interceptors of a bean. Not thread-safe. */
    public static final class Builder {
        private static final MethodHandle RUN = run();

        private final ClassCallbacks bean;
        private final List<BoundInterceptor> bound;
        private final Map<Class<?>, Integer> slots = new LinkedHashMap<>();
        private final List<ClassCallbacks> callbacks = new ArrayList<>();
        private final Map<Method, Chain> calls = new HashMap<>();
        private final Map<Method, Chain> timeouts = new HashMap<>();

        /**
         * Begins.
         *
         * @param beanClass the class of the bean
         * @param declared methods of the bean class that descriptors name, by event
         */
        public Builder(Class<?> beanClass, Map<Event, Set<Method>> declared) {
            this(beanClass, declared, true, List.of());
        }

        /**
         * Begins a bean of CDI.
         *
         * @param annotated true if the annotations of the bean class count, too; not where the descriptor is complete
         * @param bound the interceptors that bindings choose, in order; they come after those that annotations and descriptors name
         */
        public Builder(
                Class<?> beanClass,
                Map<Event, Set<Method>> declared,
                boolean annotated,
                List<? extends BoundInterceptor> bound) {
            this.bean = ClassCallbacks.of(beanClass, declared, annotated);
            this.bound = List.copyOf(bound);
        }

        /** Type that links call: {@code (BoundInterceptor, Event, Object, InvocationContext) -> Object}. */
        private static MethodHandle run() {
            try {
                MethodHandle run = MethodHandles.lookup()
                        .findVirtual(
                                BoundInterceptor.class,
                                "run",
                                MethodType.methodType(
                                        Object.class, BoundInterceptor.Event.class, Object.class, Object.class));
                return run.asType(run.type().changeParameterType(3, InvocationContext.class));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("BoundInterceptor.run is not as expected", e);
            }
        }

        private int slot(Class<?> interceptor, Map<Event, Set<Method>> declared) {
            return slots.computeIfAbsent(interceptor, type -> {
                callbacks.add(ClassCallbacks.of(type, declared));
                return callbacks.size() - 1;
            });
        }

        /**
         * Adds an interceptor class whose methods a descriptor names, before the first method that uses it is added.
         *
         * @param declared its methods, by event
         */
        public Builder declare(Class<?> interceptor, Map<Event, Set<Method>> declared) {
            slot(interceptor, declared);
            return this;
        }

        /** Adds a business method with its interceptor classes, in order; those of the bean class itself come last. */
        public Builder method(Method method, List<Class<?>> interceptors) {
            calls.put(method, chain(Event.AROUND_INVOKE, method, interceptors));
            return this;
        }

        /** Adds a time-out method with its interceptor classes, in order. */
        public Builder timeout(Method method, List<Class<?>> interceptors) {
            timeouts.put(method, chain(Event.AROUND_TIMEOUT, method, interceptors));
            return this;
        }

        private Chain chain(Event event, @Nullable Method method, List<Class<?>> interceptors) {
            List<Chain.Link> links = new ArrayList<>();
            for (Class<?> interceptor : interceptors) {
                int slot = slot(interceptor, Map.of());
                for (MethodHandle handle : callbacks.get(slot).of(event)) {
                    links.add(new Chain.Link(slot, handle, false));
                }
            }
            BoundInterceptor.Event of = BoundInterceptor.Event.valueOf(event.name());
            for (int i = 0; i < bound.size(); i++) {
                if (bound.get(i).runs(of, method)) {
                    links.add(new Chain.Link(
                            Chain.Link.BOUND - i, MethodHandles.insertArguments(RUN, 0, bound.get(i), of), false));
                }
            }
            for (MethodHandle handle : bean.of(event)) {
                links.add(new Chain.Link(Chain.Link.BEAN, handle, !event.call()));
            }
            return links.isEmpty() ? Chain.EMPTY : new Chain(links);
        }

        /**
         * Ends.
         *
         * @param forLifecycle the interceptor classes around life-cycle events, in order: default and class interceptors
         */
        public BeanInterceptors build(List<Class<?>> forLifecycle) {
            Map<Event, Chain> lifecycle = new HashMap<>();
            for (Event event : Event.values()) {
                if (!event.call()) {
                    lifecycle.put(event, chain(event, null, forLifecycle));
                }
            }
            int first = slots.size();
            calls.replaceAll((method, chain) -> placed(chain, first));
            timeouts.replaceAll((method, chain) -> placed(chain, first));
            lifecycle.replaceAll((event, chain) -> placed(chain, first));
            return new BeanInterceptors(new ArrayList<>(slots.keySet()), bound, calls, timeouts, lifecycle);
        }

        /** Puts the interceptors that bindings choose behind the others, whose number is known now. */
        private static Chain placed(Chain chain, int first) {
            return new Chain(chain.links().stream()
                    .map(link -> link.slot() > Chain.Link.BOUND
                            ? link
                            : new Chain.Link(first + Chain.Link.BOUND - link.slot(), link.handle(), false))
                    .toList());
        }
    }
}
