package io.keelson.ee.soap.declared;

import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Takes notes without an answer, with what it sees of the application then. */
@WebService(targetNamespace = "http://declared/")
public class Notes {
    private volatile String last = "nothing";

    /** Takes a note. */
    @Oneway
    public void note() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            last = "noted" + new InitialContext().lookup("java:comp/env/mark") + " "
                    + (context == Notes.class.getClassLoader());
        } catch (NamingException e) {
            last = e.toString();
        }
    }

    public String last() {
        return last;
    }
}
