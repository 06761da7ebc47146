package io.keelson.ee.cdi.shapes;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

/** Has a producer field of another type than its annotation says. */
@Dependent
public class MistypedType {
    @Produces
    @Resource(name = "other", type = Integer.class)
    private StringBuilder other;
}
