package io.keelson.ecperf.bmp;

import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** The rows of m_bom. */
public interface BillLineHome extends EJBLocalHome {
    /** Finds a row. */
    BillLineRow findByPrimaryKey(Long key) throws FinderException;

    /** Finds a row and locks it. */
    BillLineRow findForUpdate(Long key) throws FinderException;

    /** Finds rows by assembly. */
    Collection<BillLineRow> findByAssembly(Long value) throws FinderException;
}
