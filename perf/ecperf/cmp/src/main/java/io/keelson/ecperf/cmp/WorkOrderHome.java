package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of m_workorder. */
public interface WorkOrderHome extends EJBLocalHome {
    /** Adds a row. */
    WorkOrderRow create(long key, long assembly, int quantity, long largeOrder, int status) throws CreateException;

    /** Finds a row. */
    WorkOrderRow findByPrimaryKey(Long key) throws FinderException;
}
