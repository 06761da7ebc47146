package samples;

import java.io.Serializable;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import weblogic.cluster.singleton.SingletonService;

/** A service as code for WebLogic has it: binds itself where it is active. */
public class ValueService implements SingletonService, Serializable, Value {
    private static final long serialVersionUID = 1L;
    private static final String NAME = "ValueService";

    private int value;

    @Override
    public synchronized int value() {
        return value;
    }

    @Override
    public synchronized int add(int more) {
        value += more;
        return value;
    }

    @Override
    public void activate() {
        System.out.println("activate triggered");
        try {
            value = 5;
            new InitialContext().bind(NAME, this);
            System.out.println("Object now bound in JNDI at " + NAME);
        } catch (NamingException e) {
            System.out.println("not bound: " + e);
        }
    }

    @Override
    public void deactivate() {
        System.out.println("deactivate triggered");
        try {
            new InitialContext().unbind(NAME);
        } catch (NamingException e) {
            System.out.println("not unbound: " + e);
        }
    }
}
