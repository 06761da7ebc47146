package io.keelson.ecperf.cmp;

import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of c_customer for those who only read them: the read-only half of a read-mostly pair. */
public interface CustomerReaderHome extends EJBLocalHome {
    /** Finds a row. */
    CustomerRow findByPrimaryKey(Long key) throws FinderException;
}
