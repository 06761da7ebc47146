package io.keelson.ee.cdi.shapes;

import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;

/** Decorates every shape. */
@Decorator
@Priority(10)
public class Painted implements Shape {
    private final Shape shape;

    /** Around one. */
    @Inject
    public Painted(@Delegate @Any Shape shape) {
        this.shape = shape;
    }

    @Override
    public String describe() {
        return "red " + shape.describe();
    }
}
