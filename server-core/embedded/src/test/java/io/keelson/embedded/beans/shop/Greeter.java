package io.keelson.embedded.beans.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;

/** A stateless bean. */
@Stateless
public class Greeter {
    @Inject
    private Prices prices;

    @Resource
    private SessionContext context;

    /** Greets loudly. */
    @Interceptors(Loud.class)
    public String greet(String name) {
        return "hello " + name;
    }

    /** Returns the price that a bean of CDI says. */
    public int price(String item) {
        return prices.of(item);
    }

    /** Returns a value of the caller's own class. */
    public Receipt receipt(Receipt of) {
        return of;
    }

    /** Returns true if it is called in a transaction. */
    public boolean inTransaction() {
        return !context.getRollbackOnly();
    }

    /** Returns the name of the thread's application. */
    public String applicationName() {
        return String.valueOf(context.lookup("java:app/AppName"));
    }
}
