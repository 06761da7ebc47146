package io.keelson.ejb.shop;

import jakarta.ejb.EJBLocalObject;
import java.util.Collection;

/** A component interface. */
public interface Product extends EJBLocalObject {
    String getId();

    Collection<Order> getOrders();
}
