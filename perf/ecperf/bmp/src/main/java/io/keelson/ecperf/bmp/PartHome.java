package io.keelson.ecperf.bmp;

import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of c_part. */
public interface PartHome extends EJBLocalHome {
    /** Finds a row. */
    PartRow findByPrimaryKey(Long key) throws FinderException;

    /** Finds a row and locks it. */
    PartRow findForUpdate(Long key) throws FinderException;
}
