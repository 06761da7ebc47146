package io.keelson.ecperf.bmp;

import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of m_stock. */
public interface StockHome extends EJBLocalHome {
    /** Finds a row. */
    StockRow findByPrimaryKey(Long key) throws FinderException;

    /** Finds a row and locks it. */
    StockRow findForUpdate(Long key) throws FinderException;
}
