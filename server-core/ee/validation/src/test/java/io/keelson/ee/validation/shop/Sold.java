package io.keelson.ee.validation.shop;

import jakarta.inject.Inject;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A number that is sold. */
@Constraint(validatedBy = Sold.ByCatalogue.class)
@Retention(RetentionPolicy.RUNTIME)
public @interface Sold {
    /** The message. */
    String message() default "${validatedValue} is not sold";

    /** The groups. */
    Class<?>[] groups() default {};

    /** The payload. */
    Class<? extends Payload>[] payload() default {};

    /** Asks a bean. */
    class ByCatalogue implements ConstraintValidator<Sold, String> {
        @Inject
        Catalogue catalogue;

        @Override
        public boolean isValid(String value, ConstraintValidatorContext context) {
            return value == null || catalogue.has(value);
        }
    }
}
