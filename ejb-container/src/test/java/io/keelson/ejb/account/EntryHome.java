package io.keelson.ejb.account;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** The home of entries. */
public interface EntryHome extends EJBLocalHome {
    Entry create(EntryKey key, String text) throws CreateException;

    Entry findByPrimaryKey(EntryKey key) throws FinderException;

    Collection findOf(String account) throws FinderException;
}
