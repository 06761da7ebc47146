package io.keelson.ee.cdi.shapes;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

/** Has a producer field of another type than a value of the server. */
@Dependent
public class MistypedManager {
    @Produces
    @Resource(lookup = "java:comp/BeanManager")
    private String manager;
}
