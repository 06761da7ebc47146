package io.keelson.ejb.home;

import jakarta.ejb.RemoteHome;
import jakarta.ejb.Stateless;

/** A bean with annotations and a home. */
@Stateless
@RemoteHome(EchoHome.class)
public class EchoBean {
    private String made = "not ";

    public void ejbCreate() {
        made = "";
    }

    public String echo(String text) {
        return made + "made: " + text;
    }
}
