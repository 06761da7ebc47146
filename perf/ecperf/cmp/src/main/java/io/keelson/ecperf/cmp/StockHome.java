package io.keelson.ecperf.cmp;

import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of m_stock. */
public interface StockHome extends EJBLocalHome {
    /** Finds a row. */
    StockRow findByPrimaryKey(Long key) throws FinderException;
}
