package io.keelson.ejb.invocation;

import io.keelson.ejb.interceptor.BeanInterceptors;
import io.keelson.ejb.interceptor.Chain;
import io.keelson.ejb.interceptor.Interception;
import io.keelson.ejb.model.BeanMethod;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the interceptors of a method and the method itself on the instance that the step before has chosen: the end of the
 * pipeline. Handles and chains are looked up when it is made. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapter 7.
 */
final class InterceptorStep implements Step {
    private static final MethodType GENERIC = MethodType.methodType(Object.class, Object.class, Object[].class);

    private final MethodHandle[] handles;
    private final Chain[] chains;
    private final Chain[] timeouts;

    /** Makes the step for the methods of a bean, by index. */
    InterceptorStep(List<BeanMethod> methods, BeanInterceptors interceptors) {
        this.handles = methods.stream().map(each -> handle(each.method())).toArray(MethodHandle[]::new);
        this.chains =
                methods.stream().map(each -> interceptors.around(each.method())).toArray(Chain[]::new);
        this.timeouts = methods.stream()
                .map(each -> interceptors.aroundTimeout(each.method()))
                .toArray(Chain[]::new);
    }

    private static MethodHandle handle(Method method) {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup()
                    .unreflect(method)
                    .asFixedArity()
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(GENERIC);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(method + " cannot be called: " + e.getMessage(), e);
        }
    }

    /** Returns true if nothing runs around a method, so that it can be called directly. */
    boolean direct(int index) {
        return chains[index].empty();
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        BeanInstance instance = Objects.requireNonNull(call.instance(), "the instance step comes before");
        UnaryOperator<Object> direct = call.function();
        if (direct != null) {
            return direct.apply(instance.bean());
        }
        int index = call.method().index();
        MethodHandle handle = handles[index];
        Chain chain = call.client() == ClientKind.TIMER ? timeouts[index] : chains[index];
        if (chain.empty()) {
            return (Object) handle.invokeExact(instance.bean(), call.arguments());
        }
        Object bean = instance.bean();
        return new Interception(
                        chain,
                        instance.interceptors(),
                        bean,
                        call.method().method(),
                        call.arguments(),
                        call.timer(),
                        arguments -> (Object) handle.invokeExact(bean, arguments))
                .run();
    }
}
