package io.keelson.ejb.war;

import jakarta.annotation.Resource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.annotation.security.RunAs;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;

/** A bean that runs as somebody, and one that only they may call. */
@Stateless
@RunAs("clerk")
public class Guarded {
    @Resource
    private SessionContext context;

    @EJB
    private Secret secret;

    public String ask() {
        return context.getCallerPrincipal().getName() + " hears: " + secret.tell();
    }

    /** The bean that is called so. */
    @Stateless
    public static class Secret {
        @Resource
        private SessionContext context;

        @RolesAllowed("clerk")
        public String tell() {
            return "told to " + context.getCallerPrincipal().getName() + " " + context.isCallerInRole("clerk");
        }
    }
}
