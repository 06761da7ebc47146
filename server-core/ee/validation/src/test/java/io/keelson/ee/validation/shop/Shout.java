package io.keelson.ee.validation.shop;

import jakarta.validation.MessageInterpolator;
import java.util.Locale;

/** Answers for all messages; {@code validation.xml} names it. */
public class Shout implements MessageInterpolator {
    @Override
    public String interpolate(String template, Context context) {
        return context.getConstraintDescriptor()
                        .getAnnotation()
                        .annotationType()
                        .getSimpleName() + "!";
    }

    @Override
    public String interpolate(String template, Context context, Locale locale) {
        return interpolate(template, context);
    }
}
