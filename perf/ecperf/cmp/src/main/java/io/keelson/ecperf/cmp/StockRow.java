package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.Stock;
import jakarta.ejb.EJBLocalObject;

/** A row of m_stock as other beans see it. */
public interface StockRow extends EJBLocalObject, Stock {}
