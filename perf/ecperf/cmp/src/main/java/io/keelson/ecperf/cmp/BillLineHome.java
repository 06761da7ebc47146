package io.keelson.ecperf.cmp;

import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** The rows of m_bom. */
public interface BillLineHome extends EJBLocalHome {
    /** Finds a row. */
    BillLineRow findByPrimaryKey(Long key) throws FinderException;

    /** Finds rows by assembly. */
    Collection<BillLineRow> findByAssembly(long value) throws FinderException;
}
