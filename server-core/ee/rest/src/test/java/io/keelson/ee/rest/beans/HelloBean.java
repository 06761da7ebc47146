package io.keelson.ee.rest.beans;

import jakarta.ejb.Stateless;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;

/** The remote view comes first, the annotated one second. */
@Stateless
public class HelloBean implements HelloRemote, Hello {
    @Override
    public String hello(String name) {
        return "hello " + name;
    }

    @AroundInvoke
    Object around(InvocationContext call) throws Exception {
        return call.proceed() + ", by the pipeline";
    }
}
