package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.LargeOrder;
import jakarta.ejb.EJBLocalObject;

/** A row of m_largeorder as other beans see it. */
public interface LargeOrderRow extends EJBLocalObject, LargeOrder {}
