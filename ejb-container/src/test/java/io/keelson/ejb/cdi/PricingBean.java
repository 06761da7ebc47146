package io.keelson.ejb.cdi;

import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/** A session bean that is a bean of CDI: bound interceptor, injected bean, event, producer. */
@Stateless
public class PricingBean implements Pricing {
    @Inject
    private Mark mark;

    @Inject
    private Event<String> asked;

    @EJB
    private Journal journal;

    @Override
    @Loud
    public String price(String thing) {
        asked.fire(thing);
        return thing + " costs 3" + mark.text() + " after " + journal.heard();
    }

    @Produces
    @Named("currency")
    public static String currency() {
        return "crowns";
    }
}
