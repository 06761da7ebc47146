package io.keelson.ejb.modules;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.RequestScoped;

/** A bean of CDI in a module of enterprise beans, which components of other modules use. */
@RequestScoped
public class Counter {
    @EJB
    private Till till;

    @Resource(lookup = "java:module/ModuleName")
    private String module;

    /** Returns what it was injected with. */
    public String told() {
        return till.word() + " of " + module;
    }
}
