package io.keelson.ee.validation;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorContext;
import jakarta.validation.executable.ExecutableValidator;
import jakarta.validation.metadata.BeanDescriptor;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A validator of the factory that serves when it is used. It keeps the validator as soon as the factory is there for good. Thread-safe. */
final class ModuleValidator implements Validator {
    private final ModuleFactory factory;
    private final UnaryOperator<ValidatorContext> settings;
    private volatile @Nullable Validator kept;

    ModuleValidator(ModuleFactory factory, UnaryOperator<ValidatorContext> settings) {
        this.factory = factory;
        this.settings = settings;
    }

    private Validator current() {
        Validator now = kept;
        if (now == null) {
            now = factory.validator(settings);
            if (factory.isSettled()) {
                kept = now;
            }
        }
        return now;
    }

    @Override
    public <T> Set<ConstraintViolation<T>> validate(T object, Class<?>... groups) {
        return current().validate(object, groups);
    }

    @Override
    public <T> Set<ConstraintViolation<T>> validateProperty(T object, String property, Class<?>... groups) {
        return current().validateProperty(object, property, groups);
    }

    @Override
    public <T> Set<ConstraintViolation<T>> validateValue(
            Class<T> type, String property, Object value, Class<?>... groups) {
        return current().validateValue(type, property, value, groups);
    }

    @Override
    public BeanDescriptor getConstraintsForClass(Class<?> type) {
        return current().getConstraintsForClass(type);
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.isInstance(this) ? type.cast(this) : current().unwrap(type);
    }

    @Override
    public ExecutableValidator forExecutables() {
        return current().forExecutables();
    }
}
