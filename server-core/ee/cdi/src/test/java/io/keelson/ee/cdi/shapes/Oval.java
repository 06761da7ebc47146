package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

/** An alternative that an archive selects for itself. */
@Alternative
@ApplicationScoped
public class Oval implements Shape {
    @Override
    public String describe() {
        return "oval";
    }
}
