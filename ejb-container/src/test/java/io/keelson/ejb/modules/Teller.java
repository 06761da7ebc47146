package io.keelson.ejb.modules;

import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** An interceptor of a module of enterprise beans that tells whose names it has. */
@Told
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
public class Teller {
    @Resource(lookup = "java:module/ModuleName")
    private String module;

    @Resource(name = "greeting")
    private String greeting;

    @AroundInvoke
    Object tell(InvocationContext context) throws Exception {
        return context.proceed() + " in " + module + ", " + greeting;
    }
}
