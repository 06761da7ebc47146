package io.keelson.ejb.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** A home. */
public interface OrderHome extends EJBLocalHome {
    Order create(int number, Customer customer) throws CreateException;

    Order findByPrimaryKey(Integer number) throws FinderException;

    Collection<Order> findAll() throws FinderException;

    Collection<Order> findOf(String name) throws FinderException;

    Collection<Order> findWith(Product product) throws FinderException;
}
