package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.ApplicationScoped;

/** The default. */
@ApplicationScoped
public class Circle implements Shape {
    @Override
    public String describe() {
        return "circle";
    }
}
