package io.keelson.ee.validation;

import static io.keelson.ee.validation.ValidationLog.LOG;

import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.validation.ClockProvider;
import jakarta.validation.ConstraintValidatorFactory;
import jakarta.validation.MessageInterpolator;
import jakarta.validation.ParameterNameProvider;
import jakarta.validation.TraversableResolver;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorContext;
import jakarta.validation.ValidatorFactory;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The validator factory of one module, as its components see it. It is bound before the module's beans are there and stands for two
 * others: that of CDI,
 * whose constraint validators are beans, and one without beans for modules that have none and for the time before. Thread-safe; the
 * lock guards the way
 * of {@code plain}.
 *
 * <p>Specification: Validation 3.1, 11.3 Context and Dependency Injection (CDI) integration; Jakarta EE Platform 11, 5.15.
 */
final class ModuleFactory implements ValidatorFactory {
    private static final String DESCRIPTOR = "META-INF/validation.xml";

    private final String module;
    private final ClassLoader loader;
    private final ReentrantLock lock = new ReentrantLock();

    /** The one for good: that of CDI when it runs, else the plain one when the module has started. */
    private volatile @Nullable ValidatorFactory settled;

    private @Nullable ValidatorFactory plain;
    private volatile boolean started;
    private volatile boolean ended;

    /**
     * Makes the factory of a module.
     *
     * @param module its name
     * @param loader its own
     */
    ModuleFactory(String module, ClassLoader loader) {
        this.module = module;
        this.loader = loader;
    }

    /**
     * The module serves: what has come by now is for good.
     *
     * @param reads true if a descriptor that is wrong is to show here, and not at the first use
     */
    void started(boolean reads) {
        started = true;
        if (reads && loader.getResource(DESCRIPTOR) != null) {
            current().getValidator();
        }
    }

    /** The factory that serves now. */
    private ValidatorFactory current() {
        ValidatorFactory now = settled;
        if (now != null) {
            return now;
        }
        if (ended) {
            throw new IllegalStateException("the module " + module + " was undeployed; its validators are gone");
        }
        ValidatorFactory ofBeans = ofBeans();
        ValidatorFactory found = ofBeans == null ? plain() : ofBeans;
        if (ofBeans != null || started) {
            settled = found;
        }
        return found;
    }

    /** Returns true if {@link #current} gives the same factory from now on. */
    boolean isSettled() {
        return settled != null;
    }

    /** The bean; null without CDI, and until CDI has started. */
    private static @Nullable ValidatorFactory ofBeans() {
        try {
            BeanManager manager = CDI.current().getBeanManager();
            Set<Bean<?>> found = manager.getBeans(ValidatorFactory.class);
            Bean<?> bean = manager.resolve(found);
            return bean == null
                    ? null
                    : (ValidatorFactory)
                            manager.getReference(bean, ValidatorFactory.class, manager.createCreationalContext(bean));
        } catch (IllegalStateException none) {
            return null;
        }
    }

    private ValidatorFactory plain() {
        lock.lock();
        try {
            ValidatorFactory made = plain;
            if (made == null) {
                made = build();
                plain = made;
            }
            return made;
        } finally {
            lock.unlock();
        }
    }

    /** The provider and {@code validation.xml} are looked for by the context class loader: the module's, whichever thread asks. */
    private ValidatorFactory build() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return Validation.buildDefaultValidatorFactory();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** The application has ended. Does not throw. */
    void end() {
        ended = true;
        settled = null;
        lock.lock();
        try {
            ValidatorFactory made = plain;
            plain = null;
            if (made != null) {
                made.close();
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.closeFailed(module, e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Validator getValidator() {
        return new ModuleValidator(this, UnaryOperator.identity());
    }

    @Override
    public ValidatorContext usingContext() {
        return new ModuleContext(this);
    }

    /** Makes a validator of the factory that serves now. */
    Validator validator(UnaryOperator<ValidatorContext> settings) {
        return settings.apply(current().usingContext()).getValidator();
    }

    @Override
    public MessageInterpolator getMessageInterpolator() {
        return current().getMessageInterpolator();
    }

    @Override
    public TraversableResolver getTraversableResolver() {
        return current().getTraversableResolver();
    }

    @Override
    public ConstraintValidatorFactory getConstraintValidatorFactory() {
        return current().getConstraintValidatorFactory();
    }

    @Override
    public ParameterNameProvider getParameterNameProvider() {
        return current().getParameterNameProvider();
    }

    @Override
    public ClockProvider getClockProvider() {
        return current().getClockProvider();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.isInstance(this) ? type.cast(this) : current().unwrap(type);
    }

    /** The server closes it. */
    @Override
    public void close() {
        // An application that closes what it was given does not take it from its other components.
    }

    @Override
    public String toString() {
        return "validator factory of " + module;
    }
}
