package io.keelson.embedded.beans.shop;

import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;

/** An interceptor that makes texts louder. */
public class Loud {
    /** Appends a mark. */
    @AroundInvoke
    public Object around(InvocationContext call) throws Exception {
        return call.proceed() + "!";
    }
}
