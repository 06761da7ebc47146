package io.keelson.ee.concurrency.context;

import io.keelson.kernel.context.InvocationContext;
import jakarta.enterprise.concurrent.ContextService;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A context service of one module. Thread-safe.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.3 ContextService.
 */
public final class ModuleContextService implements ContextService {
    private final ModuleScope module;
    private final ContextRules rules;
    private final Executor asynchronous;

    /**
     * Makes it.
     *
     * @param asynchronous runs asynchronous actions of completion stages, without a context of its own
     */
    public ModuleContextService(ModuleScope module, ContextRules rules, Executor asynchronous) {
        this.module = module;
        this.rules = rules;
        this.asynchronous = asynchronous;
    }

    /** Returns the same service whose completion stages run on another executor. */
    public ModuleContextService on(Executor executor) {
        return new ModuleContextService(module, rules, executor);
    }

    /** Returns the name of the module. */
    String module() {
        return module.name();
    }

    /** Captures the context of the calling thread. */
    public CapturedContext capture(Map<String, String> properties) {
        return CapturedContext.of(module, rules, properties);
    }

    /** Returns the context of another thread, by a copy of its invocation context, under the rules of this service. */
    public CapturedContext of(InvocationContext there) {
        return CapturedContext.of(module, rules, there);
    }

    private CapturedContext capture(@Nullable Object function) {
        if (function == null) {
            throw new NullPointerException("nothing is given to be made contextual");
        }
        if (function instanceof Contextual) {
            throw new IllegalArgumentException("what is given is contextual already");
        }
        return capture(Map.of());
    }

    @Override
    public <R> Callable<R> contextualCallable(Callable<R> callable) {
        return new Contextual.OfCallable<>(capture((Object) callable), callable);
    }

    @Override
    public <T, U> BiConsumer<T, U> contextualConsumer(BiConsumer<T, U> consumer) {
        return new Contextual.OfBiConsumer<>(capture((Object) consumer), consumer);
    }

    @Override
    public <T> Consumer<T> contextualConsumer(Consumer<T> consumer) {
        return new Contextual.OfConsumer<>(capture((Object) consumer), consumer);
    }

    @Override
    public <T, U, R> BiFunction<T, U, R> contextualFunction(BiFunction<T, U, R> function) {
        return new Contextual.OfBiFunction<>(capture((Object) function), function);
    }

    @Override
    public <T, R> Function<T, R> contextualFunction(Function<T, R> function) {
        return new Contextual.OfFunction<>(capture((Object) function), function);
    }

    @Override
    public Runnable contextualRunnable(Runnable runnable) {
        return new Contextual.OfRunnable(capture((Object) runnable), runnable);
    }

    @Override
    public <R> Supplier<R> contextualSupplier(Supplier<R> supplier) {
        return new Contextual.OfSupplier<>(capture((Object) supplier), supplier);
    }

    @Override
    public <T> Flow.Subscriber<T> contextualSubscriber(Flow.Subscriber<T> subscriber) {
        return new Contextual.OfSubscriber<>(capture((Object) subscriber), subscriber);
    }

    @Override
    public <T, R> Flow.Processor<T, R> contextualProcessor(Flow.Processor<T, R> processor) {
        return new Contextual.OfProcessor<>(capture((Object) processor), processor);
    }

    @Override
    public <T> T createContextualProxy(T instance, Class<T> type) {
        return createContextualProxy(instance, Map.of(), type);
    }

    @Override
    public Object createContextualProxy(Object instance, Class<?>... interfaces) {
        return createContextualProxy(instance, Map.of(), interfaces);
    }

    @Override
    public <T> T createContextualProxy(T instance, @Nullable Map<String, String> properties, Class<T> type) {
        return type.cast(createContextualProxy(instance, properties, new Class<?>[] {type}));
    }

    @Override
    public Object createContextualProxy(
            @Nullable Object instance, @Nullable Map<String, String> properties, Class<?> @Nullable ... interfaces) {
        if (instance == null || interfaces == null || interfaces.length == 0) {
            throw new IllegalArgumentException("a contextual proxy needs an instance and at least one interface");
        }
        for (Class<?> each : interfaces) {
            if (each == null || !each.isInterface() || !each.isInstance(instance)) {
                throw new IllegalArgumentException((each == null ? "null" : each.getName()) + " is no interface of "
                        + instance.getClass().getName());
            }
        }
        Map<String, String> all = properties == null ? Map.of() : new HashMap<>(properties);
        try {
            return Proxy.newProxyInstance(
                    module.loader(), interfaces, new ContextualProxy(capture(all), instance, all));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "no contextual proxy of " + instance.getClass().getName() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Map<String, String> getExecutionProperties(@Nullable Object proxy) {
        InvocationHandler handler =
                proxy != null && Proxy.isProxyClass(proxy.getClass()) ? Proxy.getInvocationHandler(proxy) : null;
        if (handler instanceof WithProperties contextual) {
            return new HashMap<>(contextual.properties());
        }
        throw new IllegalArgumentException(proxy + " is no contextual proxy of a context service");
    }

    @Override
    public Executor currentContextExecutor() {
        CapturedContext context = capture(Map.of());
        return context::run;
    }

    @Override
    public <T> CompletableFuture<T> withContextCapture(CompletableFuture<T> stage) {
        return ManagedFuture.copyOf(stage, this, asynchronous, false);
    }

    @Override
    public <T> CompletionStage<T> withContextCapture(CompletionStage<T> stage) {
        return ManagedFuture.copyOf(stage, this, asynchronous, true);
    }
}
