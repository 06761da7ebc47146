package io.keelson.ee.soap.hello;

import jakarta.annotation.Resource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;

/** A bean that clients call by SOAP. */
@Stateless(name = "Hello")
@WebService(
        endpointInterface = "io.keelson.ee.soap.hello.Greetings",
        targetNamespace = "http://hello/",
        serviceName = "HelloService")
public class HelloBean implements Greetings {
    @Resource
    private SessionContext session;

    @Resource
    private WebServiceContext service;

    @Override
    public String hello(String name) {
        if (name.equals("bug")) {
            throw new IllegalStateException("a mistake");
        }
        session.getRollbackOnly(); // fails outside of a transaction
        return "hello " + name + " by " + (service.getMessageContext() != null) + " " + service.getUserPrincipal();
    }

    @Override
    @RolesAllowed("clerk")
    public String guarded() {
        return "for " + session.getCallerPrincipal().getName();
    }

    @AroundInvoke
    Object around(InvocationContext call) throws Exception {
        return call.proceed() + "!";
    }
}
