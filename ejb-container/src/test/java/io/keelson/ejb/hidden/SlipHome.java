package io.keelson.ejb.hidden;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** Its home. */
public interface SlipHome extends EJBLocalHome {
    Slip create(String text) throws CreateException;

    Slip findByPrimaryKey(Object key) throws FinderException;

    Collection<Slip> findByText(String text) throws FinderException;
}
