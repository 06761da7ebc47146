package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.BillLine;
import jakarta.ejb.EJBLocalObject;

/** A row of m_bom as other beans see it. */
public interface BillLineRow extends EJBLocalObject, BillLine {}
