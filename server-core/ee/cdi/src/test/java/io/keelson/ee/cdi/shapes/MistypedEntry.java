package io.keelson.ee.cdi.shapes;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

/** Has a producer field of another type than its environment entry. */
@Dependent
public class MistypedEntry {
    @Produces
    @Resource(name = "greeting")
    private Double greeting;
}
