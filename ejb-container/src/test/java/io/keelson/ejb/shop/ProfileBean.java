package io.keelson.ejb.shop;

import jakarta.ejb.CreateException;

/** A bean with a key of two fields and a version. */
public abstract class ProfileBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    public abstract String getSite();

    public abstract void setSite(String site);

    public abstract int getNumber();

    public abstract void setNumber(int number);

    public abstract String getText();

    public abstract void setText(String text);

    public abstract Customer getCustomer();

    public abstract void setCustomer(Customer customer);

    public ProfileKey ejbCreate(String site, int number) throws CreateException {
        setSite(site);
        setNumber(number);
        return null;
    }

    public void ejbPostCreate(String site, int number) {}
}
