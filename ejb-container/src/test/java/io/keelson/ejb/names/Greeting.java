package io.keelson.ejb.names;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Says what a bean of an EJB module sees. */
@Stateless
public class Greeting {
    @Resource(name = "java:app/env/greeting")
    private String greeting;

    public String text() throws NamingException {
        return greeting + " " + new InitialContext().lookup("java:global/names/limit");
    }
}
