package io.keelson.ejb.names;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;

/** A bean whose annotation gives a name that another bean gives to something else. */
@Stateless
public class Marked {
    @EJB(name = "ejb/meant", beanName = "First")
    private Teller first;

    @Resource(name = "queue", lookup = "java:app/AppName")
    private String text;

    public String tell() {
        return first.tell().split(" ")[0] + " " + text;
    }
}
