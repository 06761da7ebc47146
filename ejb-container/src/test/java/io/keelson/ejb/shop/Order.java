package io.keelson.ejb.shop;

import jakarta.ejb.EJBLocalObject;
import java.math.BigDecimal;
import java.util.Set;

/** A component interface. */
public interface Order extends EJBLocalObject {
    Integer getNumber();

    String getState();

    void setState(String state);

    BigDecimal getTotal();

    void setTotal(BigDecimal total);

    Customer getCustomer();

    void setCustomer(Customer customer);

    Set<Product> getProducts();

    void setProducts(Set<Product> products);
}
