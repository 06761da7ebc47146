package io.keelson.ejb.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** A home. */
public interface ProfileHome extends EJBLocalHome {
    Profile create(String site, int number) throws CreateException;

    Profile findByPrimaryKey(ProfileKey key) throws FinderException;
}
