package io.keelson.ejb.rules;

import jakarta.annotation.Resource;
import jakarta.ejb.Local;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import java.util.concurrent.Callable;
import javax.naming.InitialContext;

/** A bean with container-managed transactions. */
@Stateless
@Local(Callable.class)
public class Managed implements Callable<String> {
    @Resource
    private SessionContext context;

    @Resource(name = "own", lookup = "java:module/ModuleName")
    private String own;

    @Override
    public String call() throws Exception {
        String user;
        try {
            user = String.valueOf(context.getUserTransaction());
        } catch (IllegalStateException e) {
            user = "refused";
        }
        Callable<?> made = (Callable<?>) new InitialContext().lookup("java:module/Keeper");
        return Lookups.ofBeans() + " " + user + ", " + made.call() + ", " + Lookups.ofBeans() + ", " + own + " "
                + Lookups.of("java:comp/env/own") + " " + Lookups.of("java:comp/env/other") + " "
                + Lookups.of("java:module/UserTransaction");
    }
}
