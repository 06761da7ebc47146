package io.keelson.ejb.cdi;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

/** Has a field of a type that its bean never has. */
@Dependent
public class Mistyped {
    @Produces
    @EJB(lookup = "java:global/mistyped/PricingBean!io.keelson.ejb.cdi.Pricing")
    private Integer pricing;
}
