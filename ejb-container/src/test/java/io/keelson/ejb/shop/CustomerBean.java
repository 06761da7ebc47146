package io.keelson.ejb.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** A bean with a key of one field. */
public abstract class CustomerBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    public abstract String getId();

    public abstract void setId(String id);

    public abstract String getName();

    public abstract void setName(String name);

    public abstract int getCredit();

    public abstract void setCredit(int credit);

    public abstract java.util.Date getSince();

    public abstract void setSince(java.util.Date since);

    public abstract Collection<Order> getOrders();

    public abstract void setOrders(Collection<Order> orders);

    public abstract Profile getProfile();

    public abstract void setProfile(Profile profile);

    public abstract Collection<String> ejbSelectNames(int than) throws FinderException;

    public abstract double ejbSelectAverage() throws FinderException;

    public abstract long ejbSelectCount(String state) throws FinderException;

    public abstract long ejbSelectProfiles(String but) throws FinderException;

    public long ejbHomeProfiles(String but) throws FinderException {
        return ejbSelectProfiles(but);
    }

    public String ejbCreate(String id, String name) throws CreateException {
        setId(id);
        setName(name);
        return null;
    }

    public void ejbPostCreate(String id, String name) {}

    public double ejbHomeAverage() throws FinderException {
        return ejbSelectAverage();
    }

    public long ejbHomeCount(String state) throws FinderException {
        return ejbSelectCount(state);
    }

    public Collection<String> names(int than) throws FinderException {
        return ejbSelectNames(than);
    }

    public void rename(String id) {
        setId(id);
    }
}
