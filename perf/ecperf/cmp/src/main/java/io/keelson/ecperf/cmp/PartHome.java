package io.keelson.ecperf.cmp;

import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of c_part. */
public interface PartHome extends EJBLocalHome {
    /** Finds a row. */
    PartRow findByPrimaryKey(Long key) throws FinderException;
}
