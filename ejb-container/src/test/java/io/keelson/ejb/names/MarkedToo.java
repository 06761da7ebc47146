package io.keelson.ejb.names;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** A bean whose annotation gives a name that another bean gives to something else. */
@Stateless
public class MarkedToo {
    @EJB(name = "ejb/meant", beanName = "Second")
    private Teller second;

    @Resource(name = "queue", lookup = "java:module/ModuleName")
    private String text;

    public String tell() throws NamingException {
        Teller looked = (Teller) new InitialContext().lookup("java:comp/env/ejb/meant");
        return second.tell().split(" ")[0] + " " + text + " " + looked.equals(second);
    }
}
