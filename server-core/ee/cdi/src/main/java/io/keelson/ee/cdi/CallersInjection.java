package io.keelson.ee.cdi;

import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.ResourceInjection;
import io.keelson.kernel.context.InvocationContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Injects resources into classes that all modules of an application share, with the names of the module that the calling thread works for.
 * A thread of none of them gets those of the first. Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.2 Application Component Environment Namespaces.
 */
final class CallersInjection implements ResourceInjection {
    private final List<BeanModule> modules;

    /**
     * Makes it.
     *
     * @param modules those of the application; at least one
     */
    CallersInjection(List<BeanModule> modules) {
        this.modules = List.copyOf(modules);
    }

    private ResourceInjection callers() {
        InvocationContext context = InvocationContext.current();
        ClassLoader loader = context == null ? Thread.currentThread().getContextClassLoader() : context.classLoader();
        return within(loader).resources();
    }

    private BeanModule within(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            for (BeanModule module : modules) {
                if (module.deployment().classLoader() == at) {
                    return module;
                }
            }
        }
        return modules.get(0);
    }

    @Override
    public Set<Class<? extends Annotation>> annotations() {
        return callers().annotations();
    }

    @Override
    public void inject(Object instance) throws Exception {
        callers().inject(instance);
    }

    @Override
    public Optional<InjectedValue> resolve(Field field) throws NamingException {
        return callers().resolve(field);
    }

    @Override
    public Optional<InjectedValue> resolve(Method setter) throws NamingException {
        return callers().resolve(setter);
    }

    @Override
    public Optional<String> mismatch(Field field) {
        return callers().mismatch(field);
    }

    @Override
    public Optional<String> mismatch(Method setter) {
        return callers().mismatch(setter);
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return callers().lookup(name);
    }
}
