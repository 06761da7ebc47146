package io.keelson.ejb.names;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** A class that the descriptor makes several beans of. */
public class TellerBean implements Teller {
    private String greeting;

    @Resource(name = "size")
    private int size;

    @Resource
    private SessionContext context;

    private String seen;

    @AroundInvoke
    Object around(InvocationContext call) throws Exception {
        seen = found("greeting");
        return call.proceed();
    }

    private static String found(String name) {
        try {
            return String.valueOf(new InitialContext().lookup("java:comp/env/" + name));
        } catch (NamingException e) {
            return e.getClass().getSimpleName();
        }
    }

    @Override
    public String tell() {
        return greeting + " " + size + " " + found("greeting") + " " + context.lookup("greeting") + " " + seen + " "
                + found("only");
    }

    @Override
    public String chain(String next) {
        String before = found("greeting");
        try {
            Teller other = (Teller) new InitialContext().lookup("java:comp/env/ejb/" + next);
            return before + " " + other.tell().split(" ")[2] + " " + found("greeting");
        } catch (NamingException e) {
            return e.toString();
        }
    }
}
