package io.keelson.ejb.plain;

import jakarta.interceptor.InvocationContext;

/** An interceptor of which a descriptor says all. */
public class PlainInterceptor {
    Object around(InvocationContext context) throws Exception {
        return "<" + context.proceed() + ">";
    }
}
