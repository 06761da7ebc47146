package iiop;

import jakarta.ejb.RemoteHome;
import jakarta.ejb.Stateful;

/** Counts. */
@Stateful
@RemoteHome(CartHome.class)
public class CartBean {
    private int count;

    public int add(int more) {
        count += more;
        return count;
    }
}
