package io.keelson.appclient;

import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * The validator factory of a client and its validator (Jakarta EE Platform 11, EE.5.17 and EE.5.18): those that
 * {@code META-INF/validation.xml} of its class path configures. The API is known by name, as few clients mention it. Thread-safe:
 * {@code this} guards the factory.
 */
final class Validators {
    /** The name of the factory. */
    static final String FACTORY = "java:comp/ValidatorFactory";

    /** The name of the validator. */
    static final String VALIDATOR = "java:comp/Validator";

    private final ClassLoader loader;
    private @Nullable Object factory;

    Validators(ClassLoader loader) {
        this.loader = loader;
    }

    synchronized Object factory() throws ClientException {
        Object made = factory;
        if (made == null) {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            // The provider looks for its configuration and for classes by the loader of the thread.
            thread.setContextClassLoader(loader);
            try {
                made = called(type("Validation"), null, "buildDefaultValidatorFactory");
            } finally {
                thread.setContextClassLoader(before);
            }
            factory = made;
        }
        return made;
    }

    Object validator() throws ClientException {
        return called(type("ValidatorFactory"), factory(), "getValidator");
    }

    private Class<?> type(String simple) throws ClientException {
        try {
            return Class.forName("jakarta.validation." + simple, true, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ClientException("there is no Jakarta Validation here: " + e, e);
        }
    }

    private static Object called(Class<?> type, @Nullable Object target, String method) throws ClientException {
        try {
            return type.getMethod(method).invoke(target);
        } catch (InvocationTargetException e) {
            throw new ClientException("the validator cannot be made: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new ClientException("the validator cannot be made: " + e, e);
        }
    }
}
