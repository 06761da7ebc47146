package io.keelson.ee.microprofile.shop;

import jakarta.annotation.Resource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;

/** A session bean for clerks. */
@Stateless
@RolesAllowed("clerk")
public class SecuredSession {
    @Resource
    SessionContext context;

    public String call() {
        return "session of " + context.getCallerPrincipal().getName();
    }
}
