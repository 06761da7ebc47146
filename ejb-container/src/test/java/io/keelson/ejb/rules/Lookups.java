package io.keelson.ejb.rules;

import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Looks names up. */
final class Lookups {
    private Lookups() {}

    /** Returns the simple name of what a lookup throws; {@code found} where it finds something. */
    static String of(String name) {
        try {
            new InitialContext().lookup(name);
            return "found";
        } catch (NamingException e) {
            return e.getClass().getSimpleName();
        }
    }

    /** Returns what three names lead to that belong to some components only. */
    static String ofBeans() {
        return of("java:comp/EJBContext") + " " + of("java:comp/TimerService") + " " + of("java:comp/UserTransaction");
    }
}
