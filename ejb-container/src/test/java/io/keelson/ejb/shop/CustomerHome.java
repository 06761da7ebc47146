package io.keelson.ejb.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** A home. */
public interface CustomerHome extends EJBLocalHome {
    Customer create(String id, String name) throws CreateException;

    Customer findByPrimaryKey(String id) throws FinderException;

    Customer findByName(String name) throws FinderException;

    Collection<Customer> findRich(int than) throws FinderException;

    Collection<Customer> findWithoutOrders() throws FinderException;

    Customer findByOrder(int number) throws FinderException;

    Collection<Customer> findOwner(Order order) throws FinderException;

    Collection<Customer> findBuyersOf(String product) throws FinderException;

    Collection<Customer> findLike(String pattern, int low, int high) throws FinderException;

    double average() throws FinderException;

    long count(String state) throws FinderException;

    long profiles(String but) throws FinderException;
}
