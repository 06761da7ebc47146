package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** A bean that needs one shape. */
@ApplicationScoped
public class Needing {
    @Inject
    Shape shape;
}
