package io.keelson.ee.cdi.shapes;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.BeanManager;

/** Has fields that fit: of the type of an entry, of one above it and of a primitive one, and of a value of the server. */
@Dependent
public class RightlyTyped {
    @Produces
    @Resource(name = "greeting")
    private String greeting;

    @Resource(name = "greeting")
    private CharSequence text;

    @Resource(name = "number", type = Integer.class)
    private int number;

    @Resource(lookup = "java:comp/BeanManager")
    private BeanManager manager;
}
