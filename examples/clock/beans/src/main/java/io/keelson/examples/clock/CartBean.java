package io.keelson.examples.clock;

import jakarta.ejb.Local;
import jakarta.ejb.Remote;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.Serializable;

/** One bean a customer; its state has a copy on another server of the cluster. */
@Stateful(name = "Cart")
@Local(LocalCart.class)
@Remote(Cart.class)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class CartBean implements Serializable {
    private static final long serialVersionUID = 1L;

    private int count;

    /** Puts one more into it. */
    public int add() {
        count++;
        return count;
    }

    /** Returns the process that has the cart. */
    public String server() {
        return ClockBean.server();
    }

    /** Ends it. */
    @Remove
    public void end() {
        count = 0;
    }
}
