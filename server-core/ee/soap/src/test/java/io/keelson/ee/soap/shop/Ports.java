package io.keelson.ee.soap.shop;

import jakarta.jws.WebService;

/** Holds two ports of one service. */
public final class Ports {
    private Ports() {}

    /** One port. */
    @WebService(targetNamespace = "http://ports/", serviceName = "Ports")
    public static class Left {
        /** Says which it is. */
        public String side() {
            return "left";
        }
    }

    /** Another port. */
    @WebService(targetNamespace = "http://ports/", serviceName = "Ports")
    public static class Right {
        /** Says which it is. */
        public String side() {
            return "right";
        }
    }
}
