package io.keelson.ejb.shop;

import jakarta.ejb.CreateException;
import java.util.Collection;

/** A bean at the end of a relationship with a table between. */
public abstract class ProductBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    public abstract String getId();

    public abstract void setId(String id);

    public abstract Collection<Order> getOrders();

    public abstract void setOrders(Collection<Order> orders);

    public String ejbCreate(String id) throws CreateException {
        setId(id);
        return null;
    }

    public void ejbPostCreate(String id) {}
}
