package io.keelson.ejb.war;

import jakarta.annotation.Resource;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;

/** An interceptor with a resource of its own. */
public class Shouting {
    @Resource(lookup = "java:module/ModuleName")
    private String module;

    @AroundInvoke
    public Object shout(InvocationContext context) throws Exception {
        context.getContextData().put("module", module);
        return context.proceed().toString().toUpperCase(java.util.Locale.ROOT);
    }
}
