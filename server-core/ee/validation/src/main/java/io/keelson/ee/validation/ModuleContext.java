package io.keelson.ee.validation;

import jakarta.validation.ClockProvider;
import jakarta.validation.ConstraintValidatorFactory;
import jakarta.validation.MessageInterpolator;
import jakarta.validation.ParameterNameProvider;
import jakarta.validation.TraversableResolver;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorContext;
import jakarta.validation.valueextraction.ValueExtractor;
import java.util.function.UnaryOperator;

/** Settings of a validator that is made at its first use, as a persistence provider asks for one before CDI runs. Confined to a thread. */
final class ModuleContext implements ValidatorContext {
    private final ModuleFactory factory;
    private UnaryOperator<ValidatorContext> settings = UnaryOperator.identity();

    ModuleContext(ModuleFactory factory) {
        this.factory = factory;
    }

    private ValidatorContext with(UnaryOperator<ValidatorContext> setting) {
        UnaryOperator<ValidatorContext> before = settings;
        settings = context -> setting.apply(before.apply(context));
        return this;
    }

    @Override
    public ValidatorContext messageInterpolator(MessageInterpolator messageInterpolator) {
        return with(context -> context.messageInterpolator(messageInterpolator));
    }

    @Override
    public ValidatorContext traversableResolver(TraversableResolver traversableResolver) {
        return with(context -> context.traversableResolver(traversableResolver));
    }

    @Override
    public ValidatorContext constraintValidatorFactory(ConstraintValidatorFactory constraintValidators) {
        return with(context -> context.constraintValidatorFactory(constraintValidators));
    }

    @Override
    public ValidatorContext parameterNameProvider(ParameterNameProvider parameterNameProvider) {
        return with(context -> context.parameterNameProvider(parameterNameProvider));
    }

    @Override
    public ValidatorContext clockProvider(ClockProvider clockProvider) {
        return with(context -> context.clockProvider(clockProvider));
    }

    @Override
    public ValidatorContext addValueExtractor(ValueExtractor<?> extractor) {
        return with(context -> context.addValueExtractor(extractor));
    }

    @Override
    public Validator getValidator() {
        return new ModuleValidator(factory, settings);
    }
}
