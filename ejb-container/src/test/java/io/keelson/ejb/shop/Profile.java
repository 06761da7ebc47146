package io.keelson.ejb.shop;

import jakarta.ejb.EJBLocalObject;

/** A component interface. */
public interface Profile extends EJBLocalObject {
    String getText();

    void setText(String text);

    Customer getCustomer();

    void setCustomer(Customer customer);
}
