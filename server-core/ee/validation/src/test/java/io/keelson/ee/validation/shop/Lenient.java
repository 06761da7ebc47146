package io.keelson.ee.validation.shop;

import jakarta.validation.Configuration;
import jakarta.validation.ConstraintValidatorFactory;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorContext;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.spi.BootstrapState;
import jakarta.validation.spi.ConfigurationState;
import jakarta.validation.spi.ValidationProvider;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Set;

/** A provider of an application that the server does not know: it finds every object valid, and cannot do much else. */
public class Lenient implements ValidationProvider<Lenient.Settings> {
    /** Its configuration. */
    public interface Settings extends Configuration<Settings> {}

    @Override
    public Settings createSpecializedConfiguration(BootstrapState state) {
        return make(Settings.class, (proxy, method, arguments) -> {
            if (method.getReturnType() == ValidatorFactory.class) {
                return buildValidatorFactory(null);
            }
            throw new UnsupportedOperationException("settings: " + method.getName());
        });
    }

    @Override
    public Configuration<?> createGenericConfiguration(BootstrapState state) {
        return createSpecializedConfiguration(state);
    }

    @Override
    public ValidatorFactory buildValidatorFactory(ConfigurationState state) {
        return make(ValidatorFactory.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "getValidator" -> make(Validator.class, Lenient::validated);
            case "usingContext" ->
                make(
                        ValidatorContext.class,
                        (context, setting, value) -> setting.getName().equals("getValidator")
                                ? make(Validator.class, Lenient::validated)
                                : context);
            case "getConstraintValidatorFactory" ->
                make(ConstraintValidatorFactory.class, (factory, unknown, none) -> null);
            case "close" -> null;
            default -> throw new UnsupportedOperationException("factory: " + method.getName());
        });
    }

    private static Object validated(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
        if (method.getName().equals("validate")) {
            return Set.of();
        }
        throw new UnsupportedOperationException("validator: " + method.getName());
    }

    private static <T> T make(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Lenient.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
