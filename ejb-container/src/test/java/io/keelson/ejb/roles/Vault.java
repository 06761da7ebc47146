package io.keelson.ejb.roles;

import jakarta.annotation.Resource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;

/** Tells who calls. */
@Stateless
@RolesAllowed("teller")
public class Vault {
    @Resource
    private SessionContext context;

    public String open() {
        return context.getCallerPrincipal().getName() + " " + context.isCallerInRole("cashier") + " "
                + context.isCallerInRole("manager");
    }
}
