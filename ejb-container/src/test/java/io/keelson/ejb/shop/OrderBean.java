package io.keelson.ejb.shop;

import jakarta.ejb.CreateException;
import java.math.BigDecimal;
import java.util.Set;

/** A bean whose abstract schema name is a word of SQL. */
public abstract class OrderBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    public abstract Integer getNumber();

    public abstract void setNumber(Integer number);

    public abstract String getState();

    public abstract void setState(String state);

    public abstract BigDecimal getTotal();

    public abstract void setTotal(BigDecimal total);

    public abstract Customer getCustomer();

    public abstract void setCustomer(Customer customer);

    public abstract Set<Product> getProducts();

    public abstract void setProducts(Set<Product> products);

    public Integer ejbCreate(int number, Customer customer) throws CreateException {
        setNumber(number);
        setState("new");
        return null;
    }

    public void ejbPostCreate(int number, Customer customer) {
        setCustomer(customer);
    }
}
