package io.keelson.ee.cdi.shapes;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

/** An alternative that is selected by its priority. */
@Alternative
@Priority(10)
@ApplicationScoped
public class Square implements Shape {
    @Override
    public String describe() {
        return "square";
    }
}
