package io.keelson.ee.faces;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.Set;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Sets what Mojarra reads when it starts: the injection provider, and the validator factory of the module. What {@code web.xml} itself
 * sets stays. Made by the container for each web module that uses the part.
 *
 * <p>Specification: Faces 4.1, 3.5.6.1 Bean Validation Integration; 5.4.1 Injection.
 */
public final class FacesSettings implements ServletContainerInitializer {
    private static final String PROVIDER = "com.sun.faces.injectionProvider";
    private static final String STREAMS = "com.sun.faces.serializationProvider";
    private static final String VALIDATION = "jakarta.faces.validator.beanValidator.ValidatorFactory";

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        context.setInitParameter(PROVIDER, ComponentInjection.class.getName());
        context.setInitParameter(STREAMS, StateStreams.class.getName());
        context.addListener(new AjaxEncoding());
        try {
            context.setAttribute(VALIDATION, new InitialContext().lookup("java:comp/ValidatorFactory"));
        } catch (NamingException none) {
            return; // the module has no constraints
        }
    }
}
