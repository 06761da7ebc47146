package io.keelson.ee.security.gate;

import jakarta.annotation.Resource;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.security.jacc.PolicyContext;
import jakarta.servlet.http.HttpServletRequest;

/** A bean with methods for some, for nobody and for all. */
@Stateless
@RolesAllowed("keeper")
public class Clerk {
    @Resource
    private SessionContext context;

    /** For keepers. */
    public String count(int[] coins, String currency) {
        return coins.length + currency;
    }

    /** For nobody. */
    @DenyAll
    public String burn() {
        return "burnt";
    }

    /** For all: says what the context of policies has of the call. */
    @PermitAll
    public String greet(String name) {
        Object[] arguments = PolicyContext.get("jakarta.ejb.arguments");
        HttpServletRequest request = PolicyContext.get(PolicyContext.HTTP_SERVLET_REQUEST);
        return PolicyContext.getContextID() + " " + arguments[0] + " " + (request != null) + " "
                + context.isCallerInRole("keeper") + " " + context.isCallerInRole("visitor");
    }
}
