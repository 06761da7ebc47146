package io.keelson.ejb.shop;

import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** A component interface. */
public interface Customer extends EJBLocalObject {
    String getId();

    String getName();

    void setName(String name);

    int getCredit();

    void setCredit(int credit);

    java.util.Date getSince();

    void setSince(java.util.Date since);

    Collection<Order> getOrders();

    void setOrders(Collection<Order> orders);

    Profile getProfile();

    void setProfile(Profile profile);

    Collection<String> names(int than) throws FinderException;

    void rename(String id);
}
