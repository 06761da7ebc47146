package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.ApplicationScoped;

/** One more shape. */
@ApplicationScoped
public class Other implements Shape {
    @Override
    public String describe() {
        return "other";
    }
}
