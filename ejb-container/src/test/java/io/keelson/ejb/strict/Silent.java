package io.keelson.ejb.strict;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptors;
import jakarta.interceptor.InvocationContext;

/** Has annotations that a complete descriptor leaves out. */
@Stateless
@Interceptors(Silent.Loud.class)
public class Silent {
    @Resource
    private SessionContext context;

    private String heard = "nothing";

    /** An interceptor. */
    public static class Loud {
        @AroundInvoke
        Object around(InvocationContext call) throws Exception {
            return "loud " + call.proceed();
        }
    }

    @PostConstruct
    void begin() {
        heard = "its beginning";
    }

    @AroundInvoke
    Object around(InvocationContext call) throws Exception {
        return "around " + call.proceed();
    }

    public String heard() {
        return heard + (context == null ? "" : " and a context");
    }
}
