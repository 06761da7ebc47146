package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.inject.spi.CDI;

/** Draws what its own archive knows as a shape, without injection. */
public final class Drawer {
    private Drawer() {}

    /** Returns the description of the shape that this class sees. */
    public static String draw() {
        return CDI.current().select(Shape.class).get().describe() + " of "
                + CDI.current().getBeanManager().getBeans(Shape.class).size();
    }
}
